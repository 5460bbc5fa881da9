"""Normalize a posting to catalog rows, or reject it with a reason.

Values that the source does not state stay empty. One row per place; remote work has one row without a place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, NamedTuple

from dayshift.core.names import is_link
from dayshift.jobs.feeds.dates import UnreadableDate, instant_of, is_day_first, says_no_end
from dayshift.jobs.feeds.pay import NOT_STATED, AbsurdPay, ForeignPay, Hourly, hourly
from dayshift.jobs.feeds.places import Address, Lost, addresses_of
from dayshift.jobs.feeds.posting import PostedPay, Posting
from dayshift.jobs.feeds.text import line, plain
from dayshift.knowledge.occupations import (
    SHIFTS,
    Gazetteer,
    Start,
    all_categories,
    employment_said,
    occupation_of,
    occupations,
    shifts_said,
    start_said,
    years_said,
    zone_of,
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
    "foreign_place": "its place is in a country that is not served here",
    "excluded_states": "it is open in all states but some: name those in which somebody may live",
    "unread_end": "its last day is not readable as a date",
    "foreign_pay": "its pay is not in US dollars, and it names no place of work",
    "duplicate_id": "an earlier posting of this feed has the same id and place",
    "wrong_encoding": "it has bytes that are not UTF-8",
    "unknown_columns": "the header has these columns, which are unknown and ignored",
    "wrong_number_of_values": "it has more or fewer values than the header has names",
    "not_json": "it is not JSON",
    "microdata": "it is microdata, which is not read: ask for JSON-LD",
    "too_long": "one of its values is too long",
    "wrong_text": "it has characters that are no text",
    "link_in_name": "its title or its employer has a link or an email address",
    "more_pages": "the feed says that there are more postings than it lists: import all of its pages",
    "no_texts": "the list has jobs without their texts, which are imported without a description",
    "unreadable": "it could not be read",
}
"""Every reason for quarantine, with a text for the operator."""

NOTES = {
    "absurd_pay": "its pay comes to less than $5 or more than $200 an hour, and is not listed",
    "unread_pay": "its pay is not readable, and is not listed",
    "foreign_pay": "its pay is not in US dollars, and is not listed",
    "unread_date": "this date is not readable",
    "too_long": "this text is too long: it is cut, and an address is left out",
    "no_end": "it has no last day, and stays open until it is no longer listed",
    "unknown_place": "this place of several is on no map",
    "foreign_place": "this place of several is in a country that is not served here",
    "excluded_states": "this limit excludes states",
}
"""Every reason why a value is not kept while its posting is, with a text for the operator."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings and data for normalization."""

    gazetteer: Gazetteer
    now: datetime
    employer: str = ""


class Note(NamedTuple):
    """A value that is not kept while its posting is: its field, the source's text, and one of `NOTES` as `reason`."""

    reason: str
    field: str
    text: str


class Normalised(NamedTuple):
    """The rows of a posting, none if it has expired; the unit in which it states its pay; and what is not kept."""

    rows: list[Row]
    unit: str | None
    notes: list[Note]


def normalise(posting: Posting, rules: Rules) -> Normalised:
    """Convert a posting to rows. Raises `Quarantined`.

    An error rejects only this posting.
    """
    if posting.problem:
        raise Quarantined(posting.problem, posting.detail)
    try:
        _check_texts(posting)
        return _normalised(posting, rules)
    except (ValueError, ArithmeticError, LookupError, TypeError, RecursionError) as error:
        raise Quarantined("unreadable", f"{type(error).__name__}: {error}"[:200]) from error


_MAX_DESCRIPTION = 1 << 20
_MAX_VALUE = 10_000
_MAX_PLACES = 1000


def _check_texts(posting: Posting) -> None:
    """Raise `Quarantined` for values that are too long or cannot be encoded as UTF-8."""
    texts = [value for name in _TEXTS if isinstance(value := getattr(posting, name), str)]
    texts += [
        value for part in (posting.pay, *posting.places, *posting.offices) for value in part if isinstance(value, str)
    ]
    texts += posting.lives_in
    if len(posting.description) > _MAX_DESCRIPTION or len(posting.places) + len(posting.offices) > _MAX_PLACES:
        raise Quarantined("too_long")
    if (longest := max(map(len, texts))) > _MAX_VALUE:
        raise Quarantined("too_long", f"{longest} characters")
    together = "".join((posting.description, *texts))
    if not together.isascii() and _SURROGATE.search(together):
        raise Quarantined("wrong_text", "a lone surrogate")
    if "\0" in posting.external_id or "\0" in posting.url:
        raise Quarantined("wrong_text", "a NUL")


_TEXTS = [one.name for one in fields(Posting) if one.name != "description"]
_SURROGATE = re.compile("[\ud800-\udfff]")


