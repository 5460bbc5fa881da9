"""What operators see of the law: the dated rules with the jobs that each applies to, and the legal holds."""

from datetime import date, datetime
from typing import Literal

from dayshift.core.db import Tx
from dayshift.core.schemas import Reply
from dayshift.hiring.employers import list_employers, live_postings
from dayshift.jobs.catalog import find_jobs
from dayshift.knowledge.jurisdictions import Kind, Rule, rules, where
from dayshift.privacy import Hold, HoldContent, content_of_hold, holds

SHOWN_JOBS = 5
"""Jobs that are named for each rule; all are counted."""


class RuleReply(Reply):
    """A legal rule: from `start` on, before `until`. `jobs` that can be applied for are in its place today.

    `readOn`: when it was last compared with `readFrom`, null if not again. `examples` names the first of the jobs.
    """

    id: str
    jurisdiction: str
    kind: Kind
    start: date
    until: date | None
    in_force: bool
    days: int | None
    years: int | None
    source: str
    read_on: date | None
    read_from: str
    jobs: int
    examples: list[str]


class RulesReply(Reply):
    """All rules, those in force first. A candidate's home can add rules to those of the job's place."""

    rules: list[RuleReply]


class KeptRowsReply(Reply):
    """Rows of the table `source`, of so many people, that were deleted or changed while the hold kept them."""

    source: str
    rows: int
    people: int
    first_at: datetime
    last_at: datetime


class OperatedHoldReply(Reply):
    """A legal hold on a person, or on all who applied to an employer. `endedBy` is null if it ran out.

    `people` are held by it; `waiting` of them asked for deletion. When nothing else holds them, its end deletes `kept`.
    """

    id: str
    on: Literal["person", "employer"]
    person_id: str | None
    employer: str | None
    reason: str
    made_by: str
    made_at: datetime
    until: datetime
    ended_at: datetime | None
    ended_by: str | None
    active: bool
    people: int
    kept: list[KeptRowsReply]
    waiting: int


class OperatedHoldsReply(Reply):
    """All legal holds, active ones first, then newest first."""

    holds: list[OperatedHoldReply]


def rules_with_jobs(tx: Tx, at: datetime) -> RulesReply:
    """Return each rule with the jobs in its place, whether it is in force yet or not."""
    posted = live_postings(tx, at)
    jobs = find_jobs(tx, [one.job_id for one in posted])
    places = [(one, where(jobs[one.job_id].zip, jobs[one.job_id].state, None)) for one in posted if one.job_id in jobs]
    found = []
    for rule in sorted(rules(), key=lambda one: (not _in_force(one, at), one.start)):
        there = [f"{one.title}, {one.employer}" for one, place in places if rule.jurisdiction in place.jurisdictions]
        found.append(
            RuleReply(
                id=rule.id,
                jurisdiction=rule.jurisdiction,
                kind=rule.kind,
                start=rule.start,
                until=rule.until,
                in_force=_in_force(rule, at),
                days=rule.days,
                years=rule.years,
                source=rule.source,
                read_on=rule.read,
                read_from=rule.read_from,
                jobs=len(there),
                examples=there[:SHOWN_JOBS],
            )
        )
    return RulesReply(rules=found)


def _in_force(rule: Rule, at: datetime) -> bool:
    return rule.holds(at.date(), [rule.jurisdiction])


def all_holds(tx: Tx, at: datetime) -> OperatedHoldsReply:
    """Return the holds with the names of the employers."""
    names = {one.id: one.name for one, _ in list_employers(tx)}
    found = sorted(holds(tx), key=lambda one: (one.is_active(at), one.made_at), reverse=True)
    return OperatedHoldsReply(holds=[_hold(one, names, content_of_hold(tx, one, at), at) for one in found])


def _hold(one: Hold, names: dict[str, str], content: HoldContent | None, at: datetime) -> OperatedHoldReply:
    return OperatedHoldReply(
        id=one.id,
        on="person" if one.user_id else "employer",
        person_id=one.user_id,
        employer=names.get(one.employer_id or ""),
        reason=one.reason,
        made_by=one.made_by,
        made_at=one.made_at,
        until=one.until,
        ended_at=one.ended_at,
        ended_by=one.ended_by,
        active=one.is_active(at),
        people=content.people if content else 0,
        kept=[KeptRowsReply.model_validate(part) for part in content.kept] if content else [],
        waiting=content.waiting if content else 0,
    )
