"""Reads of interviews by staff of the service, with a command: the candidate sees them beside those of employers."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select

from dayshift.core.audit import operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.interviews.reviews.models import staff_reads
from dayshift.interviews.room import interview_ids_of


@dataclass(frozen=True, slots=True)
class StaffRead:
    """Staff read the answers of an interview; `exported`: into a file that improves the AI, without a name."""

    id: str
    interview_id: str
    exported: bool
    read_at: datetime


_insert = insert(staff_reads)
_of = (
    select(*(staff_reads.c[name] for name in StaffRead.__slots__))
    .where(staff_reads.c.interview_id.in_(bindparam("interviews", expanding=True)))
    .order_by(staff_reads.c.read_at.desc(), staff_reads.c.id.desc())
    .limit(bindparam("most"))
)


def log_read(tx: Tx, interview_id: str) -> None:
    """Store that staff read an interview, for its candidate and in the audit log."""
    _store(tx, [interview_id], exported=False)
    record(tx, "person.read", operator_or_system(), subject="interview", subject_id=interview_id)


def log_export(tx: Tx, interview_ids: Collection[str], answers: int) -> None:
    """Store that rated answers of these interviews were exported, for their candidates and in the audit log."""
    _store(tx, sorted(set(interview_ids)), exported=True)
    record(tx, "scores.exported", operator_or_system(), details={"answers": answers})


def staff_reads_of(tx: Tx, user_id: str, most: int) -> list[StaffRead]:
    """Return the newest reads of a person's interviews."""
    mine = {"interviews": interview_ids_of(tx, user_id), "most": most}
    return [StaffRead(*row) for row in tx.execute(_of, mine)]


def _store(tx: Tx, interview_ids: Collection[str], *, exported: bool) -> None:
    for interview_id in interview_ids:
        row = {"id": new_id(), "interview_id": interview_id, "exported": exported, "read_at": now()}
        tx.execute(_insert, row)
