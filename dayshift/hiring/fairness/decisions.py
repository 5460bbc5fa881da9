"""How an employer decides: replies on time, time to decide, who decided what, and how often differently from the AI."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, case, func, select, tuple_

from dayshift.core.db import Tx
from dayshift.hiring.applications.models import applications, decision_records, moves, ratings, reply_days
from dayshift.interviews.reviews import FAVOURABLE
from dayshift.interviews.room import reports_of

DECISIONS = ("invite", "offer", "decline", "close")
UNFAVOURABLE = frozenset({"NO_HIRE"})
"""Recommendations against a candidate. Without enough evidence there is none that a decision could oppose."""


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day until the end of the last one, in the employer's zone."""

    first: date
    last: date
    zone: str

    @property
    def start(self) -> datetime:
        """The instant at which the period begins."""
        return datetime.combine(self.first, time(0), ZoneInfo(self.zone))

    @property
    def end(self) -> datetime:
        """The instant at which it ends."""
        return datetime.combine(self.last + timedelta(days=1), time(0), ZoneInfo(self.zone))


@dataclass(frozen=True, slots=True)
class Decision:
    """A member's answer to a candidate: `hours` after the application; `on_time` unless the promise was broken."""

    application_id: str
    member_id: str | None
    member_name: str | None
    action: str
    reason: str | None
    made_at: datetime
    hours: float
    on_time: bool


@dataclass(frozen=True, slots=True)
class Overruled:
    """How often decisions differ from the AI. From the decision records, which outlive the candidates' data.

    `judged`: decisions whose member saw AI levels and gave levels too; `overruled`: with another level than the AI's.
    `recommended`: decisions for whose candidate the AI had a recommendation, which members don't see; `against`: the
    opposite of it.
    """

    judged: int = 0
    overruled: int = 0
    recommended: int = 0
    against: int = 0


@dataclass(frozen=True, slots=True)
class DecidedBy:
    """What one member decided. `within_one` of their `rated` levels are within one of the AI's."""

    name: str
    decisions: int
    on_time: int
    median_hours: float
    rated: int
    within_one: int
    overruled: Overruled


@dataclass(frozen=True, slots=True)
class Fairness:
    """The figures of a period. `answered` applications had their first answer in it.

    `within_one` of the `rated` levels that members gave before they saw the AI's are within one of it.
    """

    on_time: int
    late: int
    answered: int
    forward: int
    median_hours: float | None
    hours_of_nine_in_ten: float | None
    looks: int
    changed_by_looks: int
    rated: int
    within_one: int
    overruled: Overruled
    members: list[DecidedBy]


_replies = select(
    func.coalesce(func.sum(reply_days.c.on_time), 0), func.coalesce(func.sum(reply_days.c.late), 0)
).where(
    reply_days.c.employer_id == bindparam("employer"), reply_days.c.day.between(bindparam("first"), bindparam("last"))
)
_in_period = (
    (applications.c.employer_id == bindparam("employer"))
    & (moves.c.made_at >= bindparam("start"))
    & (moves.c.made_at < bindparam("end"))
)
_moves = (
    select(
        moves.c.application_id, moves.c.number, moves.c.member_id, moves.c.member_name, moves.c.action, moves.c.reason,
        moves.c.made_at, applications.c.submitted_at, applications.c.answered_at, applications.c.missed_at,
    )
    .join(applications, applications.c.id == moves.c.application_id)
    .where(_in_period, moves.c.action.in_([*DECISIONS, "look_again"]))
    .order_by(moves.c.made_at, moves.c.application_id, moves.c.number)
)  # fmt: skip
_rated = (
    select(ratings.c.author, ratings.c.competency, ratings.c.first_level, applications.c.interview_id)
    .join(applications, applications.c.id == ratings.c.application_id)
    .where(
        applications.c.employer_id == bindparam("employer"),
        ratings.c.rated_at >= bindparam("start"),
        ratings.c.rated_at < bindparam("end"),
        ratings.c.first_level.is_not(None),
    )
    .order_by(applications.c.interview_id)
)
_declined = decision_records.c.action == "decline"
_compared = decision_records.c.action != "close"  # A job that is filled says nothing about the person.
_for = _compared & decision_records.c.recommendation.in_(FAVOURABLE)
_not_for = _compared & decision_records.c.recommendation.in_(UNFAVOURABLE)
_seen = decision_records.c.ai == "seen"


def _count(condition: Any) -> Any:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


_overruled = (
    select(
        decision_records.c.member_id,
        _count(_seen & decision_records.c.overruled.is_not(None)),
        _count(_seen & decision_records.c.overruled.is_(True)),
        _count(_for | _not_for),
        _count((_for & _declined) | (_not_for & ~_declined)),
    )
    .where(
        decision_records.c.employer_id == bindparam("employer"),
        decision_records.c.decided_at >= bindparam("start"),
        decision_records.c.decided_at < bindparam("end"),
    )
    .group_by(decision_records.c.member_id)
)


