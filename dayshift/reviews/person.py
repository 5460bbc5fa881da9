"""A person's page on the desk: questions and answers, and levels only after the member's own (blind first)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, select

from dayshift.accounts import User, find_user
from dayshift.applications import (
    Application,
    Meeting,
    Offer,
    Seen,
    StoredMessage,
    StoredMove,
    View,
    find_seen,
    meeting_of,
    messages_of,
    moves_of,
    offer_of,
    pending_of,
    views_of,
)
from dayshift.applications.queries import PendingMove
from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.employers import Location, Member, find_location
from dayshift.interviews import Interview, StoredAnswer, answers_of, any_interview
from dayshift.question_plans import FOLLOW_UP, Question, find_plan
from dayshift.recordings import Take, takes_by_recording
from dayshift.reviews.models import ratings


@dataclass(frozen=True, slots=True)
class MemberRating:
    """A level that a member or the person of a review link gave; `first_level` as before the AI level was shown."""

    application_id: str
    author: str
    author_name: str
    question_id: str
    competency: str
    skipped: bool
    level: int | None
    first_level: int | None
    comment: str | None
    rated_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class NewRating:
    """A level from 1 to 5, None for 'can't tell'; or `skip` to see the AI level without rating."""

    question_id: str
    level: int | None
    comment: str | None
    skip: bool


@dataclass(frozen=True, slots=True)
class MachineLevel:
    """The AI's level for a question, with its quote; None: a person has to judge, there was not enough to go by."""

    level: int | None
    text: str
    quote: str | None
    confidence: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its rubric, its answers, and the levels that this member may see by now."""

    question: Question
    answers: list[StoredAnswer]
    takes: dict[int, Take]
    own: MemberRating | None
    machine: MachineLevel | None
    others: list[MemberRating]
    hidden: int
    """How many ratings of colleagues are hidden until the member has rated."""


@dataclass(frozen=True, slots=True)
class Person:
    """Everything of an application that a member may see."""

    seen: Seen
    user: User | None
    location: Location | None
    interview: Interview | None
    asked: list[Asked]
    moves: list[StoredMove]
    views: list[View]
    messages: list[StoredMessage]
    meeting: Meeting | None
    offer: Offer | None
    pending: PendingMove | None

    @property
    def application(self) -> Application:
        """The application itself."""
        return self.seen.application


_ratings = (
    select(*(ratings.c[name] for name in MemberRating.__slots__))
    .where(ratings.c.application_id == bindparam("application"))
    .order_by(ratings.c.rated_at, ratings.c.author)
)
_put_rating = insert(ratings)
_put_rating = _put_rating.on_conflict_do_update(
    index_elements=["application_id", "author", "question_id"],
    # The first level stays: it was given before the AI level was shown.
    set_={name: _put_rating.excluded[name] for name in ("level", "comment", "changed_at", "author_name")},
)


def ratings_of(tx: Tx, application_id: str) -> list[MemberRating]:
    """All ratings of an application, oldest first."""
    return [MemberRating(*row) for row in tx.execute(_ratings, {"application": application_id})]


def load_person(tx: Tx, member: Member, application_id: str, at: datetime) -> Person:
    """Load an application for a member. Raises `NotFound` if they may not see it."""
    seen = find_seen(tx, member, application_id, at)
    application = seen.application
    location_id = application.location_id
    interview = any_interview(tx, application.interview_id) if application.interview_id and seen.content else None
    return Person(
        seen=seen,
        user=find_user(tx, application.user_id) if seen.contact else None,
        location=find_location(tx, application.employer_id, location_id) if location_id else None,
        interview=interview,
        asked=questions_for(tx, seen, interview, member.id),
        moves=moves_of(tx, application_id),
        views=views_of(tx, application_id),
        messages=messages_of(tx, application_id),
        meeting=meeting_of(tx, application_id),
        offer=offer_of(tx, application_id),
        pending=pending_of(tx, application_id),
    )


def questions_for(tx: Tx, seen: Seen, interview: Interview | None, author: str) -> list[Asked]:
    """Return the questions with what this author may see: others' levels only after their own, or after skipping."""
    if interview is None or not seen.content:
        return []
    plan = find_plan(interview.plan_id, interview.plan_version)
    given = answers_of(tx, [interview.id])[interview.id]
    takes = {take.number: take for take in takes_by_recording(tx, [interview.id])[interview.id]}
    found = ratings_of(tx, seen.application.id)
    asked = []
    for question in plan.questions:
        answers = [one for one in given if one.question_id.removesuffix(FOLLOW_UP) == question.id]
        of_question = [one for one in found if one.question_id == question.id]
        own = next((one for one in of_question if one.author == author), None)
        others = [one for one in of_question if one.author != author and not one.skipped]
        numbers = [one.take_number for one in answers if one.take_number in takes]
        asked.append(
            Asked(
                question=question,
                answers=answers,
                takes={number: takes[number] for number in numbers if number} if seen.video else {},
                own=own,
                machine=_machine(question, interview) if own and seen.score else None,
                others=others if own else [],
                hidden=0 if own else len(others),
            )
        )
    return asked


@dataclass(frozen=True, slots=True)
class RatedBy:
    """Who rates: a member, or the holder of a review link."""

    actor: Literal["member", "link"]
    id: str
    name: str


def rate(tx: Tx, seen: Seen, author: RatedBy, new: NewRating, at: datetime) -> None:
    """Store a level, or that the author wants to see the AI level without rating. Raises `NotFound`.

    The first level is what counts for agreement. It is empty for somebody who looked first.
    """
    interview_id = seen.application.interview_id
    interview = any_interview(tx, interview_id) if interview_id and seen.content else None
    plan = find_plan(interview.plan_id, interview.plan_version) if interview else None
    question = next((one for one in plan.questions if one.id == new.question_id), None) if plan else None
    if question is None:
        raise NotFound
    before = ratings_of(tx, seen.application.id)
    rated = any(one.author == author.id and one.question_id == question.id for one in before)
    if new.skip and rated:  # Nothing is hidden any more, and the level stays.
        return
    row = {"application_id": seen.application.id, "author": author.id, "author_name": author.name}
    what = {"question_id": question.id, "competency": question.competency, "skipped": new.skip}
    level = None if new.skip else new.level
    given = {"level": level, "first_level": level, "comment": new.comment, "rated_at": at, "changed_at": at}
    tx.execute(_put_rating, {**row, **what, **given})
    record(
        tx, "rating.given", author.actor, author.id, subject="application", subject_id=seen.application.id,
        employer_id=seen.application.employer_id, details={"question": question.id, "level": level, "again": rated},
    )  # fmt: skip


def _machine(question: Question, interview: Interview) -> MachineLevel | None:
    for one in interview.report.competencies if interview.report else ():
        if one.competency == question.competency:
            return MachineLevel(one.level, one.level_text, one.quote, one.confidence)
    return None
