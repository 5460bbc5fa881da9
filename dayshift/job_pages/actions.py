"""Ask about a job."""

from dataclasses import dataclass
from datetime import datetime

from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.job_pages.employer_questions import employer_to_ask
from dayshift.job_pages.models import job_questions
from dayshift.job_pages.queries import count_questions, find_question
from dayshift.job_pages.questions import FieldAnswer, answer_from_fields
from dayshift.jobs.catalog import find_job
from dayshift.matching.saved_jobs import TooMany

MAX_QUESTIONS = 200
"""Stored questions per person."""

_insert_question = insert(job_questions).on_conflict_do_nothing()  # Idempotent.


@dataclass(frozen=True, slots=True)
class Asked:
    """What the job's own fields answer; else the stored question's id, and the employer that it can be sent to."""

    answer: FieldAnswer | None
    question_id: str | None = None
    employer: str | None = None


def ask(tx: Tx, user_id: str, job_id: str, question: str, language: Language, now: datetime) -> Asked:
    """Answer a question from the job's own fields. A question that they don't answer is stored.

    Raises `NotFound`, `TooMany`.
    """
    job = find_job(tx, job_id, now)
    if job is None:
        raise NotFound
    answer = answer_from_fields(job, question, language)
    if answer is not None:
        return Asked(answer)
    if count_questions(tx, user_id) >= MAX_QUESTIONS:
        raise TooMany
    values = {"id": new_id(), "user_id": user_id, "job_id": job_id, "question": question, "asked_at": now}
    tx.execute(_insert_question, values)
    asked = employer_to_ask(tx, job_id, now)
    question_id = find_question(tx, user_id, job_id, question)
    return Asked(None, question_id, asked[1].name if asked else None)
