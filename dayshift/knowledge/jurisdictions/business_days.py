"""Business days: Monday to Friday without the public holidays of a place.

The one meaning for promises to reply, waits that a law demands, our own deadlines and the daily digest. Locations state
one span of hours for every day, so no weekday is closed at one of them alone.
"""

from datetime import date, timedelta
from functools import cache

SATURDAY = 5


def is_business_day(day: date, state: str | None = None) -> bool:
    """Whether a day is neither on a weekend nor a public holiday: of the US, and of `state` if it is known."""
    return day.weekday() < SATURDAY and day not in _holidays(day.year, state)


def add_business_days(day: date, days: int, state: str | None = None) -> date:
    """Return the business day that is so many business days after `day`, which itself does not count."""
    while days:
        day += timedelta(days=1)
        days -= is_business_day(day, state)
    return day


@cache
def _holidays(year: int, state: str | None) -> frozenset[date]:
    import holidays  # noqa: PLC0415  (slow to import)

    found = holidays.country_holidays("US", years=year)
    if state in found.subdivisions:  # Not of Palau and other postal places, which have no holidays there.
        found = holidays.country_holidays("US", subdiv=state, years=year)
    return frozenset(found)
