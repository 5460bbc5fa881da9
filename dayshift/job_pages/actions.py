"""Ask about a job."""

from datetime import datetime

from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.job_pages.models import job_questions
from dayshift.job_pages.queries import count_questions
from dayshift.job_pages.questions import FieldAnswer, answer_from_fields
from dayshift.jobs import find_job
from dayshift.saved_jobs import TooMany

MOST_QUESTIONS = 200
"""Stored questions per person."""

_insert_question = insert(job_questions).on_conflict_do_nothing()  # Idempotent.


def ask(tx: Tx, user_id: str, job_id: str, question: str, language: Language, now: datetime) -> FieldAnswer | None:
    """The answer that the job's own fields give to a question. None if they give none; the question is then stored.

    Raises `NotFound`, `TooMany`.
    """
    job = find_job(tx, job_id, now)
    if job is None:
        raise NotFound
    answer = answer_from_fields(job, question, language)
    if answer is None:
        if count_questions(tx, user_id) >= MOST_QUESTIONS:
            raise TooMany
        values = {"id": new_id(), "user_id": user_id, "job_id": job_id, "question": question, "asked_at": now}
        tx.execute(_insert_question, values)
    return answer
