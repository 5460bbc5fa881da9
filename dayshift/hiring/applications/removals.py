"""Jobs that a member takes down: once that cannot be undone any more, what waits for them is closed."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.hiring.applications.access import access_with, needs_colleague
from dayshift.hiring.applications.actions import move_all
from dayshift.hiring.applications.meetings import is_ahead, open_meetings
from dayshift.hiring.applications.models import applications
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import COLUMNS, Application, grants_of, lock_applications
from dayshift.hiring.applications.stages import OPEN, UNDO
from dayshift.hiring.employers import Member, Posting, find_member, plan_removal, remove_planned

REMOVE_JOB = "applications.remove_job"

_ids: Any = bindparam("postings", expanding=True)
_LOOK_IS_OPEN = ("look_again", "ask", "answer")
"""The last actions after which a request for another look still waits for its decision."""
_begun = select(*COLUMNS).where(
    applications.c.posting_id.in_(_ids), applications.c.stage.in_(["invited", "met", "offered"])
)
_looks = select(*COLUMNS).where(
    applications.c.employer_id == bindparam("employer"),
    applications.c.last_action.in_(_LOOK_IS_OPEN),
    applications.c.look_asked_at.is_not(None),
    applications.c.stage.in_(sorted(OPEN)),
    applications.c.posting_id.in_(_ids),
)


@dataclass(frozen=True, slots=True)
class ClosingEnds:
    """What ends for others if a member closes a job, by name: open offers, agreed meetings, requests for another look.

    `staying`: those whose request somebody else has to answer, so that their application stays open.
    """

    offered: list[str] = field(default_factory=list)
    meetings: list[str] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)
    staying: list[str] = field(default_factory=list)


def plan_job_removal(tx: Tx, member: Member, posting_id: str, version: int, at: datetime) -> Posting:
    """Take down a job after `UNDO`. Raises the errors of `plan_removal`."""
    posting = plan_removal(tx, member, posting_id, version, at + UNDO, at)
    enqueue(tx, REMOVE_JOB, {"posting_id": posting.id, "member_id": member.id}, due_at=posting.removal_due_at)
    return posting


async def remove_job(task: Task) -> Write:
    """Take down a job and close its open applications, unless that was undone."""

    def write(tx: Tx) -> None:
        at = now()
        member = find_member(tx, task.payload["member_id"])
        posting = remove_planned(tx, member, task.payload["posting_id"], at)
        if posting and member:
            close_with_job(tx, posting, member, at)

    return write


def ended_by_closing(tx: Tx, member: Member, posting_ids: Sequence[str], at: datetime) -> dict[str, ClosingEnds]:
    """Return what this member ends by closing these jobs, by job. First names; of two with one first name, in full."""
    if not posting_ids:
        return {}
    values = {"postings": list(posting_ids), "employer": member.employer_id}
    rows = [*tx.execute(_begun, values), *tx.execute(_looks, values)]
    found = sorted({one.id: one for one in (Application(*row) for row in rows)}.values(), key=lambda one: one.id)
    meeting = {one.application_id for one in open_meetings(tx, [one.id for one in found]) if is_ahead(one, at)}
    names = _names(tx, member, found, at)
    ends = defaultdict[str, ClosingEnds](ClosingEnds)
    for one in found:
        of, name = ends[one.posting_id], names[one.id]
        if needs_colleague(tx, one, member):
            of.staying.append(name)
            continue
        if one.stage == "offered":
            of.offered.append(name)
        if one.id in meeting:
            of.meetings.append(name)
        if one.look_asked_at and one.last_action in _LOOK_IS_OPEN:
            of.looks.append(name)
    return dict(ends)


def _names(tx: Tx, member: Member, found: Sequence[Application], at: datetime) -> dict[str, str]:
    shared = grants_of(tx, member.employer_id, [one.user_id for one in found])
    alike = Counter((one.posting_id, one.called) for one in found)

    def name_of(one: Application) -> str:
        is_open = access_with(one, shared.get(one.user_id), at, contact=True).contact
        return one.shown_name(contact=is_open and alike[one.posting_id, one.called] > 1)

    return {one.id: name_of(one) for one in found}


def close_with_job(tx: Tx, posting: Posting, member: Member, at: datetime) -> None:
    """Close what waits. Who declined cannot end another look so, as the job could be opened again: a colleague does."""
    waiting = lock_applications(tx, applications.c.posting_id == posting.id, OPEN)
    closed = [one for one in waiting if not needs_colleague(tx, one, member)]
    move_all(tx, closed, "close", MoveContext("member", at, member, reason=posting.state))
