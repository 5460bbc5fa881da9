"""Legal holds: an operator freezes the data of one person, or of everybody who applied to an employer.

A held person is not erased, and their recordings outlive the retention period, until the hold ends.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, or_, select, update

from dayshift.core.audit import operator_or_system, record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.hiring.applications import applied_to
from dayshift.interviews.recordings import owner_of
from dayshift.privacy.models import legal_holds


@dataclass(frozen=True, slots=True)
class Hold:
    """A legal hold on a user, or on all applicants of an employer."""

    id: str
    user_id: str | None
    employer_id: str | None
    reason: str
    made_by: str
    made_at: datetime
    until: datetime
    ended_at: datetime | None
    ended_by: str | None = None

    def is_active(self, at: datetime) -> bool:
        """Whether it holds at this instant."""
        return self.ended_at is None and at < self.until


_all = select(*(legal_holds.c[name] for name in Hold.__slots__)).order_by(legal_holds.c.made_at)
_on_employer = (
    select(*(legal_holds.c[name] for name in Hold.__slots__))
    .where(legal_holds.c.employer_id == bindparam("employer"))
    .order_by(legal_holds.c.made_at.desc(), legal_holds.c.id)
)
_insert = insert(legal_holds)
_end = (
    update(legal_holds)
    .where(legal_holds.c.id == bindparam("hold"), legal_holds.c.ended_at.is_(None))
    .values(ended_at=bindparam("at"), ended_by=bindparam("by"))
    .returning(legal_holds.c.employer_id)
)
_until = select(func.max(legal_holds.c.until)).where(
    legal_holds.c.ended_at.is_(None),
    legal_holds.c.until > bindparam("at"),
    or_(
        legal_holds.c.user_id == bindparam("user"),
        legal_holds.c.employer_id.in_(bindparam("employers", expanding=True)),
    ),
)


def holds(tx: Tx) -> list[Hold]:
    """Return all holds, ended ones too, oldest first."""
    return [Hold(*row) for row in tx.execute(_all)]


def holds_on_employer(tx: Tx, employer_id: str) -> list[Hold]:
    """Return the holds on everybody who applied to an employer, ended ones too, newest first."""
    return [Hold(*row) for row in tx.execute(_on_employer, {"employer": employer_id})]


def add_hold(tx: Tx, hold: Hold) -> None:
    """Freeze the data of a user, or of all applicants of an employer."""
    tx.execute(_insert, {name: getattr(hold, name) for name in Hold.__slots__})
    record(
        tx, "hold.added", operator_or_system(), subject="hold", subject_id=hold.id,
        employer_id=hold.employer_id, details={"until": hold.until.isoformat(), "by": hold.made_by},
    )  # fmt: skip


def end_hold(tx: Tx, hold_id: str, at: datetime, by: str) -> None:
    """End a hold early; `by` is who orders it. Raises `NotFound` for one that is unknown or has been ended."""
    ended = tx.execute(_end, {"hold": hold_id, "at": at, "by": by}).first()
    if ended is None:
        raise NotFound
    record(
        tx,
        "hold.ended",
        operator_or_system(),
        subject="hold",
        subject_id=hold_id,
        employer_id=ended.employer_id,
        details={"by": by},
    )


def held_until(tx: Tx, user_id: str, at: datetime) -> datetime | None:
    """Return the end of the longest hold on this user's data; None if there is none."""
    values = {"at": at, "user": user_id, "employers": applied_to(tx, user_id)}
    found: datetime | None = tx.execute(_until, values).scalar()
    return found


def recording_held_until(tx: Tx, recording_id: str, at: datetime) -> datetime | None:
    """Return the end of the longest hold on a recording's owner; None if there is none."""
    owner = owner_of(tx, recording_id)
    return held_until(tx, owner, at) if owner else None
