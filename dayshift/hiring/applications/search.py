"""Search by name. Each name is stored from each of its words on, so that the beginning of a key is what somebody types.

'Jean-Luc de la Cruz' has the keys jeanlucdelacruz, lucdelacruz, delacruz, lacruz and cruz: 'jean luc', 'jeanluc',
'delacruz' and 'cruz' find it, each by one range of the index. Pure.
"""

import re

from dayshift.core.folding import fold, words_of

MAX_KEYS = 20
MAX_WORDS = 8
MAX_LETTERS = 80
_LEFT_OUT = re.compile(r"'|(?<=\w)[.-](?=\w)")
"""What people leave out of names: apostrophes, and hyphens and dots within a word."""


def keys_of(name: str) -> list[str]:
    """Return the different keys of a name."""
    words = words_of(name)
    return list(dict.fromkeys("".join(words[at:])[:MAX_LETTERS] for at in range(len(words))))[:MAX_KEYS]


def words_of_search(text: str) -> list[str]:
    """Return the different words of a search, each of which has to begin a key."""
    words = re.findall(r"[^\W_]+", _LEFT_OUT.sub("", fold(text)))
    return list(dict.fromkeys(word[:MAX_LETTERS] for word in words))[:MAX_WORDS]
