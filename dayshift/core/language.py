"""Which of our languages somebody reads: what they chose here, else what their browser asks for, else English."""

from typing import Annotated, Literal, get_args

from fastapi import Depends, Request
from starlette.requests import cookie_parser

Language = Literal["en", "es"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT: Language = "en"
"""Of whom nothing is known."""

COOKIE = "dayshift_language"
"""What the person chose; the page may write it, since it grants nothing."""


def language_of(cookies: str, accepted: str) -> Language:
    """The language for a request with these `Cookie` and `Accept-Language` headers; '' where one is missing."""
    asked = sorted(map(_wish, accepted.split(",")), key=lambda wish: -wish[1])
    tags = [tag.strip().lower().partition("-")[0] for tag, weight in asked if weight > 0]
    wishes = [cookie_parser(cookies).get(COOKIE), *tags]
    return next((language for wish in wishes for language in LANGUAGES if language == wish), DEFAULT)


def _wish(part: str) -> tuple[str, float]:
    """'es-MX;q=0.8' as its tag and its weight (RFC 9110, 12.5.4); a weight that is no number counts nothing."""
    tag, _, weight = part.partition(";q=")
    try:
        return tag, float(weight) if weight else 1.0
    except ValueError:
        return tag, 0.0


async def reader_of(request: Request) -> Language:
    """The language that whoever asks reads."""
    return language_of(request.headers.get("cookie", ""), request.headers.get("accept-language", ""))


Reads = Annotated[Language, Depends(reader_of)]
