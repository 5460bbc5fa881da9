"""What a person can do with a job: save it, hide it, forget that, ask about it."""

from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, delete

from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.job_pages import Answer, answer_from
from dayshift.jobs import Job, find_job
from dayshift.saved_jobs.errors import TooMany
from dayshift.saved_jobs.models import job_marks, job_questions
from dayshift.saved_jobs.queries import Marked, count_marks, count_questions

Mark = Literal["saved", "hidden"]
Reason = Literal["pay", "distance", "times", "work", "employer", "other"]

MOST_MARKS = 1000
MOST_QUESTIONS = 200
"""Of one person."""

_insert_mark = insert(job_marks)
_upsert_mark = _insert_mark.on_conflict_do_update(
    index_elements=["user_id", "job_id"],
    set_={name: _insert_mark.excluded[name] for name in ("mark", "reason", "marked_at")},
)
_delete_mark = delete(job_marks).where(job_marks.c.user_id == bindparam("user"), job_marks.c.job_id == bindparam("job"))
_insert_question = insert(job_questions).on_conflict_do_nothing()  # Asked twice is asked once.


def mark_job(tx: Tx, user_id: str, job_id: str, mark: Mark, reason: Reason | None, now: datetime) -> Marked:
    """Save or hide an open job; the latest mark counts. Raises `NotFound`, `TooMany`."""
    job = _open_job(tx, job_id, now)
    if count_marks(tx, user_id) >= MOST_MARKS:
        raise TooMany
    values = {"job_id": job_id, "mark": mark, "reason": reason, "title": job.title, "employer": job.employer}
    tx.execute(_upsert_mark, {**values, "user_id": user_id, "marked_at": now})
    return Marked(job_id, mark, reason, job.title, job.employer, now, job)


def unmark_job(tx: Tx, user_id: str, job_id: str) -> None:
    """Neither save nor hide a job any longer. Without a mark it does nothing."""
    tx.execute(_delete_mark, {"user": user_id, "job": job_id})


def ask(tx: Tx, user_id: str, job_id: str, question: str, language: Language, now: datetime) -> Answer | None:
    """What the job's own fields say to a question; None where they say nothing, and then the question is kept.

    Raises `NotFound`, `TooMany`.
    """
    job = _open_job(tx, job_id, now)
    answer = answer_from(job, question, language)
    if answer is None:
        if count_questions(tx, user_id) >= MOST_QUESTIONS:
            raise TooMany
        values = {"id": new_id(), "user_id": user_id, "job_id": job_id, "question": question, "asked_at": now}
        tx.execute(_insert_question, values)
    return answer


def _open_job(tx: Tx, job_id: str, now: datetime) -> Job:
    job = find_job(tx, job_id, now)
    if job is None:
        raise NotFound
    return job
