"""Coach availability, bookings, invitations."""

from dayshift.scheduling.actions import erase_bookings, renew_link
from dayshift.scheduling.coach_routes import router as coach_router
from dayshift.scheduling.coaches import CoachesDamaged, add_sample_coaches, read_coaches, retired_by, save_coaches
from dayshift.scheduling.errors import BadSignature
from dayshift.scheduling.events import BookingCancelled, BookingHeardOf, BookingMade, BookingMoved
from dayshift.scheduling.invariants import invariants
from dayshift.scheduling.invitation import Appointment, Party, feed, invitation
from dayshift.scheduling.queries import (
    Booking,
    Coach,
    active_coaches,
    address_of_booking,
    all_booking_ids,
    booking_ids_of,
    coach_key,
    find_booking,
    find_coach,
    has_booked,
    is_booked_by,
    key_of,
    open_coach,
)
from dayshift.scheduling.routes import router
from dayshift.scheduling.tasks import handlers, schedule
from dayshift.scheduling.webhook_routes import router as webhook_router

__all__ = [
    "Appointment",
    "BadSignature",
    "Booking",
    "BookingCancelled",
    "BookingHeardOf",
    "BookingMade",
    "BookingMoved",
    "Coach",
    "CoachesDamaged",
    "Party",
    "active_coaches",
    "add_sample_coaches",
    "address_of_booking",
    "all_booking_ids",
    "booking_ids_of",
    "coach_key",
    "coach_router",
    "erase_bookings",
    "feed",
    "find_booking",
    "find_coach",
    "handlers",
    "has_booked",
    "invariants",
    "invitation",
    "is_booked_by",
    "key_of",
    "open_coach",
    "read_coaches",
    "renew_link",
    "retired_by",
    "router",
    "save_coaches",
    "schedule",
    "webhook_router",
]
