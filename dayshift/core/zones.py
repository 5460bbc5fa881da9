"""Time zones by their IANA names."""

from functools import cache
from zoneinfo import available_timezones


@cache
def _known() -> frozenset[str]:
    # Names like 'localtime' mean something else on every machine.
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")


def is_zone(name: str) -> bool:
    """Whether `name` is a time zone such as 'America/New_York' or 'UTC'."""
    return name in _known()
