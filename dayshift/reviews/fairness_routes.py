"""HTTP: how an employer decides, the log of its decisions and its audit log; for owners."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response, StreamingResponse

from dayshift.core.audit import Logged, log_of_employer, record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import InvalidRequest
from dayshift.core.http import Reply, errors
from dayshift.core.ids import first_id
from dayshift.employers import (
    Member,
    Owner,
    RoleRequired,
    SecondFactorRequired,
    StaffSignInRequired,
    find_employer,
    members_of,
)
from dayshift.reviews.export import as_csv
from dayshift.reviews.fairness import Decision, Fairness, Period, decisions_of, fairness
from dayshift.services import Db

log = structlog.get_logger()

router = APIRouter(tags=["desk"])

MOST_DAYS = 366
DEFAULT_DAYS = 90
EARLIEST, LATEST = date(2000, 1, 1), date(2999, 12, 31)
"""Periods within have a beginning and an end in every time zone."""
_AUDIT_COLUMNS = (
    "at", "by", "name", "action", "subject", "subject_id", "client", "network", "details", "number", "unchanged",
)  # fmt: skip
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
    for name, day in (("first", first), ("last", last)):
        if day and not EARLIEST <= day <= LATEST:
            raise InvalidRequest(fields={name: "Please choose another day"})
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


@router.get("/api/desk/reports/audit.csv", response_class=StreamingResponse, responses=_ERRORS)
async def read_audit_log(member: Owner, days: Days, db: Db) -> StreamingResponse:
    """Who did what, to what, from which kind of client, latest first, as CSV. Candidates appear by a pseudonym.

    `unchanged` tells whether an entry is still as it was when it was appended to the chain of hashes.
    """

    def begin(tx: Tx) -> tuple[Period, dict[str, str]]:
        record(
            tx, "audit.exported", "member", member.id, subject="employer", subject_id=member.employer_id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return _period(tx, member, days), {one.id: one.name for one in members_of(tx, member.employer_id)}

    period, names = await db.write(begin)
    log.info("audit log exported", employer=member.employer_id, member=member.id)
    headers = {"Content-Disposition": 'attachment; filename="audit.csv"'}
    rows = _audit_rows(db, member.employer_id, period, names)
    return StreamingResponse(rows, media_type="text/csv; charset=utf-8", headers=headers)


async def _audit_rows(db: Database, employer_id: str, period: Period, names: dict[str, str]) -> AsyncIterator[str]:
    yield as_csv([_AUDIT_COLUMNS])
    first, before = first_id(period.start), first_id(period.end)
    while page := await db.read(log_of_employer, employer_id, first, before):
        yield as_csv([_audit_row(one, names) for one in page])
        before = page[-1].entry.id


def _audit_row(one: Logged, names: dict[str, str]) -> list[str]:
    entry = one.entry
    # From where candidates act is not the employer's business.
    client, network = (entry.client, entry.network or "") if entry.actor == "member" else ("", "")
    name = names.get(entry.actor_id or "", "") if entry.actor == "member" else ""
    subject = names.get(entry.subject_id or "", entry.subject_id or "")
    number = "" if one.number is None else str(one.number)
    unchanged = {None: "", True: "yes", False: "no"}[one.unchanged]
    return [
        entry.at, entry.actor, name, entry.action, entry.subject or "", subject, client, network, entry.details,
        number, unchanged,
    ]  # fmt: skip


def _period(tx: Tx, member: Member, days: tuple[date | None, date | None]) -> Period:
    first, last = days
    last = last or now().date()
    return Period(first or last - timedelta(days=DEFAULT_DAYS - 1), last, find_employer(tx, member.employer_id).zone)
