"""Load coaches, their availability, and bookings."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, func, literal_column, or_, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by, sign
from dayshift.scheduling.availability import Rota, free_starts, local_day, quarters, within_guest_share
from dayshift.scheduling.models import bookings, coach_quarters, coaches

BOOKED_LATELY = timedelta(days=90)
BOOKING_LINK = "booking"
COACH_LINK = "coach"


@dataclass(frozen=True, slots=True)
class Coach:
    """A hiring coach. `shifts` and `days_off` are as stored; `rota` is their parsed form."""

    id: str
    email: str
    name: str
    zone: str
    shifts: dict[str, list[list[int]]]
    days_off: list[str]
    buffer_minutes: int
    daily_limit: int
    link_version: int

    @property
    def rota(self) -> Rota:
        """Return the coach's working hours."""
        return Rota(
            zone=ZoneInfo(self.zone),
            shifts={int(day): [(start, end) for start, end in shifts] for day, shifts in self.shifts.items()},
            days_off=frozenset(date.fromisoformat(day) for day in self.days_off),
            buffer=timedelta(minutes=self.buffer_minutes),
            daily_limit=self.daily_limit,
        )


@dataclass(frozen=True, slots=True)
class Booking:
    """A time with a coach; `state` is 'held', 'booked' or 'cancelled', `zone` the candidate's."""

    id: str
    coach_id: str | None
    user_id: str | None
    state: str
    starts_at: datetime
    ends_at: datetime
    zone: str
    name: str
    email: str | None
    phone: str | None
    language: str
    sequence: int
    held_until: datetime | None
    source: str
    moved: bool
    time_asked: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class FreeTime:
    """A coach's free slots. `load` is the number of the coach's bookings on the days in question."""

    coach: Coach
    starts: list[datetime]
    load: int


_coach_columns = [coaches.c[name] for name in Coach.__slots__]
_coach = select(*_coach_columns).where(coaches.c.id == bindparam("id"))
_active = select(*_coach_columns).where(coaches.c.active).order_by(coaches.c.id)
_coach_locked = _active.where(coaches.c.id == bindparam("coach")).with_for_update()
_booking_columns = [bookings.c[name] for name in Booking.__slots__]
_booking = select(*_booking_columns).where(bookings.c.id == bindparam("id"))
_booking_locked = _booking.with_for_update()
_of_user = (
    select(*_booking_columns)
    .where(bookings.c.user_id == bindparam("user"), bookings.c.state == "booked", bookings.c.ends_at > bindparam("now"))
    .order_by(bookings.c.starts_at)
)
_of_coach = (
    select(*_booking_columns)
    .where(bookings.c.coach_id == bindparam("coach"), bookings.c.starts_at >= bindparam("since"))
    .where(bookings.c.state == "booked")
    .order_by(bookings.c.starts_at)
)
_who_booked = (
    select(bookings.c.user_id)
    .where(bookings.c.coach_id == bindparam("coach"), bookings.c.state == "booked", bookings.c.user_id.is_not(None))
    .where(bookings.c.starts_at >= bindparam("since"))
)
_is_booked = (
    select(bookings.c.id)
    .where(bookings.c.user_id == bindparam("user"), bookings.c.coach_id == bindparam("coach"))
    .where(bookings.c.state == "booked", bookings.c.starts_at >= bindparam("since"))
    .limit(1)
)
_to_come = select(func.count()).where(bookings.c.state == "booked", bookings.c.starts_at > bindparam("now"))
_to_come_of_user = _to_come.where(bookings.c.user_id == bindparam("user"))
_to_come_of_address = _to_come.where(bookings.c.email == bindparam("email"), bookings.c.user_id.is_(None))
_held_by_user = select(func.count()).where(
    bookings.c.user_id == bindparam("user"), bookings.c.state == "held", bookings.c.held_until > bindparam("now")
)
_live = or_(bookings.c.state == "booked", bookings.c.held_until > bindparam("now"))
_not_cancelled = bookings.c.state != literal_column("'cancelled'")  # As in the index on `starts_at`.
_taken = (
    select(coach_quarters.c.coach_id, coach_quarters.c.quarter, bookings.c.id, bookings.c.starts_at, bookings.c.user_id)
    .join(bookings, bookings.c.id == coach_quarters.c.booking_id)
    .where(_not_cancelled, _live, bookings.c.starts_at >= bindparam("first"), bookings.c.starts_at < bindparam("until"))
)
_ids_of = select(bookings.c.id).where(
    (bookings.c.email == bindparam("address")) | (bookings.c.user_id == bindparam("user"))
)


def all_booking_ids(tx: Tx) -> list[str]:
    """Return the ids of all bookings."""
    return list(tx.execute(select(bookings.c.id)).scalars())


def booking_ids_of(tx: Tx, address: str | None, user_id: str | None = None) -> list[str]:
    """Return the ids of all bookings with this address, or from this account."""
    return list(tx.execute(_ids_of, {"address": address, "user": user_id}).scalars())


def address_of_booking(tx: Tx, booking_id: str) -> str | None:
    """Return the email address of a booking, None if it has none. Raises `NotFound`."""
    return find_booking(tx, booking_id).email