def _normalised(posting: Posting, rules: Rules) -> Normalised:
    external_id, title = posting.external_id.strip(), line(posting.title, 200)
    employer = line(posting.employer, 200) or rules.employer
    for reason, value in (("no_id", external_id), ("no_title", title), ("no_employer", employer)):
        if not value:
            raise Quarantined(reason, posting.detail if reason == "no_id" else "")
    for value in (title, employer):
        if is_link(value):
            raise Quarantined("link_in_name", value[:80])
    notes: list[Note] = []
    addresses = _addresses(posting, rules.gazetteer, notes)
    day_first = is_day_first(posting.expires) or is_day_first(posting.posted)
    ends = [_end(posting.expires, at, day_first=day_first) for at in addresses]
    if all(end is not None and end <= rules.now for end in ends):
        return Normalised([], None, [])
    notes += _cut(posting)
    if says_no_end(posting.expires):
        notes.append(Note("no_end", "expires", line(posting.expires, 80)))
    pay = _pay(posting, notes, is_at_place=not any(at.remote for at in addresses))
    shared = _shared(posting, title, employer, pay, rules.now)
    shared["posted_at"] = _posted(posting.posted, addresses[0], notes, day_first=day_first)
    several = len(addresses) > 1
    rows = [
        _row(shared, external_id + (f"@{at.key}" if several else ""), at, end)
        for at, end in zip(addresses, ends, strict=True)
        if end is None or end > rules.now
    ]
    return Normalised(rows, pay.unit, notes)


_MAX_LENGTHS = {"title": 200, "employer": 200, "licence": 200, "url": 500}


def _cut(posting: Posting) -> Iterator[Note]:
    """Yield a note for each text that is longer than what is stored of it."""
    for name, most in _MAX_LENGTHS.items():
        value: str = getattr(posting, name)
        if len(value) > most and len(text := line(value, len(value))) > most:
            yield Note("too_long", name, text[:80])
    if len(line(posting.pay.text, len(posting.pay.text))) > 200:
        yield Note("too_long", "pay", posting.pay.text[:80])


def _end(text: str, at: Address, *, day_first: bool) -> datetime | None:
    """Return when a job ends. A posting whose end is not readable would stay open for ever."""
    try:
        return instant_of(text, zone_of(at.state, at.near), is_end=True, day_first=day_first)
    except UnreadableDate as error:
        raise Quarantined("unread_end", str(error)) from None


def _posted(text: str, at: Address, notes: list[Note], *, day_first: bool) -> datetime | None:
    try:
        return instant_of(text, zone_of(at.state, at.near), day_first=day_first)
    except UnreadableDate as error:
        notes.append(Note("unread_date", "posted", str(error)))
        return None


def _pay(posting: Posting, notes: list[Note], *, is_at_place: bool) -> Hourly:
    stated = posting.pay
    try:
        pay = hourly(stated)
    except AbsurdPay as error:
        notes.append(Note("absurd_pay", "pay", f"{_words_of(stated)}: {error}"))
        return NOT_STATED
    except ForeignPay as error:
        if not is_at_place:  # Work from home for another country.
            raise Quarantined("foreign_pay", str(error)) from None
        notes.append(Note("foreign_pay", "pay", line(stated.text, 80) or f"{error} {_words_of(stated)}"))
        return NOT_STATED
    if (
        pay == NOT_STATED
        and any(one.isdigit() for one in _words_of(stated))
        and (stated.low or stated.high or _UNREAD.search(stated.text))
    ):
        notes.append(Note("unread_pay", "pay", _words_of(stated)))
    return pay


_UNREAD = re.compile(r"[1-9]")


def _words_of(pay: PostedPay) -> str:
    amounts = " to ".join(f"{amount:,.2f}" for amount in (pay.low, pay.high) if amount)
    return line(pay.text, 80) or f"{amounts} {pay.unit}".strip()


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
    }


_WEB = re.compile(r"https?://[^\s<>\"']+$")


def _row(shared: Row, external_id: str, at: Address, end: datetime | None) -> Row:
    return {
        **shared,
        "external_id": external_id if len(external_id) <= 200 else external_id[:160] + _short(external_id),
        "street": at.street,
        "city": at.city,
        "state": at.state,
        "zip": at.zip,
        "lat": at.lat,
        "lon": at.lon,
        "remote": at.remote,
        "expires_at": end,
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
    try:
        day = instant_of(start, zone_of(None, None))
    except UnreadableDate:
        day = None
    if day is None:
        return start_said(start.replace("immediately", "now"))
    if day <= now + timedelta(days=1):
        return "immediately"
    if day <= now + timedelta(days=8):
        return "within-1-week"
    return "within-2-weeks" if day <= now + timedelta(days=15) else None


def _addresses(posting: Posting, gazetteer: Gazetteer, notes: list[Note]) -> list[Address]:
    stated = [at for at in (*posting.places, *posting.offices) if at.zip or at.city or at.text or at.country]
    found, lost = addresses_of(posting, gazetteer)
    if not (found or lost or stated):
        raise Quarantined("no_place")
    if not found:
        said = next((at.text or at.city for at in stated), "")
        worst = min(lost, key=lambda one: one.reason, default=Lost("unknown_place", said))
        raise Quarantined(worst.reason, worst.text[:80])
    notes += [Note(one.reason, "place", one.text[:80]) for one in lost]
    return found


def _short(text: str) -> str:
    """Return a short digest, for keys that are too long to store."""
    return blake2b(text.encode(), digest_size=16).hexdigest()
