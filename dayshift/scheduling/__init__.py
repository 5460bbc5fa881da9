"""Coach availability, bookings, invitations."""

from dayshift.scheduling.coaches import CoachesDamaged, read_coaches, save_coaches
from dayshift.scheduling.facts import BookingCancelled, BookingMade, BookingMoved
from dayshift.scheduling.routes import router

__all__ = [
    "BookingCancelled",
    "BookingMade",
    "BookingMoved",
    "CoachesDamaged",
    "read_coaches",
    "router",
    "save_coaches",
]
