"""The current time, and time zones by their IANA names."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import available_timezones


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC. All code gets the time from here."""
    return datetime.now(UTC)


def is_zone(name: str) -> bool:
    """Whether `name` is a time zone such as 'America/New_York' or 'UTC'."""
    return name in _known_zones()


@cache
def _known_zones() -> frozenset[str]:
    # Names like 'localtime' mean something else on every machine.
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")