def find_coach(tx: Tx, coach_id: str) -> Coach:
    """Return the coach, active or not. Raises `NotFound`."""
    row = tx.execute(_coach, {"id": coach_id}).first()
    if row is None:
        raise NotFound
    return Coach(*row)


def active_coaches(tx: Tx) -> list[Coach]:
    """Return all coaches who can be booked."""
    return [Coach(*row) for row in tx.execute(_active)]


def free_time(
    tx: Tx, first: datetime, until: datetime, at: datetime, *, guest: bool = False, locked: str | None = None
) -> list[FreeTime]:
    """Return the free slots of every active coach in [first, until), as of `at`.

    A `guest` (without an account) is offered only a share of each coach's day.

    With `locked`, only those of this coach, who is locked until the commit: what is free now is still free when it is
    booked.
    """
    rows = tx.execute(_coach_locked, {"coach": locked}) if locked else tx.execute(_active)
    found = [Coach(*row) for row in rows]
    margin = timedelta(days=2)  # A local day, and the buffer after a slot, may extend beyond the range.
    taken: dict[str, set[int]] = defaultdict(set)
    starts: dict[str, dict[str, datetime]] = defaultdict(dict)
    by_guests: dict[str, dict[str, datetime]] = defaultdict(dict)
    for coach_id, quarter, booking_id, start, user_id in tx.execute(
        _taken, {"now": at, "first": first - margin, "until": until + margin}
    ):
        taken[coach_id].add(quarter)
        starts[coach_id][booking_id] = start
        if user_id is None:
            by_guests[coach_id][booking_id] = start
    found_free = []
    for coach in found:
        rota, booked = coach.rota, starts[coach.id].values()
        free = free_starts(rota, first, until, taken[coach.id], _by_day(rota, booked))
        if guest:
            free = within_guest_share(rota, free, _by_day(rota, by_guests[coach.id].values()))
        found_free.append(FreeTime(coach, free, len(booked)))
    return found_free


def _by_day(rota: Rota, starts: Iterable[datetime]) -> Counter[date]:
    return Counter(local_day(rota, start) for start in starts)


def find_booking(tx: Tx, booking_id: str, *, for_update: bool = False) -> Booking:
    """Return the booking with this id; the caller has checked access. Raises `NotFound`."""
    row = tx.execute(_booking_locked if for_update else _booking, {"id": booking_id}).first()
    if row is None:
        raise NotFound
    return Booking(*row)


def open_booking(tx: Tx, key: str, *, for_update: bool = False) -> Booking:
    """Return the booking of a signed link. Raises `NotFound`."""
    return find_booking(tx, opened_by(tx, BOOKING_LINK, key), for_update=for_update)


def key_of(tx: Tx, booking: Booking) -> str:
    """Return the key for the links of this booking."""
    return sign(tx, BOOKING_LINK, booking.id)


def bookings_of_user(tx: Tx, user_id: str, at: datetime) -> list[Booking]:
    """Return a user's current and future bookings, soonest first."""
    return [Booking(*row) for row in tx.execute(_of_user, {"user": user_id, "now": at})]


def count_to_come(tx: Tx, user_id: str | None, email: str, at: datetime) -> int:
    """Count the future bookings of a user, or of an address without an account.

    They are counted separately, so that nobody can use up a user's limit by booking with their address.
    """
    if user_id is not None:
        return tx.execute(_to_come_of_user, {"user": user_id, "now": at}).scalar_one()
    return tx.execute(_to_come_of_address, {"email": email, "now": at}).scalar_one()


def count_held(tx: Tx, user_id: str, at: datetime) -> int:
    """Count the slots that a user holds now."""
    return tx.execute(_held_by_user, {"user": user_id, "now": at}).scalar_one()


def coach_key(tx: Tx, coach: Coach) -> str:
    """Return the key for the private link of this coach."""
    return sign(tx, COACH_LINK, f"{coach.id}:{coach.link_version}")


def open_coach(tx: Tx, key: str) -> Coach:
    """Return the coach of a private link. Raises `NotFound`, also for a replaced link."""
    coach_id, _, version = opened_by(tx, COACH_LINK, key).partition(":")
    coach = find_coach(tx, coach_id)
    if str(coach.link_version) != version:
        raise NotFound
    return coach


def bookings_of_coach(tx: Tx, coach_id: str, since: datetime) -> list[Booking]:
    """Return a coach's bookings from `since` on, earliest first."""
    return [Booking(*row) for row in tx.execute(_of_coach, {"coach": coach_id, "since": since})]


def has_booked(tx: Tx, coach_id: str) -> set[str]:
    """Return the users who have a booking with this coach, or had one in the last 90 days."""
    return set(tx.execute(_who_booked, {"coach": coach_id, "since": now() - BOOKED_LATELY}).scalars())


def is_booked_by(tx: Tx, coach_id: str, user_id: str) -> bool:
    """Whether this user is in `has_booked`."""
    at = {"coach": coach_id, "user": user_id, "since": now() - BOOKED_LATELY}
    return tx.execute(_is_booked, at).first() is not None


def quarters_of(coach: Coach, start: datetime) -> range:
    """Return the quarter hours that a booking at `start` occupies for this coach."""
    return quarters(coach.rota, start)
