"""Changes to bookings, in an open transaction."""

import contextlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, literal_column, select, update

from dayshift.accounts import find_user_by_email
from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.signing import opened_by
from dayshift.scheduling.availability import QUARTER, SLOT, quarter_of
from dayshift.scheduling.errors import BookingOver, SlotPast, SlotTaken, TooManyBookings
from dayshift.scheduling.events import BookingCancelled, BookingHeardOf, BookingMade, BookingMoved
from dayshift.scheduling.models import bookings, coach_quarters, coaches
from dayshift.scheduling.queries import (
    BOOKING_LINK,
    Booking,
    Coach,
    count_held,
    count_to_come,
    find_booking,
    free_time,
    open_booking,
    quarters_of,
)
from dayshift.scheduling.webhooks import ExternalBooking

HOLD = timedelta(minutes=10)
NOTICE = timedelta(hours=1)
"""Minimum notice of a booking for its coach."""
HORIZON = timedelta(days=60)
KEPT_PAST = timedelta(days=7)
"""How long the quarter hours of past bookings are kept."""
MAX_FORGOTTEN = timedelta(days=30) // QUARTER
"""Maximum quarter hours deleted per coach and run: a month."""
MAX_UPCOMING = 3
MAX_HELD = 3
"""Maximum slots that one account holds at once: a few tabs."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person who books. `user_id` is None without an account."""

    user_id: str | None
    name: str
    email: str
    phone: str | None
    zone: str
    language: str = "en"


_insert_booking = insert(bookings)
_insert_outside = (
    insert(bookings)
    .on_conflict_do_nothing(index_elements=[bookings.c.source, bookings.c.external_id])
    .returning(bookings.c.id)
)
_from_outside = (bookings.c.source == bindparam("from")) & (bookings.c.external_id == bindparam("external"))
_known = select(bookings.c.id).where(_from_outside)
_end = (
    update(bookings)
    .where(_from_outside, bookings.c.state == "booked")
    .values(
        state="cancelled", moved=bindparam("to_other"), time_asked=bindparam("asked"), sequence=bookings.c.sequence + 1
    )
    .returning(bookings.c.id)
)
_move_outside = (
    update(bookings)
    .where(_from_outside, bookings.c.state == "booked", bookings.c.starts_at != bindparam("to_start"))
    .values(starts_at=bindparam("to_start"), ends_at=bindparam("to_end"), sequence=bookings.c.sequence + 1)
    .returning(bookings.c.id)
)
_insert_quarters = insert(coach_quarters).on_conflict_do_nothing().returning(coach_quarters.c.quarter)
_free_quarters = delete(coach_quarters).where(coach_quarters.c.booking_id == bindparam("booking"))
_drop_lapsed = delete(bookings).where(
    bookings.c.state == literal_column("'held'"), bookings.c.held_until <= bindparam("now")
)
_drop_hold = delete(bookings).where(bookings.c.id == bindparam("booking"), bookings.c.state == "held")
_drop_of_address = delete(bookings).where(bookings.c.email == bindparam("address"))
_renew_link = (
    update(coaches).where(coaches.c.email == bindparam("address")).values(link_version=coaches.c.link_version + 1)
)
_every_coach = select(coaches.c.id)
_past_quarter = (
    select(coach_quarters.c.quarter)
    .where(coach_quarters.c.coach_id == bindparam("coach"), coach_quarters.c.quarter < bindparam("before"))
    .order_by(coach_quarters.c.quarter)
    .limit(1)
)
_forget_quarters = delete(coach_quarters).where(
    coach_quarters.c.coach_id == bindparam("coach"),
    coach_quarters.c.quarter.between(bindparam("first"), bindparam("last")),
)
_one = bookings.c.id == bindparam("booking")


def reserve(tx: Tx, start: datetime, zone: str, instead: str | None, user_id: str | None = None) -> Booking:
    """Hold a slot for some minutes, replacing the hold with the key `instead`.

    Raises `SlotTaken`, `SlotPast`, or `TooManyBookings` if this account holds the maximum number of slots.
    """
    if user_id is not None:
        hold_lock(tx, f"bookings of {user_id}")
    at = now()
    if instead:
        _let_go(tx, instead)
    if user_id is not None and count_held(tx, user_id, at) >= MAX_HELD:
        raise TooManyBookings
    coach = _find_time(tx, start, at, guest=user_id is None)
    made = _booking_values(start, at, zone) | {"coach_id": coach.id, "state": "held", "held_until": at + HOLD}
    made["user_id"] = user_id
    tx.execute(_insert_booking, made)
    _occupy(tx, coach, made["id"], start)
    return find_booking(tx, made["id"])


