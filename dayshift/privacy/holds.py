"""Legal holds: an operator freezes the data of one person, or of everybody who applied to an employer.

A held person is not erased, and what has a retention period is kept beyond it, until the hold ends. What they or
members delete or change meanwhile is hidden as always; `accounts.held` keeps a copy.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from sqlalchemy import bindparam, func, or_, select, update

from dayshift.accounts import HeldRow, held_since
from dayshift.core.audit import operator_or_system, record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.hiring.applications import applicants_of, applied_to, find_order
from dayshift.interviews.recordings import owner_of
from dayshift.privacy.models import legal_holds
from dayshift.privacy.queries import erasures


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


@dataclass(frozen=True, slots=True)
class KeptRows:
    """Rows of one table that were deleted or changed and are kept for a hold, of so many people."""

    source: str
    rows: int
    people: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class HoldContent:
    """What an active hold keeps: the data of `people`, and what was deleted or changed since.

    `waiting` of them asked for their data to be deleted, which is done when nothing holds them anymore.
    """

    people: int
    kept: list[KeptRows]
    waiting: int


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


def end_of_hold(day: date) -> datetime:
    """Return when a hold until `day` ends: at noon UTC, when it is that day in every zone of the United States.

    So a page, a mail and a command name the same day, and nothing is deleted on the evening before it.
    """
    return datetime.combine(day, time(12), UTC)


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


def rows_of_hold(tx: Tx, hold_id: str) -> list[HeldRow]:
    """Return what was deleted or changed since a hold began and is kept for it. Raises `NotFound`."""
    hold = next((one for one in holds(tx) if one.id == hold_id), None)
    if hold is None:
        raise NotFound
    return held_since(tx, hold.made_at, user_id=hold.user_id, employer_id=hold.employer_id)


def content_of_hold(tx: Tx, hold: Hold, at: datetime) -> HoldContent | None:
    """Return what a hold keeps; None for one that is over, whose copies are deleted."""
    if not hold.is_active(at):
        return None
    people = applicants_of(tx, hold.employer_id) if hold.employer_id else {hold.user_id}
    by_source: dict[str, list[HeldRow]] = {}
    for row in rows_of_hold(tx, hold.id):
        by_source.setdefault(row.source, []).append(row)
    return HoldContent(
        people=len(people),
        kept=[
            KeptRows(
                source,
                len(rows),
                len({one.user_id for one in rows if one.user_id}),
                min(one.removed_at for one in rows),
                max(one.removed_at for one in rows),
            )
            for source, rows in sorted(by_source.items())
        ],
        waiting=sum(not one.erased_at and one.user_id in people for one in erasures(tx, unfinished=True)),
    )


def export_rows(tx: Tx, hold_id: str, by: str) -> list[HeldRow]:
    """Return the kept rows of a hold to hand them out, and log who ordered it. Raises `NotFound`."""
    rows = rows_of_hold(tx, hold_id)
    record(
        tx, "hold.exported", operator_or_system(), subject="hold", subject_id=hold_id,
        details={"by": by, "rows": len(rows)},
    )  # fmt: skip
    return rows


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


def orders_held_until(tx: Tx, order_ids: list[str], at: datetime) -> datetime | None:
    """Return the end of the longest hold on the employers that ordered these interviews; None if there is none."""
    orders = [find_order(tx, one) for one in order_ids]
    employers = sorted({one.employer_id for one in orders if one})
    found: datetime | None = tx.execute(_until, {"at": at, "user": "", "employers": employers}).scalar()
    return found


def recording_held_until(tx: Tx, recording_id: str, at: datetime) -> datetime | None:
    """Return the end of the longest hold on a recording's owner; None if there is none."""
    owner = owner_of(tx, recording_id)
    return held_until(tx, owner, at) if owner else None
