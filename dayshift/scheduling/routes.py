"""HTTP: free times, bookings, and their signed links."""

from datetime import date, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request

from dayshift.accounts import MaybeSignedIn, SignedIn, User
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import Limits, RateLimited, Rule, client_of
from dayshift.core.schemas import Ok, Zone
from dayshift.dependencies import Db, Limiter
from dayshift.scheduling import actions, queries
from dayshift.scheduling.actions import HORIZON, NOTICE, Visitor
from dayshift.scheduling.availability import SLOT
from dayshift.scheduling.errors import BookingOver, SlotPast, SlotTaken, TooManyBookings
from dayshift.scheduling.offers import offers
from dayshift.scheduling.queries import Booking, find_coach, key_of
from dayshift.scheduling.schemas import (
    BookingReply,
    BookingsReply,
    HoldReply,
    Key,
    Move,
    NewBooking,
    NewHold,
    OffersReply,
    SlotReply,
    SlotsReply,
    TimeOfferReply,
)


def booking_reply(tx: Tx, booking: Booking) -> BookingReply:
    """Return the booking with its link and its coach's name."""
    return BookingReply(
        key=key_of(tx, booking),
        state=booking.state,
        starts_at=booking.starts_at,
        ends_at=booking.ends_at,
        zone=booking.zone,
        name=booking.name,
        email=booking.email,
        coach_name=find_coach(tx, booking.coach_id).name if booking.coach_id else None,
        changeable=booking.state == "booked" and booking.coach_id is not None and booking.starts_at > now(),
    )


def hold_reply(tx: Tx, booking: Booking) -> HoldReply:
    """Return a held slot and the hold's expiry."""
    return HoldReply(
        key=key_of(tx, booking),
        starts_at=booking.starts_at,
        zone=booking.zone,
        held_until=booking.held_until or booking.starts_at,
    )


HOLDS = Rule("hold a slot", 60, 3600)
GUEST_HOLDS = Rule("hold a slot without an account", 12, 600)
BOOKINGS = Rule("book", 20, 3600)
GUEST_BOOKINGS = Rule("book without an account", 10, 86_400)
"""Guests are limited by network address. Holds expire after ten minutes, so few exist at a time."""

router = APIRouter(tags=["scheduling"])


@router.get("/api/schedule/slots", responses=errors())
async def list_slots(
    zone: Annotated[Zone, Query()],
    user: MaybeSignedIn,
    db: Db,
    first: date | None = None,
    days: Annotated[int, Query(ge=1, le=31)] = 14,
) -> SlotsReply:
    """Free times of all coaches on `days` days from `first` (default: today), which are days in `zone`."""
    at = now()
    here = ZoneInfo(zone)
    today = at.astimezone(here).date()
    begin = min(max(first or today, today), today + HORIZON)
    since = max(datetime.combine(begin, time(), here), at + NOTICE)
    until = min(datetime.combine(begin + timedelta(days=days), time(), here), at + HORIZON)
    free = await db.read(queries.free_time, since, until, at, guest=user is None)
    starts = sorted({start for coach in free for start in coach.starts})
    return SlotsReply(zone=zone, slots=[_slot(start) for start in starts], later=until < at + HORIZON)


@router.get("/api/schedule/offers", responses=errors())
async def list_offers(zone: Annotated[Zone, Query()], user: MaybeSignedIn, db: Db) -> OffersReply:
    """The few times that matching offers, in the candidate's zone, without past or taken ones."""
    at = now()
    made = [offer for offer in offers(at, ZoneInfo(zone)) if offer.start >= at + NOTICE]
    if not made:
        return OffersReply(zone=zone, offers=[])
    last = max(offer.start for offer in made)
    free = await db.read(queries.free_time, at, last + SLOT, at, guest=user is None)
    starts = {start for coach in free for start in coach.starts}
    open_ = [offer for offer in made if offer.start in starts]
    return OffersReply(
        zone=zone,
        offers=[
            TimeOfferReply(day=offer.day, starts_at=offer.start, ends_at=offer.start + SLOT / 2) for offer in open_
        ],
    )


