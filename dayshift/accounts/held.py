"""What a legal hold keeps although it was deleted or changed: copies of rows, which nobody is shown.

Packages below `privacy` delete and change rows, so its holds and planned erasures are read here by the names of their
tables.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Column, ColumnElement, and_, bindparam, column, delete, func, literal, or_, select, table

from dayshift.accounts.models import held_rows
from dayshift.core.clock import now
from dayshift.core.db import Instant, Tx, insert
from dayshift.core.ids import new_id

_holds = table(
    "legal_holds", column("user_id"), column("employer_id"), column("until", Instant()), column("ended_at", Instant())
)
_erasures = table("erasures", column("user_id"), column("due_at", Instant()), column("erased_at", Instant()))
_applied = table("applications", column("user_id"), column("employer_id")).alias("applied")

_insert = insert(held_rows)
_owners = select(held_rows.c.user_id, held_rows.c.employer_id).distinct()
_release = delete(held_rows).where(
    held_rows.c.user_id.is_not_distinct_from(bindparam("user")),
    held_rows.c.employer_id.is_not_distinct_from(bindparam("employer")),
)


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A row of the table `source` as it was before it was deleted or changed at `removed_at`."""

    id: str
    user_id: str | None
    employer_id: str | None
    source: str
    removed_at: datetime
    content: dict[str, Any]


_of_hold = (
    select(*(held_rows.c[name] for name in HeldRow.__slots__))
    .where(
        held_rows.c.removed_at >= bindparam("since"),
        or_(
            held_rows.c.user_id == bindparam("user"),
            held_rows.c.employer_id == bindparam("employer"),
            held_rows.c.user_id.in_(select(_applied.c.user_id).where(_applied.c.employer_id == bindparam("employer"))),
        ),
    )
    .order_by(held_rows.c.removed_at, held_rows.c.id)
)


def held_since(tx: Tx, since: datetime, *, user_id: str | None, employer_id: str | None) -> list[HeldRow]:
    """Return what was deleted or changed since, of a person, or of an employer and everybody who applied there."""
    values = {"since": since, "user": user_id, "employer": employer_id}
    return [HeldRow(*row) for row in tx.execute(_of_hold, values)]


def is_held(user_id: Any, employer_id: Any) -> ColumnElement[bool]:
    """Return the SQL condition that a person or an employer is under a legal hold; takes the instant `held_at`.

    A person is held by a hold of their own, and by one on an employer to which they applied.
    """
    applied = and_(_applied.c.employer_id == _holds.c.employer_id, _applied.c.user_id == user_id)
    found = (
        select(literal(1))
        .select_from(_holds.outerjoin(_applied, applied))
        .where(
            _holds.c.ended_at.is_(None),
            _holds.c.until > bindparam("held_at", type_=Instant()),
            or_(_holds.c.user_id == user_id, _holds.c.employer_id == employer_id, _applied.c.user_id == user_id),
        )
    )
    return found.exists()


_deletion_planned = select(literal(1)).where(_erasures.c.user_id == bindparam("user"), _erasures.c.erased_at.is_(None))


def is_deletion_planned(tx: Tx, user_id: str) -> bool:
    """Return whether this person asked to delete everything, and can still undo that."""
    return tx.execute(_deletion_planned, {"user": user_id}).first() is not None


_deletions = select(_erasures.c.user_id, _erasures.c.due_at).where(
    _erasures.c.user_id.in_(bindparam("users", expanding=True)), _erasures.c.erased_at.is_(None)
)
_active = and_(_holds.c.ended_at.is_(None), _holds.c.until > bindparam("held_at", type_=Instant()))
_held_themselves = (
    select(_holds.c.user_id, func.max(_holds.c.until))
    .where(_active, _holds.c.user_id.in_(bindparam("users", expanding=True)))
    .group_by(_holds.c.user_id)
)
_held_where_applied = (
    select(_applied.c.user_id, func.max(_holds.c.until))
    .select_from(_holds.join(_applied, _applied.c.employer_id == _holds.c.employer_id))
    .where(_active, _applied.c.user_id.in_(bindparam("users", expanding=True)))
    .group_by(_applied.c.user_id)
)


def deletions_planned(tx: Tx, user_ids: Collection[str]) -> dict[str, datetime]:
    """Return by person when everything is deleted, for those who asked for that and can still undo it.

    A legal hold delays it.
    """
    if not user_ids:
        return {}
    due = {row.user_id: row.due_at for row in tx.execute(_deletions, {"users": list(user_ids)})}
    for query in (_held_themselves, _held_where_applied):
        for user_id, until in tx.execute(query, {"users": list(due), "held_at": now()}) if due else ():
            due[user_id] = max(due[user_id], until)
    return due


_is_held = select(is_held(bindparam("user"), bindparam("employer")))


def keep_held(
    tx: Tx,
    columns: Sequence[Column[Any]],
    *conditions: ColumnElement[bool],
    user_id: str | None = None,
    employer_id: str | None = None,
) -> None:
    """Copy these columns of the rows that are about to be deleted or changed, if their person or employer is held."""
    at = now()
    if not tx.execute(_is_held, {"user": user_id, "employer": employer_id, "held_at": at}).scalar():
        return
    owner = {"user_id": user_id, "employer_id": employer_id, "removed_at": at, "source": columns[0].table.name}
    for row in tx.execute(select(*columns).where(*conditions)).mappings().all():
        content = {name: _in_json(value) for name, value in row.items()}
        tx.execute(_insert, {"id": new_id(), **owner, "content": content})


def release_held(tx: Tx) -> int:
    """Delete the copies of everybody who is no longer under a legal hold; return how many."""
    released = 0
    for user_id, employer_id in tx.execute(_owners).all():
        owner = {"user": user_id, "employer": employer_id}
        if not tx.execute(_is_held, {**owner, "held_at": now()}).scalar():
            released += tx.execute(_release, owner).rowcount
    return released


def _in_json(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value.model_dump(mode="json", by_alias=True) if isinstance(value, BaseModel) else value
