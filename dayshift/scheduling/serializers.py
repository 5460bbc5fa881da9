"""Records as API types."""

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.scheduling.queries import Booking, find_coach, key_of
from dayshift.scheduling.schemas import BookingReply, HoldReply


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
