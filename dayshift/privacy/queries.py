"""Reads of requests for erasure."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select

from dayshift.core.db import Tx
from dayshift.privacy.models import erasures as table
from dayshift.privacy.models import tombstones


@dataclass(frozen=True, slots=True)
class Erasure:
    """A request to erase a person: pending until `erased_at`; `recordings` still have files until `files_gone_at`."""

    id: str
    user_id: str | None
    requested_at: datetime
    due_at: datetime
    erased_at: datetime | None
    recordings: list[str] | None
    files_gone_at: datetime | None


_columns = [table.c[name] for name in Erasure.__slots__]
_one = select(*_columns).where(table.c.id == bindparam("erasure"))
_pending = select(*_columns).where(table.c.user_id == bindparam("user"), table.c.erased_at.is_(None))
_all = select(*_columns).order_by(table.c.requested_at, table.c.id)
_unfinished = _all.where(table.c.files_gone_at.is_(None))
_last = select(func.max(tombstones.c.erased_at)).where(tombstones.c.erased_at < bindparam("before"))


def find_erasure(tx: Tx, erasure_id: str, *, for_update: bool = False) -> Erasure | None:
    """Return a request, or None if it was undone."""
    row = tx.execute(_one.with_for_update() if for_update else _one, {"erasure": erasure_id}).first()
    return Erasure(*row) if row else None


def pending_erasure(tx: Tx, user_id: str) -> Erasure | None:
    """Return a person's request that can still be undone."""
    row = tx.execute(_pending, {"user": user_id}).first()
    return Erasure(*row) if row else None


def erasures(tx: Tx, *, unfinished: bool = False) -> list[Erasure]:
    """Return all requests, oldest first; or only those with something left to do."""
    return [Erasure(*row) for row in tx.execute(_unfinished if unfinished else _all)]


def last_erased_before(tx: Tx, before: datetime) -> datetime | None:
    """Return the instant of the last erasure before `before`."""
    found: datetime | None = tx.execute(_last, {"before": before}).scalar()
    return found
