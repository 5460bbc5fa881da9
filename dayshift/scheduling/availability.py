"""Availability of coaches. Pure.

Working hours are wall-clock times in the coach's zone; they are converted to instants day by day, so that
days on which the clocks change have the right length (23 or 25 hours).
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

SLOT_MINUTES = 30
SLOT = timedelta(minutes=SLOT_MINUTES)
QUARTER = timedelta(minutes=15)
"""The resolution of a coach's schedule. UTC offsets of all current zones are multiples of it."""
DAY_MINUTES = 24 * 60

Shift = tuple[int, int]
"""From and until, in minutes of the local day: (540, 1020) is 9:00 to 17:00; 1440 is the end of the day."""


@dataclass(frozen=True, slots=True)
class Rota:
    """Working hours: shifts by weekday (0 is Monday), and limits on the day."""

    zone: ZoneInfo
    shifts: Mapping[int, Sequence[Shift]]
    days_off: AbstractSet[date]
    buffer: timedelta
    daily_limit: int


def openings(rota: Rota, first: datetime, until: datetime) -> list[datetime]:
    """Return the starts, in UTC and in order, of all slots within working hours that begin in [first, until)."""
    day = first.astimezone(rota.zone).date()
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
    """Return the openings that can still be booked.

    `taken` holds the occupied quarter hours, `booked` the number of bookings on each local day.
    """
    return [
        start
        for start in openings(rota, first, until)
        if booked.get(local_day(rota, start), 0) < rota.daily_limit and taken.isdisjoint(quarters(rota, start))
    ]


def within_guest_share(rota: Rota, free: Sequence[datetime], by_guests: Mapping[date, int]) -> list[datetime]:
    """Return the free starts on days on which guests have taken less than their share.

    `by_guests` is the number of bookings and holds on each local day by people without an account. The rest of a
    coach's day is for people with an account, whose limits cannot be evaded by using many addresses.
    """
    return [start for start in free if by_guests.get(day := local_day(rota, start), 0) < guest_share(rota, day)]


def guest_share(rota: Rota, day: date) -> int:
    """Return how many slots of the coach's day guests may take: three of four, rounded up."""
    shifts = () if day in rota.days_off else rota.shifts.get(day.weekday(), ())
    slots = sum((end - start) // SLOT_MINUTES for start, end in shifts)
    return -(-3 * min(slots, rota.daily_limit) // 4)


def quarters(rota: Rota, start: datetime) -> range:
    """Return the quarter hours since 1970 that a slot occupies: the slot and the buffer after it."""
    begin = quarter_of(start)
    return range(begin, begin + -(-(SLOT + rota.buffer) // QUARTER))


def quarter_of(moment: datetime) -> int:
    """Return the number of quarter hours since 1970 at a moment."""
    return int(moment.timestamp()) // int(QUARTER.total_seconds())


def local_day(rota: Rota, start: datetime) -> date:
    """Return the coach's calendar day of `start`."""
    return start.astimezone(rota.zone).date()


def _starts(zone: ZoneInfo, day: date, shift: Shift) -> Iterator[datetime]:
    start, end = _begin(zone, day, shift[0]), min(_instants(zone, day, shift[1]))
    while start + SLOT <= end:
        yield start
        start += SLOT


def _begin(zone: ZoneInfo, day: date, minutes: int) -> datetime:
    """Return the start of a shift. A repeated hour counts twice for the shift; a skipped one does not exist.

    If only the end of a repeated hour is in the shift, it starts at the second occurrence, because in between the clock
    shows earlier times. A shift that ends within such an hour ends at the first occurrence, for the same reason.
    """
    first, second = _instants(zone, day, minutes)
    return second if (second - QUARTER).astimezone(zone).fold else first


def _instants(zone: ZoneInfo, day: date, minutes: int) -> tuple[datetime, datetime]:
    """Return the first and last instant at which the clock shows that time; the first is later if it is skipped."""
    days, minutes = divmod(minutes, DAY_MINUTES)
    wall = datetime.combine(day + timedelta(days=days), time(minutes // 60, minutes % 60), zone)
    return wall.astimezone(UTC), wall.replace(fold=1).astimezone(UTC)
