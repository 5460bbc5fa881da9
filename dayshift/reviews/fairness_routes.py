"""HTTP: how an employer decides, and the log of its decisions; for owners."""

from datetime import date, timedelta
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest
from dayshift.core.http import Reply, errors
from dayshift.employers import Member, Owner, RoleRequired, SecondFactorRequired, StaffSignInRequired, find_employer
from dayshift.reviews.export import as_csv
from dayshift.reviews.fairness import Decision, Fairness, Period, decisions_of, fairness
from dayshift.services import Db

log = structlog.get_logger()

router = APIRouter(tags=["desk"])

MOST_DAYS = 366
DEFAULT_DAYS = 90
_ERRORS = errors(StaffSignInRequired, SecondFactorRequired, RoleRequired)


class DecidedByReply(Reply):
    """What one member decided; `withinOne` of `rated` answers got a level within one of the AI's."""

    name: str
    decisions: int
    on_time: int
    median_hours: float
    rated: int
    within_one: int


class FairnessReply(Reply):
    """The figures of a period. Hours count from the application to the first answer."""

    first: date
    last: date
    on_time: int
    late: int
    answered: int
    forward: int
    median_hours: float | None
    hours_of_nine_in_ten: float | None
    looks: int
    changed_by_looks: int
    members: list[DecidedByReply]


async def _days(
    first: Annotated[date | None, Query()] = None, last: Annotated[date | None, Query()] = None
) -> tuple[date | None, date | None]:
    if first and last and not 0 <= (last - first).days < MOST_DAYS:
        raise InvalidRequest(fields={"last": "Please choose at most a year"})
    return first, last


Days = Annotated[tuple[date | None, date | None], Depends(_days)]


@router.get("/api/desk/reports/fairness", responses=_ERRORS)
async def read_fairness(member: Owner, days: Days, db: Db) -> FairnessReply:
    """Replies on time, time to decide, people moved forward, and who decided, by default in the last 90 days."""

    def load(tx: Tx) -> tuple[Period, Fairness]:
        period = _period(tx, member, days)
        return period, fairness(tx, member.employer_id, period)

    period, found = await db.read(load)
    members = [DecidedByReply.model_validate(one) for one in found.members]
    figures = {name: getattr(found, name) for name in Fairness.__slots__ if name != "members"}
    return FairnessReply(first=period.first, last=period.last, **figures, members=members)


@router.get("/api/desk/reports/decisions.csv", response_class=Response, responses=_ERRORS)
async def read_decisions(member: Owner, days: Days, db: Db) -> Response:
    """Who decided what, when and why, as CSV. Candidates appear by the id of their application."""

    def load(tx: Tx) -> list[Decision]:
        record(
            tx, "decisions.exported", "member", member.id, subject="employer", subject_id=member.employer_id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return decisions_of(tx, member.employer_id, _period(tx, member, days))

    rows: list[list[str]] = [["application", "decided_at", "decision", "reason", "by", "hours_to_decide", "on_time"]]
    for one in await db.write(load):
        on_time = "yes" if one.on_time else "no"
        when, by = one.made_at.isoformat(), one.member_name or ""
        rows.append([one.application_id, when, one.action, one.reason or "", by, f"{one.hours:.1f}", on_time])
    log.info("decision log exported", employer=member.employer_id, member=member.id)
    headers = {"Content-Disposition": 'attachment; filename="decisions.csv"'}
    return Response(as_csv(rows), media_type="text/csv; charset=utf-8", headers=headers)


def _period(tx: Tx, member: Member, days: tuple[date | None, date | None]) -> Period:
    first, last = days
    last = last or now().date()
    return Period(first or last - timedelta(days=DEFAULT_DAYS - 1), last, find_employer(tx, member.employer_id).zone)