def decisions_after(
    tx: Tx, employer_id: str, period: Period, after: tuple[datetime, str, int] | None, most: int
) -> tuple[list[Decision], tuple[datetime, str, int] | None]:
    """Return a page of the decisions of a period, oldest first, and where the next page begins."""
    page = _moves.where(moves.c.action.in_(DECISIONS)).limit(most)
    if after:
        page = page.where(tuple_(moves.c.made_at, moves.c.application_id, moves.c.number) > after)
    rows = tx.execute(page, bounds_of(employer_id, period)).all()
    last = (rows[-1].made_at, rows[-1].application_id, rows[-1].number) if len(rows) == most else None
    return [_decision(row) for row in rows], last


def fairness(tx: Tx, employer_id: str, period: Period) -> Fairness:
    """Return the figures of a period."""
    days = {"employer": employer_id, "first": period.first, "last": period.last}
    on_time, late = tx.execute(_replies, days).one()
    rows = tx.execute(_moves, bounds_of(employer_id, period)).all()
    looks = {row.application_id: row.made_at for row in rows if row.action == "look_again"}
    invited = {row.application_id: row.made_at for row in rows if row.action == "invite"}
    answers = [_decision(row) for row in rows if row.action in DECISIONS and row.made_at == row.answered_at]
    hours = sorted(answer.hours for answer in answers)
    agreement = _agreement(tx, employer_id, period)
    overruled = {
        row[0]: Overruled(*map(int, row[1:])) for row in tx.execute(_overruled, bounds_of(employer_id, period))
    }
    return Fairness(
        on_time=int(on_time),
        late=int(late),
        answered=len(answers),
        forward=len({answer.application_id for answer in answers} & invited.keys()),
        median_hours=median(hours) if hours else None,
        hours_of_nine_in_ten=hours[-(-9 * len(hours) // 10) - 1] if hours else None,
        looks=len(looks),
        changed_by_looks=sum(invited[one] > looks[one] for one in looks.keys() & invited.keys()),
        rated=sum(map(len, agreement.values())),
        within_one=sum(map(sum, agreement.values())),
        overruled=sum_of(overruled.values()),
        members=_by_member([_decision(row) for row in rows if row.action in DECISIONS], agreement, overruled),
    )


def sum_of(counts: Iterable[Overruled]) -> Overruled:
    """Return the sums of all counts."""
    rows = [(one.judged, one.overruled, one.recommended, one.against) for one in counts]
    return Overruled(*(sum(column) for column in zip(*rows, strict=True))) if rows else Overruled()


def _decision(row: Any) -> Decision:
    hours = (row.made_at - row.submitted_at).total_seconds() / 3600
    return Decision(
        row.application_id, row.member_id, row.member_name, row.action, row.reason, row.made_at, hours,
        on_time=row.missed_at is None,
    )  # fmt: skip


def bounds_of(employer_id: str, period: Period) -> dict[str, Any]:
    """The bind parameters of statements about a period."""
    return {"employer": employer_id, "start": period.start, "end": period.end}


def _agreement(tx: Tx, employer_id: str, period: Period) -> dict[str, list[bool]]:
    """Return for each member whether each first level is within one of the AI's, where both gave one."""
    found: dict[str, list[bool]] = defaultdict(list)
    rows = tx.execute(_rated, bounds_of(employer_id, period)).all()
    reports = reports_of(tx, {row.interview_id for row in rows if row.interview_id})
    levels = {
        interview: {one.competency: one.level for one in report.competencies} for interview, report in reports.items()
    }
    for author, competency, level, interview_id in rows:
        machine = levels.get(interview_id, {}).get(competency)
        if machine is not None:
            found[author].append(abs(level - machine) <= 1)
    return found


def _by_member(
    decisions: Sequence[Decision], agreement: Mapping[str, Sequence[bool]], overruled: Mapping[str, Overruled]
) -> list[DecidedBy]:
    """Return one row for each member who decided, most decisions first."""
    found: dict[tuple[str | None, str], list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.member_name:
            found[decision.member_id, decision.member_name].append(decision)
    rows = [
        DecidedBy(
            name=name,
            decisions=len(made),
            on_time=sum(one.on_time for one in made),
            median_hours=median(one.hours for one in made),
            rated=len(agreement.get(member_id or "", ())),
            within_one=sum(agreement.get(member_id or "", ())),
            overruled=overruled.get(member_id or "", Overruled()),
        )
        for (member_id, name), made in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.decisions, row.name))
