"""What happened to an application: moves, ratings, views, messages and the offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from sqlalchemy import bindparam, exists, func, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.models import (
    SAME_ANSWERS,
    VIEWED,
    applications,
    messages,
    moves,
    offers,
    openings,
    pending_moves,
    ratings,
    sent,
    views,
)
from dayshift.hiring.applications.stages import Action, Actor, Stage
from dayshift.hiring.employers.models import employers


@dataclass(frozen=True, slots=True)
class StoredMove:
    """One entry of an application's history; `member_name` as on the day of the move."""

    number: int
    action: Action
    from_stage: Stage | None
    to_stage: Stage
    actor: Actor
    member_id: str | None
    member_name: str | None
    reason: str | None
    words: str | None
    explanation: dict[str, Any] | None
    made_at: datetime
    letter: dict[str, Any] | None
    calendar: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class MemberRating:
    """A level that a member or the person of a review link gave; `first_level` as before the AI level was shown.

    `ai_seen`: the AI level that they were shown last, with `at` and what gave it; it stays when the score is deleted.
    """

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
    ai_seen: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A decision that will be sent at `due_at` unless its member takes it back. `move` as in the request."""

    id: str
    application_id: str
    member_id: str
    version: int
    move: dict[str, Any]
    key: str
    made_at: datetime
    due_at: datetime


@dataclass(frozen=True, slots=True)
class View:
    """A member watched or read one answer; `seconds` of it without repeats, at the application's `version`.

    It counts as viewed from `needed` seconds on. `length`: of the recording; None for words.
    """

    id: str
    application_id: str
    member_id: str | None
    viewer: str
    link_id: str | None
    version: int
    answer: int
    kind: str
    seconds: float
    needed: float
    length: float | None
    began_at: datetime
    last_at: datetime

    @property
    def counts(self) -> bool:
        """Whether the answer counts as viewed: `models.VIEWED` for one row."""
        return self.seconds >= self.needed


@dataclass(frozen=True, slots=True)
class Opening:
    """The server sent somebody the page with the texts, or of one `answer` the parts of its recording in `sent`.

    `ahead`: it was only loaded, before they opened it.
    """

    id: str
    application_id: str
    viewer_id: str
    viewer: str
    kind: str
    answer: int | None
    sent: int
    opened_at: datetime
    ahead: bool


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One message about an application; `question`: the application waits for its answer."""

    id: str
    application_id: str
    sender: Actor
    member_id: str | None
    member_name: str | None
    question: bool
    text: str
    sent_at: datetime
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer; `pay` in US cents per hour. `answer_by`: the last day to answer, at the place of work, if any."""

    application_id: str
    pay: int
    start_on: Any
    first_shift: str
    place: str
    bring: str | None
    made_at: datetime
    accepted_at: datetime | None
    answer_by: Any

    @property
    def calendar_id(self) -> str:
        """The id of the first day in calendars. It does not tell the application's, which is forgotten on erasure."""
        return str(uuid5(NAMESPACE_URL, f"first-day:{self.application_id}"))


