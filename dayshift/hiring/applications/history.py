"""What happened to an application: moves, ratings, views, messages and the offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, exists, func, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.models import (
    VIEWED,
    applications,
    messages,
    moves,
    offers,
    pending_moves,
    ratings,
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

    It counts as viewed from `needed` seconds on.
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
    began_at: datetime
    last_at: datetime

    @property
    def counts(self) -> bool:
        """Whether the answer counts as viewed: `models.VIEWED` for one row."""
        return self.seconds >= self.needed


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
    """An offer; `pay` in US cents per hour."""

    application_id: str
    pay: int
    start_on: Any
    first_shift: str
    place: str
    bring: str | None
    made_at: datetime
    accepted_at: datetime | None


_ratings = (
    select(*(ratings.c[name] for name in MemberRating.__slots__))
    .where(ratings.c.application_id == bindparam("application"))
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


def count_views(tx: Tx, user_id: str) -> int:
    """How many views a candidate's applications have."""
    return tx.execute(_count_views, {"user": user_id}).scalar_one()


def ratings_of(tx: Tx, application_id: str) -> list[MemberRating]:
    """All ratings of an application, oldest first."""
    return [MemberRating(*row) for row in tx.execute(_ratings, {"application": application_id})]


def moves_of(tx: Tx, application_id: str) -> list[StoredMove]:
    """An application's history, oldest first."""
    return [StoredMove(*row) for row in tx.execute(_moves, {"application": application_id})]


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
