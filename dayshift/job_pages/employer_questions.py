"""Questions that a job's fields don't answer: sent to the employer, answered there, and shown on the job's page."""

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, update

from dayshift.core.audit import Action, record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import Event, publish
from dayshift.core.ids import new_id
from dayshift.hiring.employers import (
    Employer,
    Member,
    Posting,
    find_employer,
    find_posting,
    postings_of,
    postings_of_jobs,
)
from dayshift.job_pages.models import employer_questions, job_questions
from dayshift.jobs.catalog import find_job
from dayshift.matching.saved_jobs import TooMany

MAX_WAITING = 3
"""Questions about one job that a person can have with its employer at a time."""

MAX_SHOWN = 20
"""Answered questions on a job's page, latest first."""

MAX_LISTED = 200
"""Waiting questions in a member's list, oldest first."""

# Five digits or more, or an address: a phone number, an email or a link. Bounded, so that matching takes linear time.
_CONTACT = re.compile(r"(?:\d[\s().+-]{0,3}){4}\d|\w@\w|https?:|www\.", re.IGNORECASE)


@dataclass(frozen=True)
class JobQuestionAnswered(Event):
    """An employer answered a question about one of its jobs."""

    employer_question_id: str


@dataclass(frozen=True, slots=True)
class WaitingQuestion:
    """A question for an employer, without the person who asked it. `title` is the job's."""

    id: str
    job_id: str
    title: str
    question: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question and its answer, as everybody reads them."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class PersonalAnswer:
    """An answer for the person who asked; `asked` in their own words."""

    user_id: str
    job_id: str
    title: str
    employer: str
    asked: str
    answer: str


_own = select(job_questions).where(job_questions.c.id == bindparam("id"), job_questions.c.user_id == bindparam("user"))
_count_waiting = (
    select(func.count())
    .select_from(job_questions.join(employer_questions, employer_questions.c.question_id == job_questions.c.id))
    .where(
        job_questions.c.user_id == bindparam("user"),
        job_questions.c.job_id == bindparam("job"),
        job_questions.c.id != bindparam("id"),
        employer_questions.c.state == "waiting",
    )
)
_insert = insert(employer_questions).on_conflict_do_nothing()
_waiting = (
    select(
        employer_questions.c.id,
        employer_questions.c.posting_id,
        job_questions.c.job_id,
        job_questions.c.question,
        employer_questions.c.sent_at,
    )
    .join(job_questions, job_questions.c.id == employer_questions.c.question_id)
    .where(employer_questions.c.employer_id == bindparam("employer"), employer_questions.c.state == "waiting")
    .order_by(employer_questions.c.sent_at, employer_questions.c.id)
    .limit(MAX_LISTED)
)
_answer = (
    update(employer_questions)
    .where(employer_questions.c.id == bindparam("of"), employer_questions.c.state == "waiting")
    .values(
        state=bindparam("to_state"),
        question=bindparam("shown"),
        answer=bindparam("said"),
        member_id=bindparam("member"),
        answered_at=bindparam("at"),
    )
)
_answered = (
    select(employer_questions.c.question, employer_questions.c.answer)
    .where(employer_questions.c.posting_id == bindparam("posting"), employer_questions.c.state == "answered")
    .order_by(employer_questions.c.answered_at.desc(), employer_questions.c.id)
    .limit(MAX_SHOWN)
)
_personal = (
    select(
        job_questions.c.user_id,
        job_questions.c.job_id,
        employer_questions.c.posting_id,
        employer_questions.c.employer_id,
        job_questions.c.question,
        employer_questions.c.answer,
    )
    .join(job_questions, job_questions.c.id == employer_questions.c.question_id)
    .where(employer_questions.c.id == bindparam("id"), employer_questions.c.state == "answered")
)


def employer_to_ask(tx: Tx, job_id: str, at: datetime) -> tuple[Posting, Employer] | None:
    """Return who answers questions about a job; None if its employer is not here or the job is closed."""
    posting = postings_of_jobs(tx, [job_id]).get(job_id)
    if posting is None or not posting.is_open(at) or find_job(tx, job_id, at) is None:
        return None
    return posting, find_employer(tx, posting.employer_id)


