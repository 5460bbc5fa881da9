"""HTTP: a candidate requests a human review and reads its result."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from dayshift.accounts import SignedIn
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.schemas import Body, Reply
from dayshift.dependencies import Db
from dayshift.interviews import scoring
from dayshift.interviews.reviews import actions
from dayshift.interviews.reviews.actions import NotCompleted
from dayshift.interviews.reviews.queries import Review, reviews_of
from dayshift.interviews.room import Interview, find_interview
from dayshift.knowledge import question_plans


class AskForReview(Body):
    """`note`: what the reviewer should look at, in the candidate's words."""

    note: Annotated[str, StringConstraints(max_length=1000, strip_whitespace=True)] | None = None


class RatingReply(Reply):
    """The level that a person gave: 1 to 5, null for not enough evidence."""

    competency: str
    level: int | None
    level_text: str


class ReviewReply(Reply):
    """A request for review and its result; `settled_at` is null until the review is done."""

    asked_at: datetime | None
    note: str | None
    settled_at: datetime | None
    reviewer: str | None
    ratings: list[RatingReply]
    total: int | None
    comment: str | None


class ReviewEnvelope(Reply):
    """The latest review of an interview. `awaits_person`: a person will still review it."""

    awaits_person: bool
    review: ReviewReply | None


router = APIRouter(tags=["reviews"])


@router.get("/api/interviews/{interview_id}/review", responses=errors(NotSignedIn, NotFound))
async def read_review(interview_id: str, user: SignedIn, db: Db) -> ReviewEnvelope:
    """The latest review of an interview."""

    def load(tx: Tx) -> tuple[Interview, list[Review]]:
        return find_interview(tx, user.id, interview_id), reviews_of(tx, interview_id)

    return _envelope(*await db.read(load))


@router.post(
    "/api/interviews/{interview_id}/review", status_code=201, responses=errors(NotSignedIn, NotFound, NotCompleted)
)
async def ask_for_review(interview_id: str, body: AskForReview, user: SignedIn, db: Db) -> ReviewEnvelope:
    """Request a human review. Requesting it again before it is done only changes the note."""

    def ask(tx: Tx) -> tuple[Interview, list[Review]]:
        return actions.ask(tx, user, interview_id, body.note), reviews_of(tx, interview_id)

    return _envelope(*await db.write(ask))


def _envelope(interview: Interview, found: list[Review]) -> ReviewEnvelope:
    review = _reply(interview, found[-1]) if found else None
    return ReviewEnvelope(awaits_person=interview.awaits_person, review=review)


def _reply(interview: Interview, review: Review) -> ReviewReply:
    plan = question_plans.find_plan(interview.plan_id, interview.plan_version)
    return ReviewReply(
        asked_at=review.asked_at,
        note=review.note,
        settled_at=review.settled_at,
        reviewer=review.reviewer,
        ratings=[
            RatingReply(**rating, level_text=scoring.wording_of(plan, **rating)) for rating in review.ratings or ()
        ],
        total=review.total,
        comment=review.comment,
    )
