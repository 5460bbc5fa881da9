"""Meetings: invitations with their times, how they end, and what calendars are told. In the caller's transaction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, select, update

from dayshift.core.db import Tx
from dayshift.hiring.applications.models import meetings
from dayshift.hiring.applications.stages import Action

MAX_MEETING = timedelta(hours=4)

Busy = Sequence[tuple[datetime, datetime]]
"""Times as (from, until)."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """An invitation with times to choose from, and the one that was chosen. `offered` as ISO 8601 in UTC.

    `uid`: the id of the first meeting that it replaces, None if it replaces none.
    """

    id: str
    application_id: str
    member_id: str | None
    offered: list[str]
    minutes: int
    zone: str
    place: str
    ask_for: str
    starts_at: datetime | None
    state: str
    sequence: int
    created_at: datetime
    uid: str | None

    @property
    def calendar_id(self) -> str:
        """The name of its entry in calendars, which a meeting that replaces it has as well."""
        return self.uid or self.id


_meeting = (
    select(*(meetings.c[name] for name in Meeting.__slots__))
    .where(meetings.c.application_id == bindparam("application"))
    .order_by(meetings.c.created_at.desc(), meetings.c.id.desc())
)

_meeting_by_id = select(*(meetings.c[name] for name in Meeting.__slots__)).where(meetings.c.id == bindparam("meeting"))

_busy = select(meetings.c.id, meetings.c.starts_at, meetings.c.minutes).where(
    meetings.c.member_id == bindparam("member"),
    meetings.c.state == "chosen",
    meetings.c.starts_at > bindparam("first"),
    meetings.c.starts_at < bindparam("until"),
)


def meeting_of(tx: Tx, application_id: str) -> Meeting | None:
    """The latest invitation of an application."""
    row = tx.execute(_meeting.limit(1), {"application": application_id}).first()
    return Meeting(*row) if row else None


def meetings_of(tx: Tx, application_id: str) -> list[Meeting]:
    """All invitations of an application, newest first."""
    return [Meeting(*row) for row in tx.execute(_meeting, {"application": application_id})]


def find_meeting(tx: Tx, meeting_id: str) -> Meeting | None:
    """The invitation with this id, of any application."""
    row = tx.execute(_meeting_by_id, {"meeting": meeting_id}).first()
    return Meeting(*row) if row else None


def busy_times(
    tx: Tx, member_id: str, first: datetime, until: datetime, *, but: str | None = None
) -> list[tuple[datetime, datetime]]:
    """When a member has agreed to meet somebody, as (from, until); `but` is the id of a meeting to leave out."""
    values = {"member": member_id, "first": first - MAX_MEETING, "until": until}
    found = [(one.id, one.starts_at, timedelta(minutes=one.minutes)) for one in tx.execute(_busy, values)]
    return [(start, start + length) for id_, start, length in found if start + length > first and id_ != but]


def overlaps(start: datetime, length: timedelta, busy: Busy) -> bool:
    """Whether a meeting at `start` overlaps with busy times."""
    return any(start < end and begin < start + length for begin, end in busy)


def without_taken(tx: Tx, meeting: Meeting | None) -> Meeting | None:
    """Return an invitation without the times at which the member has agreed to meet somebody else meanwhile."""
    return next(iter(all_without_taken(tx, [meeting]))) if meeting else None


def all_without_taken(tx: Tx, found: Sequence[Meeting]) -> list[Meeting]:
    """Return invitations in the same order, each as `without_taken` does; one query for each member."""
    by_member = defaultdict[str, list[Meeting]](list)
    for one in found:
        if one.member_id and one.offered and one.state not in {"cancelled", "met", "no_show"}:
            by_member[one.member_id].append(one)
    free = {one.id: one for member, some in by_member.items() for one in _all_free(tx, member, some)}
    return [free.get(one.id, one) for one in found]


def _all_free(tx: Tx, member_id: str, found: Sequence[Meeting]) -> list[Meeting]:
    times = [datetime.fromisoformat(time) for one in found for time in one.offered]
    values = {"member": member_id, "first": min(times) - MAX_MEETING, "until": max(times) + MAX_MEETING}
    rows = [
        (row.id, row.starts_at, row.starts_at + timedelta(minutes=row.minutes)) for row in tx.execute(_busy, values)
    ]
    return [_free(one, [(begin, end) for id_, begin, end in rows if id_ != one.id]) for one in found]


def _free(meeting: Meeting, busy: Busy) -> Meeting:
    times, length = [datetime.fromisoformat(one) for one in meeting.offered], timedelta(minutes=meeting.minutes)
    free = [one.isoformat() for one in times if not overlaps(one, length, busy)]
    return replace(meeting, offered=free)


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
