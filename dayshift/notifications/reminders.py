"""Reminders a day and an hour before a booking or an interview, but not at night in the user's time zone."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import enqueue

AHEAD: Mapping[str, timedelta] = {"day": timedelta(hours=24), "hour": timedelta(hours=1)}
LATEST = timedelta(minutes=10)
"""No reminder is sent later than this before the appointment."""

NIGHT_BEGINS = time(21)
NIGHT_ENDS = time(8)


def schedule_reminders(tx: Tx, kinds: tuple[str, ...], about: tuple[str, str], start: datetime, zone: str) -> None:
    """Schedule one task of each kind for each reminder; moving an appointment moves its tasks.

    `about` is (payload key, appointment id). Reminders that would already be due are skipped.
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


def is_still_due(reminder: Mapping[str, Any], start: datetime) -> bool:
    """Whether the appointment is still at the time the reminder was scheduled for, and far enough ahead."""
    return start == datetime.fromisoformat(reminder["starts_at"]) and now() <= start - LATEST


def wake_hour(due: datetime, zone: ZoneInfo, latest: datetime) -> datetime:
    """Return when to send a reminder that is due at `due`.

    By day that is `due`; at night it is the next morning or, if that is after `latest`, the evening before.
    """
    here = due.astimezone(zone)
    if NIGHT_ENDS <= here.time() < NIGHT_BEGINS:
        return due
    evening = here.date() if here.time() >= NIGHT_BEGINS else here.date() - timedelta(days=1)
    morning = datetime.combine(evening + timedelta(days=1), NIGHT_ENDS, zone)
    if morning <= latest:
        return morning.astimezone(due.tzinfo)
    return datetime.combine(evening, NIGHT_BEGINS, zone).astimezone(due.tzinfo) - timedelta(minutes=1)
