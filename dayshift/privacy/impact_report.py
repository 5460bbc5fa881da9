"""An employer's report on selection and scores by group. The only reader that joins demographics with anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import and_, bindparam, exists, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.models import applications, moves
from dayshift.hiring.employers import Employer, find_employer
from dayshift.hiring.fairness.impact import Impact, above_median, hidden, impact_of
from dayshift.interviews.room.models import interviews
from dayshift.privacy.models import demographics

YEAR = timedelta(days=365)
DECIDED = ("invited", "met", "offered", "hired", "declined", "closed")

_selected = exists().where(moves.c.application_id == applications.c.id, moves.c.action.in_(("invite", "offer")))
_rows = (
    select(
        applications.c.stage, _selected.label("selected"), interviews.c.ai_score, demographics.c.sex,
        demographics.c.race,
    )
    .outerjoin(interviews, interviews.c.id == applications.c.interview_id)
    .outerjoin(
        demographics,
        and_(demographics.c.user_id == applications.c.user_id, demographics.c.changed_at < bindparam("end")),
    )
    .where(
        applications.c.employer_id == bindparam("employer"),
        applications.c.stage != "withdrawn",
        applications.c.changed_at >= bindparam("start"),
        applications.c.changed_at < bindparam("end"),
    )
    .order_by(applications.c.id)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ByGroup:
    """One kind of rate, by sex, by race or ethnicity, and by both. `assessed` includes people of unknown groups."""

    assessed: int
    sex: Impact
    race: Impact
    both: Impact

    @property
    def tables(self) -> dict[str, Impact]:
        """The tables by name."""
        return {"sex": self.sex, "race": self.race, "both": self.both}


@dataclass(frozen=True, slots=True)
class ImpactReport:
    """An employer's report over whole days: `first` to `last`."""

    employer: Employer
    first: date
    last: date
    selection: ByGroup
    scoring: ByGroup


def impact_report(tx: Tx, employer_id: str, at: datetime) -> ImpactReport:
    """Return an employer's report over the year before the month at this instant, in its zone. Raises `NotFound`.

    It changes once a month: with a report of every day, the difference of two could say something about one person.
    Applications are counted by the day of their last change. Withdrawn ones are not counted; for selection, only those
    that were decided.
    """
    employer = find_employer(tx, employer_id)
    end = at.astimezone(ZoneInfo(employer.zone)).date().replace(day=1)
    bounds = {"start": _start(end - YEAR, employer.zone), "end": _start(end, employer.zone)}
    rows = tx.execute(_rows, {"employer": employer_id, **bounds}).all()
    decided = [row for row in rows if row.stage in DECIDED]
    scored = [row for row in rows if row.ai_score is not None]
    return ImpactReport(
        employer=employer,
        first=end - YEAR,
        last=end - timedelta(days=1),
        selection=_by_group(decided, [bool(row.selected) for row in decided]),
        scoring=_by_group(scored, above_median([row.ai_score for row in scored])),
    )


def lines_of(report: ImpactReport) -> list[list[str]]:
    """Return the report as rows of a table, with the header first. Hidden categories have no numbers."""
    names = ["rate", "by", "category", "assessed", "selected", "selection_rate", "impact_ratio", "below_four_fifths"]
    lines = [[*names, "under_2_percent", "test", "p"]]
    for rate, found in (("selection", report.selection), ("scoring", report.scoring)):
        for by, impact in found.tables.items():
            concealed = hidden(impact.groups)
            for group in impact.groups:
                if group.name in concealed:
                    lines.append([rate, by, group.name, "fewer than 5, or hidden with them", *[""] * 7])
                    continue
                ratio = "" if group.ratio is None else f"{float(group.ratio):.3f}"
                p = "" if group.p is None else f"{group.p:.4f}"
                numbers = [str(group.total), str(group.selected), f"{float(group.rate):.3f}", ratio]
                marks = ["yes" if group.flagged else "no", "yes" if group.small else "no", group.test or "", p]
                lines.append([rate, by, group.name, *numbers, *marks])
            lines.append([rate, by, "unknown", str(impact.unknown), *[""] * 7])
    return lines


def _by_group(rows: Sequence[Any], chosen: Sequence[bool]) -> ByGroup:
    def of(kinds: list[str | None]) -> Impact:
        return impact_of(zip(kinds, chosen, strict=True))

    return ByGroup(
        assessed=len(rows),
        sex=of([row.sex for row in rows]),
        race=of([row.race for row in rows]),
        both=of([f"{row.sex} {row.race}" if row.sex and row.race else None for row in rows]),
    )


def _start(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(0), ZoneInfo(zone))
