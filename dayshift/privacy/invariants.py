"""Invariants of erasures and exports: done in time, unless a legal hold forbids an erasure."""

from datetime import datetime, timedelta

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Invariant, Violation
from dayshift.privacy.export import late_exports
from dayshift.privacy.holds import held_until
from dayshift.privacy.periods import FILES_GONE
from dayshift.privacy.queries import Erasure, erasures


def invariants(db: Database) -> list[Invariant]:
    """The invariants of all requests for erasure or a copy."""

    async def overdue() -> list[Violation]:
        return await db.read(_find_overdue)

    async def late() -> list[Violation]:
        return await db.read(_find_late)

    return [
        Invariant("privacy.erasures", "every person who asked for it is erased in time", overdue),
        Invariant("privacy.exports", "every copy of a person's data is made within an hour and deleted in time", late),
    ]


def why_overdue(tx: Tx, erasure: Erasure, at: datetime) -> str | None:
    """Return what should have been done by now; None if the request is in time or held."""
    if erasure.erased_at:
        late = erasure.files_gone_at is None and at > erasure.erased_at + FILES_GONE
        return f"has files, a day after the erasure of {erasure.erased_at:%Y-%m-%d}" if late else None
    if at <= erasure.due_at + timedelta(days=1):
        return None
    if erasure.user_id and held_until(tx, erasure.user_id, at):
        return None
    return f"was due on {erasure.due_at:%Y-%m-%d}"


def _find_overdue(tx: Tx) -> list[Violation]:
    at = now()
    return [Violation(one.id, why) for one in erasures(tx, unfinished=True) if (why := why_overdue(tx, one, at))]


def _find_late(tx: Tx) -> list[Violation]:
    return [Violation(one.id, "was not deleted" if one.ready_at else "was not made") for one in late_exports(tx, now())]
