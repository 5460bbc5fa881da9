"""Languages: the choice in Dayshift, else the browser's preference, else English; and that of a text."""

import re
from typing import Literal, get_args

from starlette.requests import cookie_parser

Language = Literal["en", "es"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT: Language = "en"
"""The language if no preference is known."""

COOKIE = "dayshift_language"
"""The cookie with the user's choice; pages may write it, since it grants no access."""


def language_of(cookies: str, accepted: str) -> Language:
    """Return the language for these `Cookie` and `Accept-Language` headers; '' for a missing one."""
    asked = sorted(map(_parse_preference, accepted.split(",")), key=lambda wish: -wish[1])
    tags = [tag.strip().lower().partition("-")[0] for tag, weight in asked if weight > 0]
    wishes = [cookie_parser(cookies).get(COOKIE), *tags]
    return next((language for wish in wishes for language in LANGUAGES if language == wish), DEFAULT)


def _parse_preference(part: str) -> tuple[str, float]:
    """Parse 'es-MX;q=0.8' into tag and weight (RFC 9110, 12.5.4); an invalid weight counts as 0."""
    tag, _, weight = part.partition(";q=")
    try:
        return tag, float(weight) if weight else 1.0
    except ValueError:
        return tag, 0.0


_SPANISH = frozenset([
    "de", "la", "el", "los", "las", "y", "en", "con", "para", "por", "que", "se", "del", "un", "una", "su", "al", "sus",
    "este", "esta", "nuestro", "como", "más", "ser", "o", "trabajo", "turno",
])  # fmt: skip
_ENGLISH = frozenset([
    "the", "and", "to", "of", "in", "for", "with", "you", "we", "our", "is", "are", "at", "on", "your", "be", "will",
    "an", "this", "or", "as", "have", "must", "work", "shift", "job",
])  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
_SPANISH_ENDINGS = (
    "ero", "era", "ador", "adora", "edor", "edora", "idor", "idora", "ista", "ado", "ada", "ante", "ente", "platos",
    "pieza",
)  # fmt: skip
_ENGLISH_WITH_SUCH_ENDINGS = frozenset(["camera", "opera", "ambassador", "barista"])


def language_of_text(text: str) -> Language | None:
    """Return the language of a text by its most frequent small words; None if they do not tell."""
    words = _WORD.findall(text.lower())
    spanish, english = (sum(word in known for word in words) for known in (_SPANISH, _ENGLISH))
    return None if spanish == english else "es" if spanish > english else "en"


def language_of_title(title: str) -> Language:
    """Return the language of a few words, such as a job's title or a place: English without a sign of Spanish."""
    is_spanish = any(_is_spanish(word) for word in _WORD.findall(title.lower()))
    return language_of_text(title) or ("es" if is_spanish else DEFAULT)


def _is_spanish(word: str) -> bool:
    """Whether only Spanish titles have such a word, as "cocinera", "vendedoras" and "almacén"."""
    one = word.removesuffix("s")
    if one in _ENGLISH_WITH_SUCH_ENDINGS:
        return False
    if word.endswith("én") or not set("áíóúñ").isdisjoint(word):
        return True
    return any(form.endswith(end) and len(form) > len(end) + 1 for form in (word, one) for end in _SPANISH_ENDINGS)
