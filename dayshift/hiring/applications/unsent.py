"""Decisions that could not be sent after the time to undo: why, who is told, and what was written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, bindparam, delete, or_, select

from dayshift.core.audit import Act, record_all
from dayshift.core.db import Tx, insert
from dayshift.core.errors import AppError, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.hiring.applications.access import covers
from dayshift.hiring.applications.errors import TimeTaken
from dayshift.hiring.applications.events import DecisionUnsent
from dayshift.hiring.applications.history import PendingMove
from dayshift.hiring.applications.models import applications, unsent_moves
from dayshift.hiring.applications.queries import Application, numbered, visible_to
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.employers import Member, find_member, members_covering

UnsentReason = Literal["withdrawn", "closed", "declined", "hired", "changed", "times", "no_access", "failed"]

_ENDED: dict[str, UnsentReason] = {
    "withdrawn": "withdrawn",
    "closed": "closed",
    "declined": "declined",
    "hired": "hired",
}

MAX_LISTED = 100
"""Decisions in one list."""


@dataclass(frozen=True, slots=True)
class Unsent:
    """A decision that was not sent; `move` as in the request, `by` who decided.

    `for_all`: that member may not decide any more, so everybody who hires there is told.
    """

    id: str
    application_id: str
    name: str
    first_name: str
    namesake: int | None
    title: str
    stage: str
    location_id: str | None
    member_id: str
    for_all: bool
    move: dict[str, Any]
    reason: UnsentReason
    made_at: datetime
    failed_at: datetime

    @property
    def is_open(self) -> bool:
        """Whether the member can decide again."""
        return self.stage in OPEN

    def numbered(self, name: str) -> str:
        """Return the name as members read it: see `queries.numbered`."""
        return numbered(name, self.namesake)


_OF_APPLICATION = frozenset({"name", "first_name", "namesake", "title", "stage", "location_id"})
_insert = insert(unsent_moves)
_settle = delete(unsent_moves).where(
    unsent_moves.c.application_id.in_(bindparam("decided", expanding=True)),
    or_(unsent_moves.c.member_id == bindparam("member"), unsent_moves.c.for_all),
)
_COLUMNS = [applications.c[name] if name in _OF_APPLICATION else unsent_moves.c[name] for name in Unsent.__slots__]


def may_decide(tx: Tx, member: Member | None, application: Application) -> bool:
    """Whether a member hires where this application is."""
    return member is not None and member.role != "reviewer" and covers(tx, member, application)


def reason_of(error: AppError | None, application: Application) -> UnsentReason:
    """Return why a decision could not be made about an application; without an error, because it has ended."""
    if application.stage in _ENDED:
        return _ENDED[application.stage]
    return "times" if isinstance(error, TimeTaken) else "changed"


def keep_unsent(tx: Tx, lost: Iterable[tuple[PendingMove, Application, UnsentReason]], at: datetime) -> None:
    """Keep decisions that were not sent, and publish them: their members believe that they went out."""
    rows: list[dict[str, Any]] = []
    for pending, application, reason in lost:
        able = may_decide(tx, find_member(tx, pending.member_id), application)
        rows.append(
            {
                "id": new_id(), "application_id": application.id, "employer_id": application.employer_id,
                "member_id": pending.member_id, "for_all": not able, "move": pending.move, "reason": reason,
                "made_at": pending.made_at, "failed_at": at,
            }
        )  # fmt: skip
    if not rows:
        return
    tx.execute(_insert, rows)
    record_all(tx, [_act(row) for row in rows])
    publish(tx, *[DecisionUnsent(row["application_id"], row["id"]) for row in rows])


def unsent_for(tx: Tx, member: Member) -> list[Unsent]:
    """Return the decisions that a member is told were not sent, newest first."""
    found = (
        select(*_COLUMNS)
        .join(applications, applications.c.id == unsent_moves.c.application_id)
        .where(_told(member), visible_to(member))
        .order_by(unsent_moves.c.failed_at.desc(), unsent_moves.c.id)
        .limit(MAX_LISTED)
    )
    return [Unsent(*row) for row in tx.execute(found)]


def recipients_of(tx: Tx, unsent_id: str) -> list[Member]:
    """Return the members who are told of a decision that was not sent; nobody once it was dismissed."""
    found = (
        select(unsent_moves.c.member_id, unsent_moves.c.for_all, unsent_moves.c.employer_id, applications.c.location_id)
        .join(applications, applications.c.id == unsent_moves.c.application_id)
        .where(unsent_moves.c.id == unsent_id)
    )
    row = tx.execute(found).first()
    if row is None:
        return []
    if row.for_all:
        return members_covering(tx, row.employer_id, row.location_id)
    member = find_member(tx, row.member_id)
    return [member] if member else []


def dismiss(tx: Tx, member: Member, unsent_id: str) -> None:
    """Delete a decision that was not sent, once a member who is told of it has read why. Raises `NotFound`."""
    found = next((one for one in unsent_for(tx, member) if one.id == unsent_id), None)
    if found is None:
        raise NotFound
    tx.execute(delete(unsent_moves).where(unsent_moves.c.id == unsent_id))
    details = {"move": found.move["action"]}
    record_all(
        tx,
        [
            Act(
                "decision.dismissed", "member", member.id, "application", found.application_id, member.employer_id,
                details,
            )
        ],
    )  # fmt: skip


def settle_unsent(tx: Tx, decided: list[str], member_id: str) -> None:
    """Delete the notices about these applications, once a member who is told of them has sent another decision."""
    tx.execute(_settle, {"decided": decided, "member": member_id})


def _told(member: Member) -> ColumnElement[bool]:
    mine = or_(unsent_moves.c.member_id == member.id, unsent_moves.c.for_all)
    return (unsent_moves.c.employer_id == member.employer_id) & mine


def _act(row: Mapping[str, Any]) -> Act:
    details = {"move": row["move"]["action"], "reason": row["reason"]}
    return Act("decision.unsent", "system", None, "application", row["application_id"], row["employer_id"], details)