def book(tx: Tx, start: datetime, visitor: Visitor, held: str | None) -> Booking:
    """Book a slot: the one held with the key `held`, otherwise a free one.

    Raises `SlotTaken`, `SlotPast` or `TooManyBookings`; then nothing has changed.
    """
    hold_lock(tx, f"bookings of {visitor.user_id or visitor.email}")
    at = now()
    if count_to_come(tx, visitor.user_id, visitor.email, at) >= MAX_UPCOMING:
        raise TooManyBookings
    person = {"user_id": visitor.user_id, "name": visitor.name, "email": visitor.email}
    person |= {"phone": visitor.phone, "zone": visitor.zone, "language": visitor.language}
    kept = _still_held(tx, held, start, at) if held else None
    if kept is None:
        kept = reserve(tx, start, visitor.zone, held, visitor.user_id)
    _set(tx, kept, state="booked", held_until=None, **person)
    publish(tx, BookingMade(kept.id))
    return find_booking(tx, kept.id)


def move(tx: Tx, key: str, start: datetime) -> Booking:
    """Move the booking to another time, with the same coach if possible. Raises the same errors as `book`."""
    at = now()
    booking = _changeable(tx, key, at)
    if booking.starts_at == start:
        return booking
    tx.execute(_free_quarters, {"booking": booking.id})
    coach = _find_time(tx, start, at, rather=booking.coach_id, guest=booking.user_id is None)
    _occupy(tx, coach, booking.id, start)
    _set(tx, booking, coach_id=coach.id, starts_at=start, ends_at=start + SLOT, sequence=booking.sequence + 1)
    publish(tx, BookingMoved(booking.id, booking.coach_id))
    return find_booking(tx, booking.id)


def cancel(tx: Tx, key: str) -> Booking:
    """Cancel the booking and free its slot. Idempotent."""
    booking = open_booking(tx, key, for_update=True)
    if booking.state == "cancelled":
        return booking
    booking = _changeable(tx, key, now())
    tx.execute(_free_quarters, {"booking": booking.id})
    _set(tx, booking, state="cancelled", sequence=booking.sequence + 1)
    publish(tx, BookingCancelled(booking.id))
    return find_booking(tx, booking.id)


def release(tx: Tx, key: str) -> None:
    """Release a held slot. Raises `NotFound` for an invalid key."""
    tx.execute(_drop_hold, {"booking": opened_by(tx, BOOKING_LINK, key)})


def record_outside(tx: Tx, outside: ExternalBooking) -> None:
    """Store a booking reported by an external calendar. Canceled bookings stay canceled. Idempotent.

    A move is one booking that ends without a word and another one: the two messages come in either order.
    """
    if outside.replaces and not _end_outside(tx, outside.source, outside.replaces, moved=True):
        _insert(tx, replace(outside, external_id=outside.replaces, cancelled=True))
    if outside.cancelled:
        is_known = _end_outside(
            tx, outside.source, outside.external_id, moved=outside.moved, time_asked=outside.time_asked
        )
        if not is_known:
            _insert(tx, outside)
    elif not _insert(tx, outside) and outside.moved:
        values = {"to_start": outside.starts_at, "to_end": outside.ends_at}
        moved = tx.execute(_move_outside, {"from": outside.source, "external": outside.external_id, **values}).first()
        if moved:
            publish(tx, BookingHeardOf(moved.id))


def _insert(tx: Tx, outside: ExternalBooking) -> bool:
    """Store an external booking; return whether it is new."""
    user = find_user_by_email(tx, outside.email)
    values = _booking_values(outside.starts_at, now(), outside.zone) | {
        "ends_at": outside.ends_at,
        "user_id": user.id if user else None,
        "state": "cancelled" if outside.cancelled else "booked",
        "moved": outside.cancelled and outside.moved,
        "time_asked": outside.time_asked,
        "name": outside.name,
        "email": outside.email,
        "sequence": int(outside.moved),
        "source": outside.source,
        "external_id": outside.external_id,
    }
    new = tx.execute(_insert_outside, values).first() is not None
    if new:
        publish(tx, BookingHeardOf(values["id"]))
    return new