_ratings = (
    select(*(ratings.c[name] for name in MemberRating.__slots__))
    .where(ratings.c.application_id.in_(bindparam("applications", expanding=True)))
    .order_by(ratings.c.rated_at, ratings.c.author)
)
_moves = (
    select(*(moves.c[name] for name in StoredMove.__slots__))
    .where(moves.c.application_id == bindparam("application"))
    .order_by(moves.c.number)
)
_moves_of_several = (
    select(moves.c.application_id, *(moves.c[name] for name in StoredMove.__slots__))
    .where(moves.c.application_id.in_(bindparam("applications", expanding=True)))
    .order_by(moves.c.number)
)
_count_messages = (
    select(messages.c.application_id, func.count())
    .where(messages.c.application_id.in_(bindparam("applications", expanding=True)))
    .group_by(messages.c.application_id)
)
_pending = select(*(pending_moves.c[name] for name in PendingMove.__slots__))
_pending_of = _pending.where(pending_moves.c.application_id == bindparam("application"))
_pending_of_several = _pending.where(pending_moves.c.application_id.in_(bindparam("applications", expanding=True)))
_move_by_key = select(moves.c.action, moves.c.reason, moves.c.words).where(
    moves.c.application_id == bindparam("application"), moves.c.key == bindparam("key")
)
_views = (
    select(*(views.c[name] for name in View.__slots__))
    .where(views.c.application_id == bindparam("application"))
    .order_by(views.c.began_at)
)
_sent = select(sent.c.id).join(applications, SAME_ANSWERS).where(applications.c.id == bindparam("application"))
_views_of_answers = (
    select(*(views.c[name] for name in View.__slots__))
    .where(views.c.application_id.in_(_sent))
    .order_by(views.c.began_at)
)
_of_candidate = applications.c.user_id == bindparam("user")
_views_of_user = (
    select(*(views.c[name] for name in View.__slots__), employers.c.name, applications.c.title)
    .join(applications, applications.c.id == views.c.application_id)
    .join(employers, employers.c.id == applications.c.employer_id)
    .where(_of_candidate)
    .order_by(views.c.began_at.desc(), views.c.id.desc())
    .limit(bindparam("most"))
)
_count_views = (
    select(func.count())
    .select_from(views)
    .join(applications, applications.c.id == views.c.application_id)
    .where(_of_candidate)
)
_openings = select(*(openings.c[name] for name in Opening.__slots__)).order_by(openings.c.opened_at)
_openings_of_answers = _openings.where(openings.c.application_id.in_(_sent), openings.c.ahead.is_(False))
_openings_for = _openings.where(
    openings.c.application_id == bindparam("application"),
    openings.c.viewer_id == bindparam("viewer"),
    openings.c.kind == bindparam("kind"),
    openings.c.ahead == bindparam("ahead"),
)
_openings_of_user = (
    select(*(openings.c[name] for name in Opening.__slots__), employers.c.name, applications.c.title)
    .join(applications, applications.c.id == openings.c.application_id)
    .join(employers, employers.c.id == applications.c.employer_id)
    .where(_of_candidate, openings.c.ahead.is_(False))
    .order_by(openings.c.opened_at.desc(), openings.c.id.desc())
    .limit(bindparam("most"))
)
_viewed_by = select(exists().where(
    views.c.application_id == bindparam("application"), views.c.member_id == bindparam("member"), VIEWED
))  # fmt: skip
_messages = (
    select(*(messages.c[name] for name in StoredMessage.__slots__))
    .where(messages.c.application_id == bindparam("application"))
    .order_by(messages.c.sent_at, messages.c.id)
)
_offer = select(*(offers.c[name] for name in Offer.__slots__)).where(
    offers.c.application_id == bindparam("application")
)


def views_of_user(tx: Tx, user_id: str, most: int) -> list[tuple[View, str, str]]:
    """The latest views of a candidate's applications, as (view, employer's name, title of the job)."""
    rows = tx.execute(_views_of_user, {"user": user_id, "most": most})
    return [(View(*row[:-2]), row[-2], row[-1]) for row in rows]


def openings_of_user(tx: Tx, user_id: str, most: int) -> list[tuple[Opening, str, str]]:
    """What was opened last of a candidate's applications, as (opening, employer's name, title of the job)."""
    rows = tx.execute(_openings_of_user, {"user": user_id, "most": most})
    return [(Opening(*row[:-2]), row[-2], row[-1]) for row in rows]


def openings_of_answers(tx: Tx, application_id: str) -> list[Opening]:
    """Who got what of an application's answers from the server, with any application that has them, oldest first."""
    return [Opening(*row) for row in tx.execute(_openings_of_answers, {"application": application_id})]


