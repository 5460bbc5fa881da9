"""The current time, and time zones by their IANA names."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import available_timezones


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC. All code gets the time from here."""
    return datetime.now(UTC)


def find_zone(name: str) -> str | None:
    """Return a time zone's name as the IANA database spells it, aliases included; None if there is no such zone."""
    return _known_zones().get(name.lower())


@cache
def _known_zones() -> dict[str, str]:
    # These mean something else on every machine, or nothing.
    others = {"localtime", "Factory", "posixrules"}
    return {name.lower(): name for name in available_timezones() if name not in others}