def send_question(tx: Tx, user_id: str, question_id: str, at: datetime) -> None:
    """Send a stored question to the employer of its job. Idempotent.

    Raises `NotFound` for another person's question or a job that nobody answers for, `InvalidRequest` for a question
    with contact details, and `TooMany`.
    """
    stored = tx.execute(_own, {"id": question_id, "user": user_id}).first()
    asked = employer_to_ask(tx, stored.job_id, at) if stored else None
    if stored is None or asked is None:
        raise NotFound
    refuse_contact(stored.question, "question")
    others = {"user": user_id, "job": stored.job_id, "id": question_id}
    if tx.execute(_count_waiting, others).scalar_one() >= MAX_WAITING:
        raise TooMany
    posting, employer = asked
    values = {"id": new_id(), "question_id": question_id, "posting_id": posting.id, "employer_id": employer.id}
    tx.execute(_insert, {**values, "state": "waiting", "sent_at": at})


def waiting_questions(tx: Tx, member: Member) -> list[WaitingQuestion]:
    """Return the questions about the jobs at a member's locations, oldest first."""
    if member.role == "reviewer":
        return []
    rows = tx.execute(_waiting, {"employer": member.employer_id}).all()
    if not rows:
        return []
    seen = {one.id: one for one in postings_of(tx, member.employer_id) if member.covers(one.location_id)}
    return [
        WaitingQuestion(row.id, row.job_id, seen[row.posting_id].title, row.question, row.sent_at)
        for row in rows
        if row.posting_id in seen
    ]


def answer_question(tx: Tx, member: Member, question_id: str, question: str, answer: str, at: datetime) -> None:
    """Answer a question for the person who asked and for everybody; `question` is the member's wording of it.

    Raises `NotFound` for a question that the member cannot see or that has been answered, and `InvalidRequest`.
    """
    refuse_contact(question, "question")
    _close(tx, member, question_id, {"to_state": "answered", "shown": question, "said": answer, "at": at})
    _record(tx, "question.answered", member, question_id)
    publish(tx, JobQuestionAnswered(question_id))


def dismiss_question(tx: Tx, member: Member, question_id: str, at: datetime) -> None:
    """Remove a question from the list without an answer. Raises `NotFound` as `answer_question` does."""
    _close(tx, member, question_id, {"to_state": "dismissed", "shown": None, "said": None, "at": at})
    _record(tx, "question.dismissed", member, question_id)


def answered_questions(tx: Tx, job_id: str) -> list[AnsweredQuestion]:
    """Return the questions about a job that its employer has answered, latest first."""
    posting = postings_of_jobs(tx, [job_id]).get(job_id)
    if posting is None:
        return []
    return [AnsweredQuestion(*row) for row in tx.execute(_answered, {"posting": posting.id})]


def personal_answer(tx: Tx, question_id: str) -> PersonalAnswer | None:
    """Return an answer for the person who asked; None once their account is gone."""
    row = tx.execute(_personal, {"id": question_id}).first()
    posting = find_posting(tx, row.posting_id) if row else None
    if row is None or posting is None:
        return None
    employer = find_employer(tx, row.employer_id).name
    return PersonalAnswer(row.user_id, row.job_id, posting.title, employer, row.question, row.answer)


def refuse_contact(text: str, field: str) -> None:
    """Raise `InvalidRequest` for a text with a phone number, an email address or a link."""
    if _CONTACT.search(text):
        raise InvalidRequest(fields={field: "Please leave out phone numbers, email addresses and links"})


def _record(tx: Tx, action: Action, member: Member, question_id: str) -> None:
    record(tx, action, "member", member.id, subject="question", subject_id=question_id, employer_id=member.employer_id)


def _close(tx: Tx, member: Member, question_id: str, values: dict[str, object]) -> None:
    if question_id not in {one.id for one in waiting_questions(tx, member)}:
        raise NotFound
    if not tx.execute(_answer, {**values, "of": question_id, "member": member.id}).rowcount:
        raise NotFound
