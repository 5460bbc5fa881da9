"""Normalize a posting to catalog rows, or reject it with a reason.

Values that the source does not state stay empty. One row per place; remote work has one row without a place.
"""

import itertools
import re
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from dayshift.core.names import is_link
from dayshift.jobs.feeds.pay import AbsurdPay, ForeignPay, Hourly, hourly
from dayshift.jobs.feeds.posting import PostedPlace, Posting
from dayshift.jobs.feeds.text import line, plain
from dayshift.occupations import (
    SHIFTS,
    Gazetteer,
    Place,
    Start,
    all_categories,
    employment_said,
    occupation_of,
    occupations,
    shifts_said,
    start_said,
    state_code,
    years_said,
)

Row = dict[str, Any]
"""The columns of `jobs` that come from the source: all but ids, digests, cells and timestamps."""

OTHER = "other"
"""The category of jobs that fit no other category."""


class Quarantined(Exception):
    """A posting that cannot be imported. `reason` is one of `REASONS`, `detail` the offending value."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


REASONS = {
    "no_id": "it has no id by which it could be known again",
    "no_title": "it has no title",
    "no_employer": "it names no employer (name one with --employer where the feed is of one)",
    "no_place": "it names no place, and is not remote",
    "unknown_place": "its place is on no map",
    "foreign_place": "its place is outside the United States",
    "absurd_pay": "its pay comes to less than $5 or more than $200 an hour",
    "foreign_pay": "its pay is not in US dollars",
    "duplicate_id": "an earlier posting of this feed has the same id and place",
    "wrong_encoding": "it has bytes that are not UTF-8",
    "unknown_columns": "the header has these columns, which are unknown and ignored",
    "wrong_number_of_values": "it has more or fewer values than the header has names",
    "not_json": "it is not JSON",
    "too_long": "one of its values is too long",
    "wrong_text": "it has characters that are no text",
    "link_in_name": "its title or its employer has a link or an email address",
    "unreadable": "it could not be read",
}
"""Every reason for quarantine, with a text for the operator."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings and data for normalization."""

    gazetteer: Gazetteer
    now: datetime
    employer: str = ""


class _Address(NamedTuple):
    key: str
    street: str | None
    place: Place | None
    zip: str | None
    lat: float | None
    lon: float | None


def normalise(posting: Posting, rules: Rules) -> tuple[list[Row], str | None]:
    """Return the rows of a posting, none if it has expired, and its pay unit. Raises `Quarantined`.

    An error rejects only this posting.
    """
    if posting.problem:
        raise Quarantined(posting.problem)
    try:
        _check_texts(posting)
        return _normalised(posting, rules)
    except (ValueError, ArithmeticError, LookupError, TypeError, RecursionError) as error:
        raise Quarantined("unreadable", f"{type(error).__name__}: {error}"[:200]) from error


_LONGEST_DESCRIPTION = 1 << 20
_LONGEST_VALUE = 10_000
_MOST_PLACES = 1000


def _check_texts(posting: Posting) -> None:
    """Raise `Quarantined` for values that are too long or cannot be encoded as UTF-8."""
    texts = [value for name in _TEXTS if isinstance(value := getattr(posting, name), str)]
    texts += [value for part in (posting.pay, *posting.places) for value in part if isinstance(value, str)]
    if len(posting.description) > _LONGEST_DESCRIPTION or len(posting.places) > _MOST_PLACES:
        raise Quarantined("too_long")
    if (longest := max(map(len, texts))) > _LONGEST_VALUE:
        raise Quarantined("too_long", f"{longest} characters")
    together = "".join((posting.description, *texts))
    if not together.isascii() and _SURROGATE.search(together):
        raise Quarantined("wrong_text", "a lone surrogate")
    if "\0" in posting.external_id or "\0" in posting.url:
        raise Quarantined("wrong_text", "a NUL")


_TEXTS = [one.name for one in fields(Posting) if one.name != "description"]
_SURROGATE = re.compile("[\ud800-\udfff]")


def _normalised(posting: Posting, rules: Rules) -> tuple[list[Row], str | None]:
    external_id, title = posting.external_id.strip(), line(posting.title, 200)
    employer = line(posting.employer, 200) or rules.employer
    for reason, value in (("no_id", external_id), ("no_title", title), ("no_employer", employer)):
        if not value:
            raise Quarantined(reason)
    for value in (title, employer):
        if is_link(value):
            raise Quarantined("link_in_name", value[:80])
    expires = _instant(posting.expires, end_of_day=True)
    if expires is not None and expires <= rules.now:
        return [], None
    pay = _pay(posting)
    shared = _shared(posting, title, employer, pay, rules.now) | {"expires_at": expires}
    addresses = _addresses(posting, rules.gazetteer)
    several = len(addresses) > 1
    rows = [_row(shared, external_id + (f"@{at.key}" if several else ""), at, posting.remote) for at in addresses]
    return rows, pay.unit


def _pay(posting: Posting) -> Hourly:
    try:
        return hourly(posting.pay)
    except AbsurdPay as error:
        raise Quarantined("absurd_pay", str(error)) from None
    except ForeignPay as error:
        raise Quarantined("foreign_pay", str(error)) from None


