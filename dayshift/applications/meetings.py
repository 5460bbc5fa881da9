"""The end of meetings, and what calendars are told about them. In the caller's transaction."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, select, update

from dayshift.applications.models import meetings
from dayshift.applications.queries import Meeting
from dayshift.applications.stages import Action
from dayshift.core.db import Tx

ENDS_MEETING: frozenset[Action] = frozenset({"invite", "refuse_times", "cancel", "decline", "withdraw", "close"})
"""Moves after which a meeting that was offered or agreed before does not take place."""

_open = select(*(meetings.c[name] for name in Meeting.__slots__)).where(
    meetings.c.application_id.in_(bindparam("applications", expanding=True)),
    meetings.c.state.in_(["offered", "chosen"]),
)
_end = (
    update(meetings)
    .where(meetings.c.id == bindparam("meeting"))
    .values(state=bindparam("to_state"), sequence=meetings.c.sequence + 1)
)


def end_meetings(tx: Tx, ended: Mapping[str, Action]) -> dict[str, dict[str, Any]]:
    """End the open meetings of applications, given with the moves that end them.

    Return, by application, the appointments that calendars have.
    """
    if not ended:
        return {}
    found = [Meeting(*row) for row in tx.execute(_open, {"applications": list(ended)})]
    if found:
        states = {"refuse_times": "refused"}
        rows = [{"meeting": one.id, "to_state": states.get(ended[one.application_id], "cancelled")} for one in found]
        tx.execute(_end, rows)
    return {one.application_id: in_calendar(one, "CANCEL") for one in found if one.state == "chosen"}


def open_meetings(tx: Tx, application_ids: list[str]) -> list[Meeting]:
    """Return the meetings of applications that are offered or agreed."""
    return [Meeting(*row) for row in tx.execute(_open, {"applications": application_ids})]


def is_ahead(meeting: Meeting, at: datetime) -> bool:
    """Whether a meeting was agreed and is not over: it is in calendars, and somebody may still go there."""
    start = meeting.starts_at
    return meeting.state == "chosen" and start is not None and start + timedelta(minutes=meeting.minutes) > at


def in_calendar(meeting: Meeting, method: Literal["REQUEST", "CANCEL"]) -> dict[str, Any]:
    """Return the change that calendars are told of, to be stored with its move: one version later than `meeting`."""
    assert meeting.starts_at is not None  # noqa: S101  (the callers have checked it)
    return {
        "method": method,
        "meeting": meeting.id,
        "sequence": meeting.sequence + 1,
        "startsAt": meeting.starts_at.isoformat(),
    }
