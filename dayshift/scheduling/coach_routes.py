"""HTTP: a coach's own page, opened by a private link."""

from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request, Response

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors, tagged
from dayshift.dependencies import Config, Db
from dayshift.scheduling import queries
from dayshift.scheduling.invitation import Appointment, feed
from dayshift.scheduling.schemas import CoachBookingReply, CoachReply, Key

PAST = timedelta(days=30)
"""How far back a feed goes, for calendars that refresh rarely."""
TODAY = timedelta(hours=12)
"""How long past bookings stay on the page."""

_CALENDAR: dict[int | str, dict[str, Any]] = {
    200: {"description": "An iCalendar feed", "content": {"text/calendar": {"schema": {"type": "string"}}}}
}

router = APIRouter(tags=["scheduling"])


@router.get("/api/coach/{key}", responses=errors(NotFound))
async def read_coach(key: Key, db: Db) -> CoachReply:
    """The current and future bookings of the coach of a private link."""

    def load(tx: Tx) -> CoachReply:
        coach = queries.open_coach(tx, key)
        found = queries.bookings_of_coach(tx, coach.id, now() - TODAY)
        return CoachReply(
            name=coach.name,
            zone=coach.zone,
            bookings=[CoachBookingReply.model_validate(booking) for booking in found],
        )

    return await db.read(load)


@router.get("/api/coach/{key}/calendar.ics", response_class=Response, responses=_CALENDAR | errors(NotFound))
async def read_feed(key: Key, request: Request, db: Db, config: Config) -> Response:
    """The coach's bookings as a feed that calendars subscribe to."""

    def load(tx: Tx) -> bytes:
        coach = queries.open_coach(tx, key)
        found = queries.bookings_of_coach(tx, coach.id, now() - PAST)
        host = config.mail_from.rpartition("@")[2]
        return feed(config.product_name, [_entry(booking, config.product_name, host) for booking in found])

    return tagged(request, await db.read(load), "text/calendar", {"Cache-Control": "private, no-cache"})


def _entry(booking: queries.Booking, product: str, host: str) -> Appointment:
    return Appointment(
        uid=f"{booking.id}@{host}",
        sequence=booking.sequence,
        start=booking.starts_at,
        end=booking.ends_at,
        summary=f"{product}: {booking.name}",
        description="\n".join(filter(None, [booking.email, booking.phone])),
        url="",
        cancelled=False,
        made_at=booking.created_at,
    )
