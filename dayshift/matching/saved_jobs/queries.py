"""Load a person's own marks."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, tuple_

from dayshift.core.clock import from_micros, to_micros
from dayshift.core.db import Tx
from dayshift.jobs.catalog import Job, open_jobs
from dayshift.matching.saved_jobs.models import job_marks

PAGE = 50


@dataclass(frozen=True, slots=True)
class Marks:
    """The ids of the jobs that a person has saved and hidden."""

    saved: frozenset[str]
    hidden: frozenset[str]


@dataclass(frozen=True, slots=True)
class Marked:
    """One mark. `job` is None if the employer has removed the job, or it has expired."""

    job_id: str
    mark: str
    reason: str | None
    title: str
    employer: str
    marked_at: datetime
    job: Job | None


_of_user = job_marks.c.user_id == bindparam("user")
_ids = select(job_marks.c.job_id, job_marks.c.mark).where(_of_user)
_marks = (
    select(*job_marks.c)
    .where(_of_user, job_marks.c.mark == bindparam("kind"))
    .order_by(job_marks.c.marked_at.desc(), job_marks.c.job_id.desc())
    .limit(PAGE + 1)
)
_count = select(func.count()).select_from(job_marks).where(_of_user)


def marked_ids(tx: Tx, user_id: str) -> Marks:
    """What the person has marked, as ids."""
    found: dict[str, set[str]] = {"saved": set(), "hidden": set()}
    for row in tx.execute(_ids, {"user": user_id}):
        found[row.mark].add(row.job_id)
    return Marks(frozenset(found["saved"]), frozenset(found["hidden"]))


def marks_of(tx: Tx, user_id: str, mark: str, after: str | None, now: datetime) -> tuple[list[Marked], str | None]:
    """A page of what the person has saved or hidden, the latest first, and the key of the next page."""
    page = _marks
    if after:
        marked_at, _, job_id = after.partition("~")
        page = page.where(tuple_(job_marks.c.marked_at, job_marks.c.job_id) < (from_micros(int(marked_at)), job_id))
    rows = tx.execute(page, {"user": user_id, "kind": mark}).all()
    shown = rows[:PAGE]
    details = open_jobs(tx, [row.job_id for row in shown], now)
    found = [
        Marked(row.job_id, row.mark, row.reason, row.title, row.employer, row.marked_at, details.get(row.job_id))
        for row in shown
    ]
    return found, f"{to_micros(shown[-1].marked_at)}~{shown[-1].job_id}" if len(rows) > PAGE else None


def count_marks(tx: Tx, user_id: str) -> int:
    """How many jobs the person has marked."""
    return tx.execute(_count, {"user": user_id}).scalar_one()
