"""The current time, and time zones by their IANA names."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC. All code gets the time from here."""
    return datetime.now(UTC)


def to_micros(time: datetime) -> int:
    """Return the microseconds from 1970 to a time, for keys of pages: each number of up to 16 digits is a time."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def from_micros(micros: int) -> datetime:
    """Return the time that is this many microseconds after 1970, in UTC."""
    return _EPOCH + timedelta(microseconds=micros)


def find_zone(name: str) -> str | None:
    """Return a time zone's name as the IANA database spells it, aliases included; None if there is no such zone."""
    return _known_zones().get(name.lower())


@cache
def _known_zones() -> dict[str, str]:
    # These mean something else on every machine, or nothing.
    others = {"localtime", "Factory", "posixrules"}
    return {name.lower(): name for name in available_timezones() if name not in others}
