"""Accommodations: a candidate asks for another way to do the interview, and an operator answers.

Employers are not told: a need that comes from a disability must not reach those who decide.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, select, update

from dayshift.accounts import User, find_user, lock_user
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import Event, publish
from dayshift.core.ids import new_id
from dayshift.core.invariants import Invariant, Violation
from dayshift.interviews.reviews.models import WAITING, accommodations
from dayshift.interviews.room import find_interview
from dayshift.knowledge.jurisdictions import after_business_days

Kind = Literal["more_time", "typed", "person", "other"]
State = Literal["open", "arranged", "declined"]

ANSWER_DAYS = 2
"""Business days until which an answer is promised, without federal holidays."""


@dataclass(frozen=True)
class AccommodationAsked(Event):
    """Event: a candidate asked for an accommodation."""

    accommodation_id: str


@dataclass(frozen=True)
class AccommodationAnswered(Event):
    """Event: an operator answered."""

    accommodation_id: str


@dataclass(frozen=True, slots=True)
class Accommodation:
    """What a candidate asked for. `reply` is the operator's, to the candidate."""

    id: str
    user_id: str
    interview_id: str | None
    kind: Kind
    note: str | None
    asked_at: datetime
    due_at: datetime
    state: State
    reply: str | None
    answered_at: datetime | None


_all = select(*(accommodations.c[name] for name in Accommodation.__slots__))
_of = _all.where(accommodations.c.user_id == bindparam("user")).order_by(accommodations.c.id.desc())
_one = _all.where(accommodations.c.id == bindparam("id"))
_locked = _one.with_for_update()
_waiting = _all.where(WAITING).order_by(accommodations.c.due_at, accommodations.c.id)
_late = _waiting.where(accommodations.c.due_at < bindparam("at"))
_insert = insert(accommodations)
_change = update(accommodations).where(accommodations.c.id == bindparam("one"))


def accommodations_of(tx: Tx, user_id: str) -> list[Accommodation]:
    """Return what a candidate asked for, newest first."""
    return [Accommodation(*row) for row in tx.execute(_of, {"user": user_id})]


def waiting_accommodations(tx: Tx) -> list[tuple[Accommodation, User]]:
    """Return every request that waits for an answer, with who asked, in the order in which they are due."""
    found = [Accommodation(*row) for row in tx.execute(_waiting)]
    people = {one.user_id: find_user(tx, one.user_id) for one in found}
    return [(one, user) for one in found if (user := people[one.user_id])]


def find_accommodation(tx: Tx, accommodation_id: str) -> Accommodation | None:
    """Return a request of any candidate, for operators and background work."""
    row = tx.execute(_one, {"id": accommodation_id}).first()
    return Accommodation(*row) if row else None


def ask_for(tx: Tx, user: User, kind: Kind, note: str | None, interview_id: str | None) -> None:
    """Ask for an accommodation. Asking again before the answer only changes the note. Raises `NotFound`."""
    lock_user(tx, user.id, against="change")
    if interview_id is not None:
        find_interview(tx, user.id, interview_id)
    waiting = next((one for one in accommodations_of(tx, user.id) if one.state == "open" and one.kind == kind), None)
    if waiting is not None:
        if note:
            tx.execute(_change.values(note=note), {"one": waiting.id})
        return
    at = now()
    made = Accommodation(
        new_id(),
        user.id,
        interview_id,
        kind,
        note,
        at,
        after_business_days(at, ANSWER_DAYS, state=None),
        "open",
        None,
        None,
    )
    tx.execute(_insert, {name: getattr(made, name) for name in Accommodation.__slots__})
    record(tx, "accommodation.asked", "candidate", user.id, subject="person", subject_id=user.id)
    publish(tx, AccommodationAsked(made.id))


def answer(
    tx: Tx, accommodation_id: str, state: Literal["arranged", "declined"], reply: str, by: str | None = None
) -> None:
    """Answer a request. `by` is the digest of the operator's id, None at the command line.

    Raises `NotFound` if no request of this id is open.
    """
    row = tx.execute(_locked, {"id": accommodation_id}).first()
    found = Accommodation(*row) if row else None
    if found is None or found.state != "open":
        raise NotFound
    tx.execute(_change.values(state=state, reply=reply, answered_at=now()), {"one": found.id})
    record(
        tx, "accommodation.answered", "operator", by, subject="person", subject_id=found.user_id,
        details={"state": state},
    )  # fmt: skip
    publish(tx, AccommodationAnswered(found.id))


def invariants(db: Database) -> list[Invariant]:
    """The invariants of accommodations."""

    async def late() -> list[Violation]:
        found = await db.read(lambda tx: [Accommodation(*row) for row in tx.execute(_late, {"at": now()})])
        return [Violation(one.id, f"an answer was promised by {one.due_at:%Y-%m-%d}") for one in found]

    return [Invariant("reviews.accommodations", "every accommodation is answered in time", late)]
