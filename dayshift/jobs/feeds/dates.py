"""Read dates and times as sources write them. A date that is not whole, or that no rule reads, is an error."""

import re
import warnings
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import ClassVar
from zoneinfo import ZoneInfo

from dateutil import parser

from dayshift.core.folding import HYPHENS

_MONTHS = [
    ("Jan", "January", "ene", "enero"),
    ("Feb", "February", "febrero"),
    ("Mar", "March", "marzo"),
    ("Apr", "April", "abr", "abril"),
    ("May", "mayo"),
    ("Jun", "June", "junio"),
    ("Jul", "July", "julio"),
    ("Aug", "August", "ago", "agosto"),
    ("Sep", "Sept", "September", "septiembre", "setiembre"),
    ("Oct", "October", "octubre"),
    ("Nov", "November", "noviembre"),
    ("Dec", "December", "dic", "diciembre"),
]
_DAYS = [
    ("Mon", "Monday", "lunes"),
    ("Tue", "Tues", "Tuesday", "martes"),
    ("Wed", "Wednesday", "miércoles", "miercoles"),
    ("Thu", "Thur", "Thurs", "Thursday", "jueves"),
    ("Fri", "Friday", "viernes"),
    ("Sat", "Saturday", "sábado", "sabado"),
    ("Sun", "Sunday", "domingo"),
]


class _Words(parser.parserinfo):  # type: ignore[misc]  # an untyped library
    """English and Spanish names, whatever the server's locale is."""

    MONTHS = _MONTHS
    WEEKDAYS = _DAYS
    JUMP: ClassVar = [*parser.parserinfo.JUMP, "de", "del", "el", "a", "las", "º", "°"]


_PARSER = parser.parser(_Words())
_HOURS = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9,
          "AKDT": -8, "HST": -10, "AST": -4, "UTC": 0, "GMT": 0, "Z": 0}  # fmt: skip
_ZONES = {"ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles"}

_MAX_LENGTH = 64
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](?:\d{4}|\d{2})\b")
_DOTTED = re.compile(r"\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})\b")
_HALF_DAY = re.compile(r"\b([ap])\.?\s?m\b\.?", re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?:(?:expires?|expiration|ends?|closes?|closing|open|apply|valid|until|through|thru|by|before|on|date|deadline"
    r"|due|the|last|final|day|to|for|job|posting|position|application|applications|fecha|límite|limite|cierre|hasta"
    r"|vence|cierra|de|el)\b:?\s*)+",
    re.IGNORECASE,
)
_NO_END = re.compile(
    r"(?:(?:open|posted|apply) )?(?:until|till|when|once) (?:(?:the )?(?:position|job|role) (?:is|has been) )?filled"
    r"|(?:open )?until further notice|ongoing|continuous(?:ly)?|rolling|evergreen"
    r"|no (?:end|expiration|expiry|closing) date"
    r"|never(?: expires)?|none|null|n/?a|tbd|-{1,3}|hasta (?:cubrir|llenar)(?: (?:la|el) (?:vacante|puesto))?"
    r"|indefinid[oa]",
    re.IGNORECASE,
)
"""What people and exports write where a job has no last day."""
_SHAPES = str.maketrans(dict.fromkeys(HYPHENS, "-"))
_OFFSET = re.compile(r"\b(?:GMT|UTC)(?=[+-]\d)|\s\([^()]{1,40}\)$")
"""What JavaScript puts around an offset: "GMT-0400 (Eastern Daylight Time)"."""
_ZONE_NAME = re.compile(
    r"\b(e|c|m|p)(?:astern|entral|ountain|acific)(?: standard| daylight)?(?: time)?$", re.IGNORECASE
)
_RFC = re.compile(r"[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[ECMP][SD]T|[+-]\d{4})")
"""RFC 822, which most feeds have: ten times as fast as words."""
_SERIAL = re.compile(r"[3-7]\d{4}(?:\.\d{1,12})?")
_SERIALS_BEGIN = datetime(1899, 12, 30)  # noqa: DTZ001  (of the place)
_ENDLESS = 2100
"""Systems write a year such as 9999 for no end."""


class UnreadableDate(ValueError):
    """A text that is no date and time by any rule."""


def is_day_first(text: str) -> bool:
    """Whether a date can only be read with its day before its month: 31/10/2026."""
    found = _DAY_FIRST.match(text.strip())
    return found is not None and int(found[1]) > 12 >= int(found[2])


def says_no_end(text: str) -> bool:
    """Whether a text says in words that a job has no last day: "until filled"."""
    return _NO_END.fullmatch(_plain(text)) is not None


def _plain(text: str) -> str:
    return " ".join(text.translate(_SHAPES).split())


@lru_cache(maxsize=8192)
def instant_of(text: str, zone: ZoneInfo, *, is_end: bool = False, day_first: bool = False) -> datetime | None:
    """Return an instant in UTC; None for an empty text, and for an end such as 9999 or "until filled".

    A time without a zone is one of `zone`, and so is a date without a time: it begins at midnight, or ends at the
    following one if it `is_end`. Of two numbers below 13, the first is the month, as in the United States, unless
    dots divide them or `day_first`. Raises `UnreadableDate`.
    """
    text = _plain(text)
    if not text or (is_end and says_no_end(text)):
        return None
    try:
        at, has_time = _read(text, day_first=day_first)
        if is_end and at.year >= _ENDLESS:
            return None
        if is_end and not has_time:
            at += timedelta(days=1)
        return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UnreadableDate(text[:_MAX_LENGTH]) from error


def _read(text: str, *, day_first: bool) -> tuple[datetime, bool]:
    """Return a time, in its zone if it states one, and whether it states more than a date."""
    if len(text) > _MAX_LENGTH:
        raise UnreadableDate
    if text.isdigit() and 9 <= len(text) <= 13:
        return datetime.fromtimestamp(int(text[:10]), UTC), True
    if _SERIAL.fullmatch(text):  # Days since 1900, as spreadsheets count.
        return _SERIALS_BEGIN + timedelta(days=float(text)), float(text) % 1 > 0
    if text[0].isdigit() and text[-1].isdigit():
        try:
            at = datetime.fromisoformat(text)
            return at, len(text) > 10 and not _is_day(at)
        except ValueError:
            pass
    if _RFC.fullmatch(text):
        return parsedate_to_datetime(text), True
    text = _ZONE_NAME.sub(lambda found: f"{found[1].upper()}T", _BEFORE.sub("", _OFFSET.sub("", text)))
    return _read_words(_HALF_DAY.sub(r"\1m", text), day_first=day_first or _DOTTED.match(text) is not None)


def _read_words(text: str, *, day_first: bool) -> tuple[datetime, bool]:
    # Whatever differs between these two was filled in.
    defaults = datetime(2000, 1, 1), datetime(2003, 2, 2, 1)  # noqa: DTZ001
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one, other = (
            _PARSER.parse(text, default=default, tzinfos=_zone_of, dayfirst=day_first) for default in defaults
        )
    if one.date() != other.date():
        raise UnreadableDate
    return one, one == other and not _is_day(one)


def _is_day(at: datetime) -> bool:
    """Whether a time is midnight of no zone, as systems write days."""
    return at.tzinfo is None and at.time() == time()


def _zone_of(name: str | None, offset: int | None) -> tzinfo | None:
    if offset is not None:
        return timezone(timedelta(seconds=offset))
    if not name:
        return None
    name = name.upper()
    if name in _ZONES:
        return ZoneInfo(_ZONES[name])
    if name not in _HOURS:
        raise UnreadableDate
    return timezone(timedelta(hours=_HOURS[name]))
