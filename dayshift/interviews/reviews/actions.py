"""Request a human review, and store its result."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, update

from dayshift.accounts import User
from dayshift.core.audit import operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import AppError, NotFound
from dayshift.core.events import Event, publish
from dayshift.core.ids import new_id
from dayshift.interviews.reviews.models import reviews
from dayshift.interviews.reviews.queries import Review, reviews_of
from dayshift.interviews.room import Interview, await_person, find_interview, load_interview
from dayshift.interviews.scoring import total_of
from dayshift.knowledge.question_plans import Plan, find_plan

_insert = insert(reviews)
_one = update(reviews).where(reviews.c.id == bindparam("review"))


class NotCompleted(AppError):
    """A person can review only a completed interview."""

    code = "not_completed"
    status = 409
    message = "Finish the interview first."


@dataclass(frozen=True)
class InterviewReviewed(Event):
    """Event: a person has reviewed an interview."""

    interview_id: str
    review_id: str


class WrongLevels(ValueError):
    """Ratings that do not name every competency of the plan once, or an unknown level."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A human review: who, a level for each competency (None: not enough evidence), and a comment."""

    reviewer: str
    levels: Mapping[str, int | None]
    comment: str | None = None


def ask(tx: Tx, user: User, interview_id: str, note: str | None) -> Interview:
    """Request a human review. Requesting it again before it is done only changes the note."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status != "completed":
        raise NotCompleted
    waiting = _open_review(tx, interview_id)
    if waiting is None:
        row = {"id": new_id(), "interview_id": interview_id, "asked_at": now(), "note": note or None}
        tx.execute(_insert, row)
    elif note:
        tx.execute(_one.values(note=note), {"review": waiting.id})
    return await_person(tx, interview, wanted=True)


def settle(tx: Tx, interview_id: str, verdict: Verdict) -> Review:
    """Store a human review next to the AI score, which does not change.

    Raises `NotFound`, `NotCompleted`, or `WrongLevels` with what is wrong.
    """
    loaded = load_interview(tx, interview_id, for_update=True)
    if loaded is None:
        raise NotFound
    interview = loaded[0]
    if interview.status != "completed":
        raise NotCompleted
    plan = find_plan(interview.plan_id, interview.plan_version)
    found = {
        "settled_at": now(),
        "reviewer": verdict.reviewer,
        "ratings": _in_order(plan, verdict.levels),
        "total": total_of([level for level in verdict.levels.values() if level is not None]),
        "comment": verdict.comment,
    }
    waiting = _open_review(tx, interview_id)
    if waiting is None:
        tx.execute(_insert, {"id": new_id(), "interview_id": interview_id, **found})
    else:
        tx.execute(_one.values(**found), {"review": waiting.id})
    await_person(tx, interview, wanted=False)
    review = reviews_of(tx, interview_id)[-1]
    record(
        tx, "review.settled", operator_or_system(),
        subject="interview", subject_id=interview_id, details={"review": review.id},
    )  # fmt: skip
    publish(tx, InterviewReviewed(interview_id, review.id))
    return review


def _open_review(tx: Tx, interview_id: str) -> Review | None:
    return next((review for review in reviews_of(tx, interview_id) if review.settled_at is None), None)


def _in_order(plan: Plan, levels: Mapping[str, int | None]) -> list[dict[str, object]]:
    names = [question.competency for question in plan.questions]
    if set(levels) != set(names):
        raise WrongLevels(f"give a level for each of: {', '.join(names)}")
    known = [level.level for level in plan.questions[0].levels]
    if any(level is not None and level not in known for level in levels.values()):
        raise WrongLevels(f"a level is one of {', '.join(map(str, known))} or none")
    return [{"competency": name, "level": levels[name]} for name in names]
