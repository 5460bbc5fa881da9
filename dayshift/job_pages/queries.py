"""Load a person's number of stored questions and, for operators, the questions themselves."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select

from dayshift.core.db import Tx
from dayshift.job_pages.models import job_questions
from dayshift.jobs.catalog import find_jobs


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that no field of its job answers, without the person who asked. `title` is None if the job is gone."""

    job_id: str
    title: str | None
    employer: str | None
    question: str
    asked_at: datetime


_count_questions = select(func.count()).select_from(job_questions).where(job_questions.c.user_id == bindparam("user"))
_find_question = select(job_questions.c.id).where(
    job_questions.c.user_id == bindparam("user"),
    job_questions.c.job_id == bindparam("job"),
    job_questions.c.question == bindparam("question"),
)
_questions = (
    select(job_questions.c.job_id, job_questions.c.question, job_questions.c.asked_at)
    .order_by(job_questions.c.asked_at.desc(), job_questions.c.id)
    .limit(bindparam("most"))
)


def count_questions(tx: Tx, user_id: str) -> int:
    """The number of stored questions of this person."""
    return tx.execute(_count_questions, {"user": user_id}).scalar_one()


def find_question(tx: Tx, user_id: str, job_id: str, question: str) -> str:
    """The id of a person's stored question."""
    return str(tx.execute(_find_question, {"user": user_id, "job": job_id, "question": question}).scalar_one())


def open_questions(tx: Tx, most: int) -> list[OpenQuestion]:
    """The latest stored questions."""
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
