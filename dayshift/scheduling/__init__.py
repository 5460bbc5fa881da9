"""Coach availability, bookings, invitations."""

from dayshift.scheduling.access import Booking, Coach, find_booking, find_coach, key_of
from dayshift.scheduling.coaches import CoachesDamaged, read_coaches, save_coaches
from dayshift.scheduling.facts import BookingCancelled, BookingMade, BookingMoved
from dayshift.scheduling.invitation import Appointment, Party, invitation
from dayshift.scheduling.routes import router
from dayshift.scheduling.schemas import Zone

__all__ = [
    "Appointment",
    "Booking",
    "BookingCancelled",
    "BookingMade",
    "BookingMoved",
    "Coach",
    "CoachesDamaged",
    "Party",
    "Zone",
    "find_booking",
    "find_coach",
    "invitation",
    "key_of",
    "read_coaches",
    "router",
    "save_coaches",
]
