"""HTTP: legal holds on an employer's data, and its results by group; for owners."""

from datetime import date, datetime
from typing import Literal

from fastapi import APIRouter

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.http import errors
from dayshift.core.schemas import Reply
from dayshift.dependencies import Db
from dayshift.hiring.employers import ROLE_ERRORS, Owner
from dayshift.hiring.fairness.impact import Group, Impact, hidden
from dayshift.privacy.demographics import Race, Sex
from dayshift.privacy.holds import holds_on_employer
from dayshift.privacy.impact_report import ByGroup, ImpactReport, impact_report

router = APIRouter(tags=["desk"])

_ERRORS = errors(*ROLE_ERRORS)


class LegalHoldReply(Reply):
    """A legal hold on the data of everybody who applied here. `until` is its planned end, `endedAt` an earlier one."""

    id: str
    reason: str
    made_by: str
    made_at: datetime
    until: datetime
    ended_at: datetime | None
    ended_by: str | None
    active: bool


class LegalHoldsReply(Reply):
    """All legal holds, newest first."""

    holds: list[LegalHoldReply]


class GroupReply(Reply):
    """One group: `selected` of `total`. `categories` has one category, or one of each kind.

    `ratio` is its rate divided by the highest; null if nobody was selected. `flagged`: it is below four fifths. `p` is
    of the `test` against the group with the highest rate; null for that group. `small`: under 2 percent of the data.
    """

    categories: list[Sex | Race]
    selected: int
    total: int
    rate: float
    ratio: float | None
    flagged: bool
    small: bool
    test: Literal["fisher", "z"] | None
    p: float | None


class GroupTableReply(Reply):
    """The groups of one kind, most people first. `hidden`: with too few people to show. `unknown`: said nothing."""

    by: Literal["sex", "race", "both"]
    groups: list[GroupReply]
    hidden: int
    unknown: int


class RatesReply(Reply):
    """One kind of rate. `assessed` includes people whose group is not known."""

    assessed: int
    tables: list[GroupTableReply]


class GroupsReply(Reply):
    """Rates by group over the year before this month. `page` is the same report for everybody."""

    first: date
    last: date
    selection: RatesReply
    scoring: RatesReply
    page: str


@router.get("/api/desk/holds", responses=_ERRORS)
async def read_holds(member: Owner, db: Db) -> LegalHoldsReply:
    """Legal holds on the data of everybody who applied here. Operators add and end them."""
    at = now()
    found = await db.read(holds_on_employer, member.employer_id)
    return LegalHoldsReply(
        holds=[
            LegalHoldReply(
                id=one.id,
                reason=one.reason,
                made_by=one.made_by,
                made_at=one.made_at,
                until=one.until,
                ended_at=one.ended_at,
                ended_by=one.ended_by,
                active=one.is_active(at),
            )
            for one in found
        ]
    )


@router.get("/api/desk/reports/groups", responses=_ERRORS)
async def read_groups(member: Owner, db: Db) -> GroupsReply:
    """Selection rates and scoring rates by sex, by race or ethnicity, and by both, as on the public report."""

    def load(tx: Tx) -> ImpactReport:
        return impact_report(tx, member.employer_id, now())

    report = await db.read(load)
    return GroupsReply(
        first=report.first,
        last=report.last,
        selection=_rates(report.selection),
        scoring=_rates(report.scoring),
        page=f"/fairness/{member.employer_id}",
    )


def _rates(found: ByGroup) -> RatesReply:
    return RatesReply(
        assessed=found.assessed,
        tables=[
            _table("sex", found.sex),
            _table("race", found.race),
            _table("both", found.both),
        ],
    )


def _table(by: Literal["sex", "race", "both"], impact: Impact) -> GroupTableReply:
    concealed = hidden(impact.groups)
    shown = [_group(one) for one in impact.groups if one.name not in concealed]
    return GroupTableReply(by=by, groups=shown, hidden=len(concealed), unknown=impact.unknown)


def _group(group: Group) -> GroupReply:
    return GroupReply.model_validate({
        "categories": group.name.split(" "), "selected": group.selected, "total": group.total,
        "rate": float(group.rate), "ratio": None if group.ratio is None else float(group.ratio),
        "flagged": group.flagged, "small": group.small, "test": group.test, "p": group.p,
    })  # fmt: skip