def openings_for(tx: Tx, application_id: str, viewer_id: str, kind: str, *, ahead: bool = False) -> list[Opening]:
    """What the server sent of an application's answers to one viewer, oldest first; `ahead`: before it was opened."""
    values = {"application": application_id, "viewer": viewer_id, "kind": kind, "ahead": ahead}
    return [Opening(*row) for row in tx.execute(_openings_for, values)]


def count_views(tx: Tx, user_id: str) -> int:
    """How many views a candidate's applications have."""
    return tx.execute(_count_views, {"user": user_id}).scalar_one()


def ratings_of(tx: Tx, application_id: str) -> list[MemberRating]:
    """All ratings of an application, oldest first."""
    return ratings_of_several(tx, [application_id])[application_id]


def ratings_of_several(tx: Tx, application_ids: Sequence[str]) -> dict[str, list[MemberRating]]:
    """All ratings of applications, oldest first, by application."""
    found: dict[str, list[MemberRating]] = {one: [] for one in application_ids}
    for row in tx.execute(_ratings, {"applications": list(application_ids)}):
        found[row.application_id].append(MemberRating(*row))
    return found


def moves_of(tx: Tx, application_id: str) -> list[StoredMove]:
    """An application's history, oldest first."""
    return [StoredMove(*row) for row in tx.execute(_moves, {"application": application_id})]


def is_look_owed(history: Sequence[StoredMove]) -> bool:
    """Whether the candidate asked for another look and nobody has decided since. An invitation is a yes."""
    decided = (one.action for one in reversed(history) if one.action in {"look_again", "invite", "decline", "close"})
    return next(decided, None) == "look_again"


def moves_of_several(tx: Tx, application_ids: Sequence[str]) -> dict[str, list[StoredMove]]:
    """The histories of applications, oldest first, by application."""
    found: dict[str, list[StoredMove]] = {one: [] for one in application_ids}
    for row in tx.execute(_moves_of_several, {"applications": list(application_ids)}):
        found[row[0]].append(StoredMove(*row[1:]))
    return found


def count_messages(tx: Tx, application_ids: Sequence[str]) -> dict[str, int]:
    """How many messages applications have, by application; those without any are left out."""
    return {row[0]: row[1] for row in tx.execute(_count_messages, {"applications": list(application_ids)})}


def pending_of(tx: Tx, application_id: str) -> PendingMove | None:
    """The decision about an application that can still be undone."""
    row = tx.execute(_pending_of, {"application": application_id}).first()
    return PendingMove(*row) if row else None


def pending_of_several(tx: Tx, application_ids: Sequence[str]) -> list[PendingMove]:
    """The decisions about these applications that can still be undone."""
    return [PendingMove(*row) for row in tx.execute(_pending_of_several, {"applications": list(application_ids)})]


def moved_with(tx: Tx, application_id: str, key: str) -> dict[str, Any] | None:
    """Return action, reason and words of the move of this application that was made with this idempotency key."""
    row = tx.execute(_move_by_key, {"application": application_id, "key": key}).mappings().first()
    return dict(row) if row else None


def views_of(tx: Tx, application_id: str) -> list[View]:
    """Who watched or read which answer of an application, oldest first."""
    return [View(*row) for row in tx.execute(_views, {"application": application_id})]


def views_of_answers(tx: Tx, application_id: str) -> list[View]:
    """Who watched or read which of an application's answers, with any application that has them, oldest first."""
    return [View(*row) for row in tx.execute(_views_of_answers, {"application": application_id})]


def was_viewed_by(tx: Tx, application_id: str, member_id: str) -> bool:
    """Whether a member has watched or read an answer of an application."""
    return tx.execute(_viewed_by, {"application": application_id, "member": member_id}).scalar_one()


def messages_of(tx: Tx, application_id: str) -> list[StoredMessage]:
    """The messages about an application, oldest first."""
    return [StoredMessage(*row) for row in tx.execute(_messages, {"application": application_id})]


def offer_of(tx: Tx, application_id: str) -> Offer | None:
    """The offer of an application."""
    row = tx.execute(_offer, {"application": application_id}).first()
    return Offer(*row) if row else None
