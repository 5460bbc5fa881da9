"""Decision records of an employer, newest first."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, bindparam, or_, select

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.hiring.applications.models import decision_records
from dayshift.hiring.fairness.decisions import UNFAVOURABLE, Period, bounds_of
from dayshift.interviews.reviews import FAVOURABLE


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """One decision, without the candidate: see the columns of `decision_records`. `subject` is a digest."""

    id: str
    subject: str
    title: str
    action: str
    from_stage: str
    reason: str | None
    member_name: str
    member_role: str
    decided_at: datetime
    answers: int
    viewed: int
    ai: str
    levels: list[dict[str, Any]]
    overruled: bool | None
    recommendation: str | None
    shared: dict[str, bool]
    sharing_version: str | None
    consent_version: str | None
    plan: str | None
    scorer: str | None
    model: str | None
    rules: list[str]
    kept_until: date

    @property
    def against(self) -> bool | None:
        """Whether the decision is the opposite of the AI's recommendation; None without one, and if the job closed."""
        if self.action == "close":
            return None
        if self.recommendation in FAVOURABLE:
            return self.action == "decline"
        return self.action != "decline" if self.recommendation in UNFAVOURABLE else None

    def as_shown(self) -> "DecisionRecord":
        """The record without levels that the member who decided was not shown."""
        if self.ai == "seen":
            return self
        return replace(self, levels=[{**one, "ai": None, "confidence": None} for one in self.levels], overruled=None)


_table = decision_records.c
_page = (
    select(*(_table[name] for name in DecisionRecord.__slots__))
    .where(
        _table.employer_id == bindparam("employer"),
        _table.decided_at >= bindparam("start"),
        _table.decided_at < bindparam("end"),
    )
    .order_by(_table.decided_at.desc(), _table.id.desc())
    .limit(bindparam("most"))
)
_page_before = _page.where(
    or_(
        _table.decided_at < bindparam("before"),
        and_(_table.decided_at == bindparam("before"), _table.id < bindparam("before_id")),
    )
)
_when = select(_table.decided_at).where(_table.employer_id == bindparam("employer"), _table.id == bindparam("record"))


def records_of(tx: Tx, employer_id: str, period: Period, before: str | None, most: int) -> list[DecisionRecord]:
    """Return the records of a period that are older than the record `before`, newest first.

    Raises `NotFound` if `before` is not a record of this employer.
    """
    values: dict[str, Any] = {**bounds_of(employer_id, period), "most": most}
    if before is None:
        return [DecisionRecord(*row).as_shown() for row in tx.execute(_page, values)]
    at = tx.execute(_when, {"employer": employer_id, "record": before}).scalar()
    if at is None:
        raise NotFound
    rows = tx.execute(_page_before, {**values, "before": at, "before_id": before})
    return [DecisionRecord(*row).as_shown() for row in rows]
