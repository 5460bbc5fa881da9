"""HTTP: members read and answer questions about their jobs."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Body, NotBlank, Reply
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.employers import ROLE_ERRORS, Hiring
from dayshift.job_pages.employer_questions import (
    WaitingQuestion,
    answer_question,
    dismiss_question,
    waiting_questions,
)

router = APIRouter(tags=["desk"])


ANSWER = Rule("answer about a job", 120, 3600)
"""Per member."""


class WaitingQuestionReply(Reply):
    """A question about a job, without the person who asked it."""

    id: str
    job_id: str
    title: str
    question: str
    sent_at: datetime


class WaitingQuestionsReply(Reply):
    """The questions that wait for an answer, oldest first."""

    questions: list[WaitingQuestionReply]


class NewAnswer(Body):
    """An answer for everybody, with the question as everybody will read it."""

    question: Annotated[str, StringConstraints(min_length=2, max_length=300), NotBlank]
    answer: Annotated[str, StringConstraints(min_length=1, max_length=1000), NotBlank]


@router.get("/api/desk/questions", responses=errors(*ROLE_ERRORS))
async def list_questions(member: Hiring, db: Db) -> WaitingQuestionsReply:
    """The questions about the jobs at the member's locations."""
    return _listed(await db.read(waiting_questions, member))


@router.post(
    "/api/desk/questions/{question_id}/answer", responses=errors(*ROLE_ERRORS, NotFound, InvalidRequest, RateLimited)
)
async def answer(question_id: str, body: NewAnswer, member: Hiring, db: Db, limits: Limiter) -> WaitingQuestionsReply:
    """Answer a question: the person who asked gets the answer, and the job's page shows both to everybody."""
    await limits.count(ANSWER, member.id)

    def work(tx: Tx) -> list[WaitingQuestion]:
        answer_question(tx, member, question_id, body.question, body.answer, now())
        return waiting_questions(tx, member)

    return _listed(await db.write(work))


@router.delete("/api/desk/questions/{question_id}", responses=errors(*ROLE_ERRORS, NotFound))
async def dismiss(question_id: str, member: Hiring, db: Db) -> WaitingQuestionsReply:
    """Remove a question without an answer."""

    def work(tx: Tx) -> list[WaitingQuestion]:
        dismiss_question(tx, member, question_id, now())
        return waiting_questions(tx, member)

    return _listed(await db.write(work))


def _listed(found: list[WaitingQuestion]) -> WaitingQuestionsReply:
    return WaitingQuestionsReply(questions=[WaitingQuestionReply.model_validate(one) for one in found])
