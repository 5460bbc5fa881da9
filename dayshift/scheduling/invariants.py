"""Invariants of bookings: each has its coach's time, and no other booking has it."""

from itertools import pairwise

from sqlalchemy import bindparam, func, select

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Invariant, Violation
from dayshift.scheduling.models import bookings, coach_quarters

_kept = select(coach_quarters.c.booking_id)
_without_time = select(bookings.c.id).where(
    bookings.c.state == "booked",
    bookings.c.coach_id.is_not(None),
    bookings.c.starts_at > bindparam("since"),  # The quarters of past bookings are deleted.
    bookings.c.id.not_in(_kept),
)
_with_too_much = select(bookings.c.id).where(bookings.c.state == "cancelled", bookings.c.id.in_(_kept))
_of_other_coach = (
    select(bookings.c.id)
    .join(coach_quarters, coach_quarters.c.booking_id == bookings.c.id)
    .where(bookings.c.coach_id != coach_quarters.c.coach_id)
    .group_by(bookings.c.id)
    .having(func.count() > 0)
)
_booked = (
    select(bookings.c.coach_id, bookings.c.starts_at, bookings.c.ends_at, bookings.c.id)
    .where(bookings.c.state == "booked", bookings.c.coach_id.is_not(None))
    .order_by(bookings.c.coach_id, bookings.c.starts_at)
)


def invariants(db: Database) -> list[Invariant]:
    """Return the invariants of bookings."""

    async def times() -> list[Violation]:
        return await db.read(_find_wrong_times)

    async def doubles() -> list[Violation]:
        return await db.read(_find_doubles)

    return [
        Invariant("scheduling.times", "every booking has its time of its coach, and only that", times),
        Invariant("scheduling.doubles", "no coach has two bookings at once", doubles),
    ]


def _find_wrong_times(tx: Tx) -> list[Violation]:
    wrong = {
        "has no time of its coach": _without_time,
        "is cancelled and keeps its time": _with_too_much,
        "has time of another coach": _of_other_coach,
    }
    return [
        Violation(found, what)
        for what, query in wrong.items()
        for found in tx.execute(query, {"since": now()}).scalars()
    ]


def _find_doubles(tx: Tx) -> list[Violation]:
    return [
        Violation(later.id, f"overlaps {earlier.id}")
        for earlier, later in pairwise(tx.execute(_booked))
        if earlier.coach_id == later.coach_id and later.starts_at < earlier.ends_at
    ]
