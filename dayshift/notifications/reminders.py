"""A day and an hour before an appointment: what reminders of bookings and of interviews have in common."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Task, enqueue
from dayshift.notifications.quiet import wake_hour

AHEAD: Mapping[str, timedelta] = {"day": timedelta(hours=24), "hour": timedelta(hours=1)}
LATEST = timedelta(minutes=10)
"""Before the appointment: a reminder that could only come later is not sent."""


def put_on_times(tx: Tx, kinds: tuple[str, ...], about: tuple[str, str], start: datetime, zone: str) -> None:
    """One task of each kind for each time at which to remind; those of an appointment that was moved move along.

    `about` is how the payload names the appointment, and its id. What would have been due already is left out.
    """
    at, (name, appointment_id) = now(), about
    for ahead, before in AHEAD.items():
        due = start - before
        if due <= at:
            continue
        awake = max(wake_hour(due, ZoneInfo(zone), start - LATEST), at)
        payload = {name: appointment_id, "starts_at": start.isoformat(), "ahead": ahead}
        for kind in kinds:
            enqueue(tx, kind, payload, key=f"{kind}:{appointment_id}:{ahead}", due_at=awake)


def still_to_come(task: Task, start: datetime) -> bool:
    """Whether the appointment is where it was when the reminder was planned, and far enough ahead."""
    return start == datetime.fromisoformat(task.payload["starts_at"]) and now() <= start - LATEST
