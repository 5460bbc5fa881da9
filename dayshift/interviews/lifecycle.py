"""The life of an interview: its states, and when one may be joined. Pure."""

from datetime import datetime, timedelta
from typing import Literal

Status = Literal["scheduled", "in-progress", "completed", "cancelled"]

TRANSITIONS: dict[Status, frozenset[Status]] = {
    "scheduled": frozenset({"in-progress", "cancelled"}),
    "in-progress": frozenset({"completed", "cancelled"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
"""Which state may follow which; nothing else happens."""

JOIN_BEFORE = timedelta(minutes=30)
JOIN_AFTER = timedelta(hours=2)


def may_become(status: Status, following: Status) -> bool:
    """Whether an interview in `status` may go over to `following`."""
    return following in TRANSITIONS[status]


def begins_now(scheduled_at: datetime, at: datetime) -> bool:
    """Whether an interview that is made at `at` is meant to begin at once, and is no appointment for later."""
    return is_joinable("scheduled", scheduled_at, at)


def is_joinable(status: Status, scheduled_at: datetime, at: datetime) -> bool:
    """Whether one may go in at `at`: in the window around the appointment, or back in while it goes on."""
    if status == "in-progress":
        return True
    return status == "scheduled" and scheduled_at - JOIN_BEFORE <= at <= scheduled_at + JOIN_AFTER
