"""Jobs that their feed no longer lists: pause them, tell those who hire, and after a day close what still waits.

A feed may lose a job by mistake, so nothing ends at once, and a job that comes back continues. Meetings and offers
are promises to a person: they are left to the members.
"""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, update

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.events import publish
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.hiring.applications.actions import move_all
from dayshift.hiring.applications.grants import end_grants_at
from dayshift.hiring.applications.models import applications
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import lock_applications, open_applications_of_posting
from dayshift.hiring.applications.stages import OPEN, Actor, Stage
from dayshift.hiring.employers import (
    JobDropped,
    Member,
    Posting,
    drop_posting,
    end_dropped,
    find_posting,
    restore_posting,
)

NOTE_REMOVED = "applications.note_removed"
CLOSE_DROPPED = "applications.close_dropped"

GRACE = timedelta(hours=24)
"""How long a job may be missing from its feed before the people who wait for it are told."""

CHECK = timedelta(hours=1)
"""Interval between checks whether the feed lists the job again."""

AUTOMATIC: frozenset[Stage] = frozenset({"submitted", "in_review", "question_asked"})
"""Stages in which an application is closed with its job."""

_follow_job = (
    update(applications).where(applications.c.posting_id == bindparam("posting")).values(job_id=bindparam("job"))
)


async def note_removed(task: Task) -> Write:
    """Pause the postings of jobs that a feed no longer lists, and plan their end."""
    source: str = task.payload["source"]
    jobs: dict[str, str] = task.payload["jobs"]

    def write(tx: Tx) -> None:
        at = now()
        for job_id, external_id in jobs.items():
            posting = drop_posting(tx, job_id, source, external_id, at)
            if posting is None:
                continue
            _check_later(tx, posting, 1)
            if open_applications_of_posting(tx, posting.id, sorted(OPEN)):
                publish(tx, JobDropped(posting.id))

    return write


async def close_dropped(task: Task) -> Write:
    """Continue a job that its feed lists again; after `GRACE`, end it and close the applications that wait."""

    def write(tx: Tx) -> None:
        at = now()
        posting = find_posting(tx, task.payload["posting_id"])
        if posting is None or posting.dropped_at is None or posting.state != "paused":
            return
        if job_id := restore_posting(tx, posting, at):
            tx.execute(_follow_job, {"posting": posting.id, "job": job_id})
        elif at < posting.dropped_at + GRACE:
            _check_later(tx, posting, task.payload["check"] + 1)
        else:
            end_dropped(tx, posting, at)
            _close_waiting(tx, posting, at)

    return write


def close_applications(tx: Tx, employer_id: str, owner: Member | None = None) -> int:
    """Close all open applications at an employer that is closed; return how many. Each candidate gets a letter.

    `owner`: the member who closes it, who decides this about each of them; else an operator does.
    """
    found = lock_applications(tx, applications.c.employer_id == employer_id, OPEN)
    if owner:
        move_all(tx, found, "close", _ended("member", "closed_by_owner", now(), owner))
    else:
        move_all(tx, found, "close", _ended("system", "closed_by_operator", now()))
    end_grants_at(tx, employer_id, now())  # Of those who were hired.
    return len(found)


def count_open(tx: Tx, employer_id: str) -> int:
    """Return the number of open applications at an employer."""
    open_ones = select(func.count()).where(applications.c.employer_id == employer_id, applications.c.stage.in_(OPEN))
    return int(tx.execute(open_ones).scalar_one())


def _check_later(tx: Tx, posting: Posting, check: int) -> None:
    assert posting.dropped_at is not None  # noqa: S101  (the callers have checked it)
    payload = {"posting_id": posting.id, "check": check}
    due_at = min(now() + CHECK, posting.dropped_at + GRACE)
    enqueue(tx, CLOSE_DROPPED, payload, key=f"{CLOSE_DROPPED}:{posting.id}:{check}", due_at=due_at)


def _close_waiting(tx: Tx, posting: Posting, at: datetime) -> None:
    waiting = lock_applications(tx, applications.c.posting_id == posting.id, AUTOMATIC)
    move_all(tx, waiting, "close", _ended("system", "unlisted", at))


def _ended(actor: Actor, why: str, at: datetime, member: Member | None = None) -> MoveContext:
    """The end of a job that is not about the candidates; `why` is the sentence of the letter that says so."""
    return MoveContext(actor, at, member, reason="removed", body={"action": "close", "reason": "removed", "why": why})
