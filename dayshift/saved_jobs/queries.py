"""Load a person's own marks, and for operators the open questions."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from dayshift.core.db import Tx
from dayshift.jobs import Job, find_jobs
from dayshift.saved_jobs.models import job_marks, job_questions


@dataclass(frozen=True, slots=True)
class Marks:
    """The ids of the jobs that a person has saved and hidden."""

    saved: frozenset[str]
    hidden: frozenset[str]


@dataclass(frozen=True, slots=True)
class Marked:
    """One mark. `job` is None where the employer has taken the job down, or it has expired."""

    job_id: str
    mark: str
    reason: str | None
    title: str
    employer: str
    marked_at: datetime
    job: Job | None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that no field of its job answers. Who asked is not said. `title` is None where the job has gone."""

    job_id: str
    title: str | None
    employer: str | None
    question: str
    asked_at: datetime


_of_user = job_marks.c.user_id == bindparam("user")
_ids = select(job_marks.c.job_id, job_marks.c.mark).where(_of_user)
_marks = select(*job_marks.c).where(_of_user).order_by(job_marks.c.marked_at.desc(), job_marks.c.job_id)
_count = select(func.count()).select_from(job_marks).where(_of_user)
_count_questions = select(func.count()).select_from(job_questions).where(job_questions.c.user_id == bindparam("user"))
_questions = (
    select(job_questions.c.job_id, job_questions.c.question, job_questions.c.asked_at)
    .order_by(job_questions.c.asked_at.desc(), job_questions.c.id)
    .limit(bindparam("most"))
)


def marked_ids(tx: Tx, user_id: str) -> Marks:
    """What the person has marked, as ids."""
    found: dict[str, set[str]] = {"saved": set(), "hidden": set()}
    for row in tx.execute(_ids, {"user": user_id}):
        found[row.mark].add(row.job_id)
    return Marks(frozenset(found["saved"]), frozenset(found["hidden"]))


def marks_of(tx: Tx, user_id: str, now: datetime) -> list[Marked]:
    """What the person has marked, the latest first, with those jobs that are still open."""
    rows = tx.execute(_marks, {"user": user_id}).all()
    details = find_jobs(tx, [row.job_id for row in rows])
    return [
        Marked(row.job_id, row.mark, row.reason, row.title, row.employer, row.marked_at, _open(details, row, now))
        for row in rows
    ]


def _open(details: dict[str, Job], row: Row[Any], now: datetime) -> Job | None:
    job = details.get(row.job_id)
    return job if job and (job.expires_at is None or job.expires_at > now) else None


def count_marks(tx: Tx, user_id: str) -> int:
    """How many jobs the person has marked."""
    return tx.execute(_count, {"user": user_id}).scalar_one()


def count_questions(tx: Tx, user_id: str) -> int:
    """How many questions of this person wait for an answer."""
    return tx.execute(_count_questions, {"user": user_id}).scalar_one()


def open_questions(tx: Tx, most: int) -> list[OpenQuestion]:
    """The latest questions that no field answers."""
    rows = tx.execute(_questions, {"most": most}).all()
    details = find_jobs(tx, {row.job_id for row in rows})
    return [
        OpenQuestion(
            row.job_id,
            details[row.job_id].title if row.job_id in details else None,
            details[row.job_id].employer if row.job_id in details else None,
            row.question,
            row.asked_at,
        )
        for row in rows
    ]
