"""The interview times that stage 2 of matching offers. Pure."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Day = Literal["today", "tomorrow", "weekend"]

TEMPLATE: tuple[tuple[Day, time], ...] = (
    ("today", time(15)),
    ("today", time(17, 30)),
    ("tomorrow", time(9)),
    ("tomorrow", time(14)),
    ("tomorrow", time(19)),
    ("weekend", time(10)),
)
SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Offer:
    """An offered time: the day and time for the candidate, and the instant in UTC."""

    day: Day
    start: datetime


def offers(at: datetime, zone: ZoneInfo) -> list[Offer]:
    """Return the template's six times as of `at` in `zone`, without past ones."""
    here = at.astimezone(zone)
    made = [Offer(day, _start(_date(day, time_, here), time_, zone)) for day, time_ in TEMPLATE]
    return [offer for offer in made if offer.start > at]


def _date(day: Day, time_: time, here: datetime) -> date:
    today = here.date()
    if day == "today":
        return today
    if day == "tomorrow":
        return today + timedelta(days=1)
    to_saturday = SATURDAY - today.weekday()
    if to_saturday > 0:
        return today + timedelta(days=to_saturday)
    over = here.time() >= time_  # On a Saturday after that time, Sunday is still left.
    return today + timedelta(days=1) if to_saturday == 0 and over else today


def _start(day: date, time_: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time_, zone).astimezone(UTC)
