"""Members' own calendars: read them regularly, and warn of invitations whose times have become busy."""

from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import bindparam, select

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.events import publish
from dayshift.core.outgoing import Outgoing
from dayshift.core.tasks import Handler, Snooze, Task, run_by
from dayshift.hiring.applications.events import MeetingClashes
from dayshift.hiring.applications.meetings import Busy, Meeting, overlaps
from dayshift.hiring.applications.models import applications, meetings
from dayshift.hiring.employers import (
    CalendarUnreadable,
    OwnCalendar,
    address_of,
    find_own_calendar,
    note_problem,
    note_reading,
    problem_of,
    read_busy_times,
    zone_of_member,
)

READ_CALENDAR = "applications.read_calendar"
EVERY = timedelta(minutes=15)
"""Pause between two readings of a calendar."""
AFTER_PROBLEM = timedelta(hours=1)

_invitations = (
    select(*(meetings.c[name] for name in Meeting.__slots__))
    .join(applications, applications.c.id == meetings.c.application_id)
    .where(
        meetings.c.member_id == bindparam("member"),
        meetings.c.state.in_(["offered", "chosen"]),
        applications.c.stage == "invited",
    )
)


def clashes(meeting: Meeting, busy: Busy, at: datetime) -> list[datetime]:
    """Return the times ahead of an invitation, or of an agreed meeting, that overlap with busy ones."""
    if meeting.state not in {"offered", "chosen"}:
        return []
    times = [meeting.starts_at] if meeting.starts_at else sorted(map(datetime.fromisoformat, meeting.offered))
    length = timedelta(minutes=meeting.minutes)
    return [one for one in times if one > at and overlaps(one, length, busy)]


def read_regularly(tx: Tx, member_id: str) -> None:
    """Read a calendar that was just connected again after a while, and so on."""
    key = f"{READ_CALENDAR}:{member_id}"
    run_by(tx, READ_CALENDAR, {"member_id": member_id}, key=key, due_at=now() + EVERY)


def calendar_handlers(db: Database, outgoing: Outgoing, own: str) -> dict[str, Handler]:
    """The task that reads one calendar. `own`: the host of our own invitations."""

    def load(tx: Tx, member_id: str) -> tuple[OwnCalendar, str, str] | None:
        found = find_own_calendar(tx, member_id)
        return (found, address_of(tx, member_id), zone_of_member(tx, member_id)) if found else None

    async def read(task: Task) -> None:
        loaded = await db.read(load, task.payload["member_id"])
        if loaded is None:  # It was removed, or its member has left.
            return
        before, address, zone = loaded
        try:
            busy = await read_busy_times(outgoing, address, zone, own)
        except CalendarUnreadable as error:
            await db.write(note_problem, before, problem_of(error))
            raise Snooze(AFTER_PROBLEM) from None
        await db.write(partial(_keep, before=before, busy=busy))
        raise Snooze(EVERY)

    return {READ_CALENDAR: read}


def _keep(tx: Tx, before: OwnCalendar, busy: Busy) -> None:
    at = now()
    if not note_reading(tx, before, busy, at):
        return
    for row in tx.execute(_invitations, {"member": before.member_id}):
        meeting = Meeting(*row)
        if set(clashes(meeting, busy, at)) - set(clashes(meeting, before.times, at)):
            publish(tx, MeetingClashes(meeting.id, before.member_id))
