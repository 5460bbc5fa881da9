"""Search by name. Each name is stored from each of its words on, so that the beginning of a key is what somebody types.

'Jean-Luc de la Cruz' has the keys jeanlucdelacruz, lucdelacruz, delacruz, lacruz and cruz: 'jean luc', 'jeanluc',
'delacruz' and 'cruz' find it, each by one range of the index. 'Jürgen' has the keys jurgen and juergen. Pure.
"""

import re

from dayshift.core.folding import fold, spelled_out, words_of

MAX_KEYS = 20
MAX_WORDS = 8
MAX_LETTERS = 80
_LEFT_OUT = re.compile(r"'|(?<=\w)[.-](?=\w)")
"""What people leave out of names: apostrophes, and hyphens and dots within a word."""


def keys_of(name: str) -> list[str]:
    """Return the different keys of a name."""
    return list(dict.fromkeys([*_keys(name), *_keys(spelled_out(name))]))


def _keys(name: str) -> list[str]:
    words = words_of(name)
    return ["".join(words[at:])[:MAX_LETTERS] for at in range(min(len(words), MAX_KEYS))]


def readings_of_search(text: str) -> list[list[str]]:
    """Return the ways to read a search, the likeliest first: as it is, as one word, and as it would be spelled out."""
    words = words_of_search(text)
    # "de la Cruz" may be stored as "Delacruz", and "Müller" as "Mueller".
    others = [["".join(words)[:MAX_LETTERS]] if words else [], words_of_search(spelled_out(text))]
    return [words, *(other for other in others if other != words)]


def words_of_search(text: str) -> list[str]:
    """Return the different words of a search, each of which has to begin a key."""
    words = re.findall(r"[^\W_]+", _LEFT_OUT.sub("", fold(text)))
    return list(dict.fromkeys(word[:MAX_LETTERS] for word in words))[:MAX_WORDS]