@router.post(
    "/api/schedule/holds", status_code=201, responses=errors(SlotTaken, SlotPast, TooManyBookings, RateLimited)
)
async def hold_slot(body: NewHold, user: MaybeSignedIn, request: Request, tries: Limiter, db: Db) -> HoldReply:
    """Hold a slot while its form is filled in; `instead` releases another one."""
    await count_hold(tries, user, request)

    def reserve(tx: Tx) -> HoldReply:
        return hold_reply(tx, actions.reserve(tx, body.starts_at, body.zone, body.instead, user.id if user else None))

    return await db.write(reserve)


@router.post(
    "/api/schedule/bookings",
    status_code=201,
    responses=errors(SlotTaken, SlotPast, TooManyBookings, RateLimited),
)
async def create_booking(
    body: NewBooking, user: MaybeSignedIn, request: Request, tries: Limiter, db: Db
) -> BookingReply:
    """Book a slot, signed in or not. Its link is in the response and in an email."""
    await count_booking(tries, user, request)
    visitor = Visitor(user.id if user else None, body.name, body.email, body.phone_number, body.zone, body.language)

    def book(tx: Tx) -> BookingReply:
        return booking_reply(tx, actions.book(tx, body.starts_at, visitor, body.hold))

    return await db.write(book)


@router.get("/api/schedule/bookings", responses=errors(NotSignedIn))
async def list_bookings(user: SignedIn, db: Db) -> BookingsReply:
    """The user's current and future bookings."""

    def load(tx: Tx) -> list[BookingReply]:
        return [booking_reply(tx, booking) for booking in queries.bookings_of_user(tx, user.id, now())]

    return BookingsReply(bookings=await db.read(load))


@router.get("/api/schedule/bookings/{key}", responses=errors(NotFound))
async def read_booking(key: Key, db: Db) -> BookingReply:
    """The booking of a signed link."""

    def load(tx: Tx) -> BookingReply:
        return booking_reply(tx, queries.open_booking(tx, key))

    return await db.read(load)


@router.post(
    "/api/schedule/bookings/{key}/move", responses=errors(NotFound, SlotTaken, SlotPast, BookingOver, RateLimited)
)
async def move_booking(key: Key, body: Move, request: Request, tries: Limiter, db: Db) -> BookingReply:
    """Move the booking to another time."""
    await tries.count(BOOKINGS, client_of(request))

    def move(tx: Tx) -> BookingReply:
        return booking_reply(tx, actions.move(tx, key, body.starts_at))

    return await db.write(move)


@router.post("/api/schedule/bookings/{key}/cancel", responses=errors(NotFound, BookingOver))
async def cancel_booking(key: Key, db: Db) -> BookingReply:
    """Cancel the booking. Idempotent."""

    def cancel(tx: Tx) -> BookingReply:
        return booking_reply(tx, actions.cancel(tx, key))

    return await db.write(cancel)


@router.delete("/api/schedule/holds/{key}", responses=errors(NotFound))
async def release_hold(key: Key, db: Db) -> Ok:
    """Release a held slot."""
    await db.write(actions.release, key)
    return Ok()


async def count_hold(tries: Limits, user: User | None, request: Request) -> None:
    """Count a hold of this account, or of a guest's network. Raises `RateLimited`."""
    await (tries.count(HOLDS, user.id) if user else tries.count(GUEST_HOLDS, client_of(request)))


async def count_booking(tries: Limits, user: User | None, request: Request) -> None:
    """Count a booking, as `count_hold` does."""
    await (tries.count(BOOKINGS, user.id) if user else tries.count(GUEST_BOOKINGS, client_of(request)))


def _slot(start: datetime) -> SlotReply:
    return SlotReply(starts_at=start, ends_at=start + SLOT)
