"""Search by name: the words of names, compared without case and accents. Pure."""

import re
import unicodedata

MAX_WORDS = 8
MAX_LETTERS = 80


def words_of(text: str) -> list[str]:
    """Return the different words of a name or a search in lower case without accents: 'José' is 'jose'."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(one))
    found = dict.fromkeys(word[:MAX_LETTERS] for word in re.findall(r"\w+", plain))
    return list(found)[:MAX_WORDS]
