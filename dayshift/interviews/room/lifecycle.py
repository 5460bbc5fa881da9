"""States of an interview, when one may be joined, and the hours of appointments. Pure."""

from datetime import datetime, time, timedelta, tzinfo
from typing import Literal

Status = Literal["scheduled", "in-progress", "completed", "cancelled"]

TRANSITIONS: dict[Status, frozenset[Status]] = {
    "scheduled": frozenset({"in-progress", "cancelled"}),
    "in-progress": frozenset({"completed", "cancelled"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
"""Allowed transitions."""

JOIN_BEFORE = timedelta(minutes=30)
JOIN_AFTER = timedelta(hours=2)

OPENS = time(9)
CLOSES = time(18)
FRIDAY = 4

TOO_SOON = "Please pick a time from 9:00 AM tomorrow."
CLOSED = "Interviews are available Monday-Friday, 9:00 AM - 6:00 PM"


def may_become(status: Status, following: Status) -> bool:
    """Whether an interview in `status` may change to `following`."""
    return following in TRANSITIONS[status]


def begins_now(scheduled_at: datetime, at: datetime) -> bool:
    """Whether an interview made at `at` starts at once, so that it is not an appointment."""
    return is_joinable("scheduled", scheduled_at, at)


def is_joinable(status: Status, scheduled_at: datetime, at: datetime) -> bool:
    """Whether the candidate may join at `at`: around the appointment, or at any time while it is in progress."""
    if status == "in-progress":
        return True
    return status == "scheduled" and scheduled_at - JOIN_BEFORE <= at <= scheduled_at + JOIN_AFTER


def earliest(at: datetime, zone: tzinfo) -> datetime:
    """The earliest possible appointment: 9:00 on the next day in `zone`."""
    tomorrow = at.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, OPENS, zone)


def objection(wanted: datetime, at: datetime, zone: tzinfo) -> str | None:
    """Why an appointment at `wanted`, requested at `at`, is not possible; None if it is."""
    if wanted < earliest(at, zone):
        return TOO_SOON
    here = wanted.astimezone(zone)
    return None if here.weekday() <= FRIDAY and OPENS <= here.time() < CLOSES else CLOSED