def _end_outside(tx: Tx, source: str, external_id: str, *, moved: bool, time_asked: bool = False) -> bool:
    """Cancel an external booking; return whether it existed."""
    values = {"from": source, "external": external_id, "to_other": moved, "asked": time_asked}
    ended = tx.execute(_end, values).first()
    if ended and not moved:
        publish(tx, BookingHeardOf(ended.id))
    return ended is not None or tx.execute(_known, {"from": source, "external": external_id}).first() is not None


def forget_past_quarters(tx: Tx) -> int:
    """Delete expired holds, and the quarter hours of past bookings; return how many quarter hours.

    Each run deletes at most a month per coach: after a long pause the next runs delete the rest.
    """
    at = now()
    tx.execute(_drop_lapsed, {"now": at})
    before = quarter_of(at - KEPT_PAST)
    forgotten = 0
    for coach in tx.execute(_every_coach).scalars().all():
        first = tx.execute(_past_quarter, {"coach": coach, "before": before}).scalar()
        if first is not None:
            last = min(before, first + MAX_FORGOTTEN) - 1
            forgotten += tx.execute(_forget_quarters, {"coach": coach, "first": first, "last": last}).rowcount
    return forgotten


def erase_bookings(tx: Tx, address: str) -> int:
    """Delete all bookings with this address, with or without an account; return how many."""
    return tx.execute(_drop_of_address, {"address": address}).rowcount


def renew_link(tx: Tx, email: str) -> None:
    """Invalidate every earlier private link of a coach. Raises `NotFound`."""
    if tx.execute(_renew_link, {"address": email}).rowcount == 0:
        raise NotFound


def _changeable(tx: Tx, key: str, at: datetime) -> Booking:
    booking = open_booking(tx, key, for_update=True)
    if booking.state != "booked" or booking.starts_at <= at or booking.coach_id is None:
        raise BookingOver
    return booking


def _find_time(tx: Tx, start: datetime, at: datetime, rather: str | None = None, *, guest: bool) -> Coach:
    """Return the coach for this slot, locked: `rather` if free, else the one with the fewest bookings around it.

    Only one coach is locked at a time, so that bookings with others do not wait.
    """
    if start < at + NOTICE:
        raise SlotPast
    if start > at + HORIZON:
        raise SlotTaken
    tx.execute(_drop_lapsed, {"now": at})
    free = [time for time in free_time(tx, start, start + SLOT, at, guest=guest) if start in time.starts]
    for time in sorted(free, key=lambda time: (time.coach.id != rather, time.load, time.coach.id)):
        with contextlib.suppress(SlotTaken), tx.begin_nested():  # An error in it also releases the lock.
            still = free_time(tx, start, start + SLOT, at, guest=guest, locked=time.coach.id)
            if not any(start in one.starts for one in still):
                raise SlotTaken
            return still[0].coach
    raise SlotTaken


def _occupy(tx: Tx, coach: Coach, booking_id: str, start: datetime) -> None:
    # The primary key prevents double bookings: a quarter hour that is already taken is not inserted.
    wanted = quarters_of(coach, start)
    for quarter in wanted:
        values = {"coach_id": coach.id, "quarter": quarter, "booking_id": booking_id}
        if tx.execute(_insert_quarters, values).first() is None:
            raise SlotTaken


def _still_held(tx: Tx, key: str, start: datetime, at: datetime) -> Booking | None:
    try:
        booking = open_booking(tx, key, for_update=True)
    except NotFound:  # Expired: find a free coach again.
        return None
    fits = booking.state == "held" and booking.starts_at == start
    return booking if fits and booking.held_until and booking.held_until > at else None


def _let_go(tx: Tx, key: str) -> None:
    try:
        booking = open_booking(tx, key)
    except NotFound:
        return
    tx.execute(_drop_hold, {"booking": booking.id})


def _set(tx: Tx, booking: Booking, **values: Any) -> None:
    tx.execute(update(bookings).where(_one).values(**values), {"booking": booking.id})


def _booking_values(start: datetime, at: datetime, zone: str) -> dict[str, Any]:
    return {
        "id": new_id(),
        "starts_at": start,
        "ends_at": start + SLOT,
        "zone": zone,
        "name": "",
        "sequence": 0,
        "source": "own",
        "created_at": at,
    }
