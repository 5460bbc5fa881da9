"""Save a job, hide it, or remove the mark."""

from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, delete

from dayshift.core.db import Tx, insert
from dayshift.core.errors import AppError, NotFound
from dayshift.jobs.catalog import find_job
from dayshift.matching.saved_jobs.models import job_marks
from dayshift.matching.saved_jobs.queries import Marked, count_marks

Mark = Literal["saved", "hidden"]
Reason = Literal["pay", "distance", "times", "work", "employer", "other"]

MAX_MARKS = 1000
"""Maximum marks per user."""


class TooMany(AppError):
    """The user's list is full."""

    code = "too_many"
    status = 409
    message = "Your list is full. Please remove something first."


_insert_mark = insert(job_marks)
_upsert_mark = _insert_mark.on_conflict_do_update(
    index_elements=["user_id", "job_id"],
    set_={name: _insert_mark.excluded[name] for name in ("mark", "reason", "marked_at")},
)
_delete_mark = delete(job_marks).where(job_marks.c.user_id == bindparam("user"), job_marks.c.job_id == bindparam("job"))


def mark_job(tx: Tx, user_id: str, job_id: str, mark: Mark, reason: Reason | None, now: datetime) -> Marked:
    """Save or hide an open job; a later mark replaces the earlier one. Raises `NotFound`, `TooMany`."""
    job = find_job(tx, job_id, now)
    if job is None:
        raise NotFound
    if count_marks(tx, user_id) >= MAX_MARKS:
        raise TooMany
    values = {"job_id": job_id, "mark": mark, "reason": reason, "title": job.title, "employer": job.employer}
    tx.execute(_upsert_mark, {**values, "user_id": user_id, "marked_at": now})
    return Marked(job_id, mark, reason, job.title, job.employer, now, job)


def unmark_job(tx: Tx, user_id: str, job_id: str) -> None:
    """Remove the person's mark of a job, if there is one."""
    tx.execute(_delete_mark, {"user": user_id, "job": job_id})
