"""When a coach has time. Pure.

Working hours are wall-clock times of the coach's zone; what they are as instants is worked out day by
day, so that a day on which the clocks change has the hours it really has (23 or 25 of 24).
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

SLOT_MINUTES = 30
SLOT = timedelta(minutes=SLOT_MINUTES)
QUARTER = timedelta(minutes=15)
"""The grain of a coach's time. Every zone in use is whole quarters away from UTC."""
DAY_MINUTES = 24 * 60

Shift = tuple[int, int]
"""From and until, in minutes of the local day: (540, 1020) is 9:00 to 17:00; 1440 is the end of the day."""


@dataclass(frozen=True, slots=True)
class Rota:
    """When somebody works: shifts by weekday (0 is Monday), and what else bounds their day."""

    zone: ZoneInfo
    shifts: Mapping[int, Sequence[Shift]]
    days_off: AbstractSet[date]
    buffer: timedelta
    daily_limit: int


def openings(rota: Rota, first: datetime, until: datetime) -> list[datetime]:
    """The starts, in UTC and in order, of all slots that begin in [first, until) and lie within working hours."""
    day = first.astimezone(rota.zone).date() - timedelta(days=1)
    last = until.astimezone(rota.zone).date()
    found: set[datetime] = set()
    while day <= last:
        if day not in rota.days_off:
            for shift in rota.shifts.get(day.weekday(), ()):
                found.update(_starts(rota.zone, day, shift))
        day += timedelta(days=1)
    return sorted(start for start in found if first <= start < until)


def free_starts(
    rota: Rota, first: datetime, until: datetime, taken: AbstractSet[int], booked: Mapping[date, int]
) -> list[datetime]:
    """The openings that can still be booked.

    `taken` holds the quarters that are spoken for, `booked` how many bookings each local day has.
    """
    return [
        start
        for start in openings(rota, first, until)
        if booked.get(local_day(rota, start), 0) < rota.daily_limit and taken.isdisjoint(quarters(rota, start))
    ]


def within_guest_share(rota: Rota, free: Sequence[datetime], by_guests: Mapping[date, int]) -> list[datetime]:
    """The free starts of days of which guests have taken less than their share.

    `by_guests` holds how many bookings and holds each local day has from people without an account. The rest of a
    coach's day is for people with an account, whose limits cannot be evaded by using many addresses.
    """
    return [start for start in free if by_guests.get(day := local_day(rota, start), 0) < guest_share(rota, day)]


def guest_share(rota: Rota, day: date) -> int:
    """How many slots of the coach's day guests may take: three of four, rounded up."""
    shifts = () if day in rota.days_off else rota.shifts.get(day.weekday(), ())
    slots = sum((end - start) // SLOT_MINUTES for start, end in shifts)
    return -(-3 * min(slots, rota.daily_limit) // 4)


def quarters(rota: Rota, start: datetime) -> range:
    """The quarters since 1970 that a slot takes of its coach: itself and the pause after it."""
    begin = quarter_of(start)
    return range(begin, begin + -(-(SLOT + rota.buffer) // QUARTER))


def quarter_of(moment: datetime) -> int:
    """The number of the quarter since 1970 in which a moment lies."""
    return int(moment.timestamp()) // int(QUARTER.total_seconds())


def local_day(rota: Rota, start: datetime) -> date:
    """The coach's calendar day in which `start` lies."""
    return start.astimezone(rota.zone).date()


def _starts(zone: ZoneInfo, day: date, shift: Shift) -> Iterator[datetime]:
    start, end = _begin(zone, day, shift[0]), min(_instants(zone, day, shift[1]))
    while start + SLOT <= end:
        yield start
        start += SLOT


def _begin(zone: ZoneInfo, day: date, minutes: int) -> datetime:
    """When a shift begins. An hour that comes twice belongs to it twice; one that is skipped is no time at all.

    If only the end of such an hour is in the shift, then only the second time: between the two the clock shows a time
    before it. A shift that ends within the hour does so the first time, likewise.
    """
    first, second = _instants(zone, day, minutes)
    just_before = (second - QUARTER).astimezone(zone)
    goes_on = just_before.date() == day and just_before.hour * 60 + just_before.minute >= minutes
    return first if first < second and goes_on else max(first, second)


def _instants(zone: ZoneInfo, day: date, minutes: int) -> tuple[datetime, datetime]:
    """When the clock shows that time for the first and for the last time; the first is later if it is skipped."""
    days, minutes = divmod(minutes, DAY_MINUTES)
    wall = datetime.combine(day + timedelta(days=days), time(minutes // 60, minutes % 60), zone)
    return wall.astimezone(UTC), wall.replace(fold=1).astimezone(UTC)
