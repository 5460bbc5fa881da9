"""Invariants of interviews: complete state, takes for recorded answers, a task for each pending score."""

from sqlalchemy import bindparam, or_, select

from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Invariant, Violation, found_by_page
from dayshift.core.tasks import open_payloads
from dayshift.interviews.recordings import existing_recordings, take_numbers
from dayshift.interviews.room.events import SCORE
from dayshift.interviews.room.models import interviews, responses

PAGE = 1000
"""Answers per page."""

_status = interviews.c.status
_not_whole = select(interviews.c.id, _status).where(
    or_(
        (_status == "in-progress") & (interviews.c.started_at.is_(None) | interviews.c.consent_version.is_(None)),
        (_status == "completed") & (interviews.c.ended_at.is_(None) | (interviews.c.scoring == "none")),
    )
)
_unscored = select(interviews.c.id).where(_status == "completed", interviews.c.scoring == "pending")
_recorded = (
    select(responses.c.id, responses.c.interview_id, responses.c.response_order, responses.c.take_number)
    .where(responses.c.take_number.is_not(None), responses.c.id > bindparam("after"))
    .order_by(responses.c.id)
    .limit(PAGE)
)


def invariants(db: Database) -> list[Invariant]:
    """The invariants of all interviews."""

    async def not_whole() -> list[Violation]:
        return await db.read(_find_not_whole)

    async def unscored() -> list[Violation]:
        return await db.read(_find_unscored)

    async def without_take() -> list[Violation]:
        return await found_by_page(db, _load_page)

    return [
        Invariant("interviews.state", "every interview has what belongs to its state", not_whole),
        Invariant("interviews.score", "every score that is awaited has a task that will give it", unscored),
        Invariant("interviews.takes", "every recorded answer has its take", without_take),
    ]


def _find_not_whole(tx: Tx) -> list[Violation]:
    return [Violation(row.id, f"is {row.status}, but not wholly") for row in tx.execute(_not_whole)]


def _find_unscored(tx: Tx) -> list[Violation]:
    coming = {payload.get("interview_id") for payload in open_payloads(tx, [SCORE])}
    waiting = tx.execute(_unscored).scalars()
    return [
        Violation(interview, "waits for a score that no task will give")
        for interview in waiting
        if interview not in coming
    ]


def _load_page(tx: Tx, after: str) -> tuple[list[Violation], str] | None:
    """Violations among the answers after `after`, and the last id; None at the end."""
    rows = tx.execute(_recorded, {"after": after}).all()
    if not rows:
        return None
    ids = [row.interview_id for row in rows]
    kept, there = existing_recordings(tx, ids), take_numbers(tx, ids)  # Answers outlive their recordings.
    lost = [row for row in rows if row.interview_id in kept and (row.interview_id, row.take_number) not in there]
    broken = [Violation(f"{row.interview_id}/{row.response_order}", f"has no take {row.take_number}") for row in lost]
    return broken, rows[-1].id