def _shared(posting: Posting, title: str, employer: str, pay: Hourly, now: datetime) -> Row:
    occupation = occupation_of(title)
    return {
        "title": title,
        "occupation": occupation,
        "employer": employer,
        "category": _category(posting.category, occupation),
        "description": plain(posting.description),
        "pay_low": pay.low,
        "pay_high": pay.high,
        "pay_text": line(posting.pay.text, 200) or None,
        "employment_type": employment_said(posting.employment),
        "shifts": _shifts(posting.hours),
        "experience_years": _years(posting.experience),
        "start": _start(posting.start, now),
        "licence": line(posting.licence, 200) or None,
        "url": posting.url if _WEB.match(posting.url) and len(posting.url) <= 500 else None,
        "posted_at": _instant(posting.posted),
    }


_WEB = re.compile(r"https?://[^\s<>\"']+$")


def _row(shared: Row, external_id: str, at: _Address, remote: bool) -> Row:
    place = at.place
    return {
        **shared,
        "external_id": external_id if len(external_id) <= 200 else external_id[:160] + _short(external_id),
        "street": at.street,
        "city": place.city if place else None,
        "state": place.state if place else None,
        "zip": at.zip,
        "lat": at.lat,
        "lon": at.lon,
        "remote": remote,
    }


def _category(named: str, occupation: str | None) -> str:
    if occupation:
        return occupations()[occupation].category
    return named if any(named == category.id for category in all_categories()) else OTHER


def _shifts(hours: str) -> list[str] | None:
    if not hours:
        return None
    listed = hours.replace(",", " ").split()
    return [shift for shift in SHIFTS if shift in listed] or list(shifts_said(hours)) or None


def _years(experience: str) -> int | None:
    if experience.isdigit():
        return int(experience) if len(experience) <= 2 else None
    return years_said(experience) if experience else None


def _start(start: str, now: datetime) -> Start | None:
    if not start:
        return None
    day = _instant(start)
    if day is None:
        return start_said(start.replace("immediately", "now"))
    if day <= now + timedelta(days=1):
        return "immediately"
    if day <= now + timedelta(days=8):
        return "within-1-week"
    return "within-2-weeks" if day <= now + timedelta(days=15) else None


def _addresses(posting: Posting, gazetteer: Gazetteer) -> list[_Address]:
    if posting.remote:
        return [_Address("remote", None, None, None, None, None)]
    stated = [at for at in posting.places if at.zip or at.city or at.text]
    if not stated:
        raise Quarantined("no_place")
    found = {at.key: at for at in (_address(place, gazetteer) for place in stated)}
    return list(found.values())


def _address(at: PostedPlace, gazetteer: Gazetteer) -> _Address:
    if at.country not in _OURS and at.country.strip().upper().replace(".", "") not in _OURS:
        raise Quarantined("foreign_place", at.country)
    place, zip_code = _find(at, gazetteer)
    if place is None:
        raise Quarantined("unknown_place", " ".join(filter(None, [at.city, at.state, at.zip, at.text]))[:80])
    lat, lon = place.lat, place.lon
    if at.lat and at.lon and _is_near(at.lat, at.lon, place):
        lat, lon = round(at.lat, 4), round(at.lon, 4)
    street = line(at.street, 200) or None
    where = zip_code or f"{place.city} {place.state}"
    return _Address((f"{where} {street}" if street else where)[:80].lower(), street, place, zip_code, lat, lon)


_OURS = {"", "US", "USA", "UNITED STATES", "UNITED STATES OF AMERICA"}


def _find(at: PostedPlace, gazetteer: Gazetteer) -> tuple[Place | None, str | None]:
    """Return the place, and its zip code if the source states it or gives a street in a city with only one."""
    zip_code = at.zip.strip()[:5]
    if 2 < len(zip_code) < 5 and zip_code.isdigit():
        zip_code = zip_code.rjust(5, "0")
    if place := gazetteer.by_zip.get(zip_code):
        return place, place.zip
    state = state_code(at.state)
    if at.city and state and (place := gazetteer.city(at.city, state)):
        return place, None
    for found in _ZIP.finditer(at.text):
        if place := gazetteer.by_zip.get(found[0]):
            return place, place.zip
    parts = [part.strip() for part in re.split(r",| - |\(|\)", at.text) if part.strip()]
    for city, name in itertools.pairwise(parts):
        state = state_code(name)
        if state and (place := gazetteer.city(city, state)):
            return place, None
    return None, None


_ZIP = re.compile(r"\b\d{5}\b")


def _is_near(lat: float, lon: float, place: Place) -> bool:
    """Whether coordinates are plausible for this place: some feeds have 0, 0, or swap them."""
    return abs(lat - place.lat) < 1 and abs(lon - place.lon) < 1


@lru_cache(maxsize=4096)
def _instant(text: str, *, end_of_day: bool = False) -> datetime | None:
    """Parse an ISO 8601 or RFC 822 date, or Unix seconds; a date without time starts, or ends, in UTC."""
    text = text.strip()
    if not text:
        return None
    try:
        if text.isdigit() and len(text) >= 9:
            return datetime.fromtimestamp(int(text[:10]), UTC)
        at = datetime.fromisoformat(text) if text[0].isdigit() else parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    return at + timedelta(days=1) if end_of_day and len(text) <= 10 else at


def _short(text: str) -> str:
    """Return a short digest, for keys that are too long to store."""
    return blake2b(text.encode(), digest_size=16).hexdigest()
