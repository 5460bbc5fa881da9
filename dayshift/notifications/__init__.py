"""Who is told what, and how."""

from dayshift.notifications.bookings import (
    CANCELLED,
    COACH_CANCELLED,
    COACH_MADE,
    COACH_MOVED,
    MADE,
    MOVED,
    PLAN,
)
from dayshift.notifications.routes import router
from dayshift.notifications.sender import Sender
from dayshift.notifications.tasks import CODE, EMAIL_CHANGED, PASSWORD_CHANGED, WELCOME, handlers

__all__ = [
    "CANCELLED",
    "COACH_CANCELLED",
    "COACH_MADE",
    "COACH_MOVED",
    "CODE",
    "EMAIL_CHANGED",
    "MADE",
    "MOVED",
    "PASSWORD_CHANGED",
    "PLAN",
    "WELCOME",
    "Sender",
    "handlers",
    "router",
]
