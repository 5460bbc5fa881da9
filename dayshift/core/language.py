"""Language negotiation: the user's choice in Dayshift, else the browser's preference, else English."""

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
