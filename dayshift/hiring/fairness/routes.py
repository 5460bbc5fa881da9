"""HTTP: how an employer decides, its decision records, the log of its decisions and its audit log; for owners."""

import json
from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

import structlog
from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response, StreamingResponse

from dayshift.core.audit import Logged, log_of_employer, record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.ids import first_id
from dayshift.core.language import Language
from dayshift.core.schemas import Reply
from dayshift.core.spreadsheets import BOM, as_csv
from dayshift.dependencies import Db, ReaderLanguage
from dayshift.hiring.applications.grants import SWITCHES
from dayshift.hiring.employers import ROLE_ERRORS, Member, Owner, find_employer, members_of
from dayshift.hiring.fairness.decisions import Decision, Fairness, Overruled, Period, decisions_after, fairness
from dayshift.hiring.fairness.records import DecisionRecord, records_of
from dayshift.knowledge.question_plans import competencies_in

log = structlog.get_logger()

router = APIRouter(tags=["desk"])

MAX_DAYS = 366
DEFAULT_DAYS = 90
EARLIEST, LATEST = date(2000, 1, 1), date(2999, 12, 31)
"""Periods within have a beginning and an end in every time zone."""
_AUDIT_COLUMNS = (
    "at", "by", "name", "action", "subject", "subject_id", "client", "network", "details", "number", "unchanged",
)  # fmt: skip
RECORDS = 20
"""Decision records in a page."""
RECORDS_OF_FILE = 500
"""Decision records that are read in one transaction for the CSV."""
_DECISION_COLUMNS = ("application", "decided_at", "decision", "reason", "by", "hours_to_decide", "on_time")
_SUMMARY_COLUMNS = (
    "by", "decisions", "on_time", "median_hours", "rated_levels", "within_one_of_ai", "decisions_with_both_levels",
    "overruled", "decisions_with_recommendation", "against_recommendation",
)  # fmt: skip
_RECORD_COLUMNS = (
    "candidate", "decided_at", "decision", "from_stage", "reason", "by", "role", "job", "answers", "viewed", "ai",
    "levels", "overruled", "against_recommendation", "shared", "sharing_version", "consent_version", "questions",
    "scorer", "model", "rules", "kept_until",
)  # fmt: skip
_YES_NO = {None: "", True: "yes", False: "no"}
_ERRORS = errors(*ROLE_ERRORS)


class OverruledReply(Reply):
    """How often decisions differ from the AI.

    `overruled` of `judged` decisions gave another level than the AI level that the member saw; `against` of
    `recommended` were the opposite of a recommendation, which members don't see.
    """

    judged: int
    overruled: int
    recommended: int
    against: int


class DecidedByReply(Reply):
    """What one member decided; `withinOne` of `rated` answers got a level within one of the AI's."""

    name: str
    decisions: int
    on_time: int
    median_hours: float
    rated: int
    within_one: int
    overruled: OverruledReply


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
    rated: int
    within_one: int
    overruled: OverruledReply
    members: list[DecidedByReply]


class RecordedLevel(Reply):
    """One competency: the member's level, and the AI's if the member saw it."""

    competency: str
    member: int | None
    ai: int | None


class RecordReply(Reply):
    """One decision. `candidate` is a pseudonym: the beginning of a digest that survives an erasure.

    `viewed` of the `answers` were viewed by the member before. `overruled`: another level than the AI's; null without
    levels to compare. `against`: the opposite of the AI's recommendation; null without one, and for a close.
    """

    id: str
    candidate: str
    title: str
    action: str
    from_stage: str
    reason: str | None
    member_name: str
    member_role: str
    decided_at: datetime
    answers: int
    viewed: int
    ai: Literal["none", "unseen", "seen"]
    levels: list[RecordedLevel]
    overruled: bool | None
    against: bool | None
    shared: list[str]
    sharing_version: str | None
    consent_version: str | None
    plan: str | None
    scorer: str | None
    model: str | None
    rules: list[str]
    kept_until: date


class RecordsReply(Reply):
    """Decision records, newest first. `next`: pass as `before` to read on; null at the end."""

    records: list[RecordReply]
    next: str | None


async def _days(
    first: Annotated[date | None, Query()] = None, last: Annotated[date | None, Query()] = None
) -> tuple[date | None, date | None]:
    if first and last and not 0 <= (last - first).days < MAX_DAYS:
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
    figures = {name: getattr(found, name) for name in Fairness.__slots__}
    return FairnessReply.model_validate({"first": period.first, "last": period.last, **figures})


@router.get("/api/desk/reports/fairness.csv", response_class=Response, responses=_ERRORS)
async def read_summary(member: Owner, days: Days, db: Db) -> Response:
    """Who decided how much, how fast and how often differently from the AI, as CSV: a row per member, and the total."""

    def load(tx: Tx) -> Fairness:
        return fairness(tx, member.employer_id, _period(tx, member, days))

    found = await db.read(load)
    rows: list[list[Any]] = [list(_SUMMARY_COLUMNS)]
    for one in found.members:
        hours = f"{one.median_hours:.1f}"
        own = [one.name, one.decisions, one.on_time, hours, one.rated, one.within_one]
        rows.append([*own, *_counts(one.overruled)])
    hours = "" if found.median_hours is None else f"{found.median_hours:.1f}"
    decisions, on_time = sum(one.decisions for one in found.members), sum(one.on_time for one in found.members)
    rows.append(["(all)", decisions, on_time, hours, found.rated, found.within_one, *_counts(found.overruled)])
    headers = {"Content-Disposition": 'attachment; filename="fairness.csv"'}
    return Response(BOM + as_csv(rows), media_type="text/csv; charset=utf-8", headers=headers)


def _counts(one: Overruled) -> list[int]:
    return [one.judged, one.overruled, one.recommended, one.against]


@router.get("/api/desk/reports/records", responses=errors(*ROLE_ERRORS, NotFound))
async def read_records(
    member: Owner,
    days: Days,
    db: Db,
    language: ReaderLanguage,
    before: Annotated[str | None, Query(max_length=36)] = None,
) -> RecordsReply:
    """Records of decisions, newest first: who, when, why, with which versions, and which part AI had.

    They outlive the candidates' data and name no candidate.
    """

    def load(tx: Tx) -> list[DecisionRecord]:
        return records_of(tx, member.employer_id, _period(tx, member, days), before, RECORDS + 1)

    found = await db.read(load)
    page = found[:RECORDS]
    return RecordsReply(
        records=[_record(one, language) for one in page], next=page[-1].id if len(found) > RECORDS else None
    )


@router.get("/api/desk/reports/records.csv", response_class=StreamingResponse, responses=_ERRORS)
async def export_records(member: Owner, days: Days, db: Db, language: ReaderLanguage) -> StreamingResponse:
    """The same records as CSV."""

    def begin(tx: Tx) -> Period:
        record(
            tx, "records.exported", "member", member.id, subject="employer", subject_id=member.employer_id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return _period(tx, member, days)

    period = await db.write(begin)
    log.info("decision records exported", employer=member.employer_id, member=member.id)
    headers = {"Content-Disposition": 'attachment; filename="records.csv"'}
    return StreamingResponse(
        _record_rows(db, member.employer_id, period, language), media_type="text/csv; charset=utf-8", headers=headers
    )


async def _record_rows(db: Database, employer_id: str, period: Period, language: Language) -> AsyncIterator[str]:
    yield BOM + as_csv([_RECORD_COLUMNS])
    before: str | None = None
    while page := await db.read(records_of, employer_id, period, before, RECORDS_OF_FILE):
        yield as_csv([_record_row(one, language) for one in page])
        before = page[-1].id


def _record_row(one: DecisionRecord, language: Language) -> list[Any]:
    levels = "; ".join(
        f"{level['competency']}: {level['member'] or '-'}/{level['ai'] or '-'}" for level in _levels(one, language)
    )
    return [
        _pseudonym(one), one.decided_at.isoformat(), one.action, one.from_stage, one.reason or "", one.member_name,
        one.member_role, one.title, one.answers, one.viewed, one.ai, levels, _YES_NO[one.overruled],
        _YES_NO[one.against], " ".join(_shared(one)), one.sharing_version or "", one.consent_version or "",
        one.plan or "", one.scorer or "", one.model or "", " ".join(one.rules), one.kept_until.isoformat(),
    ]  # fmt: skip


def _record(one: DecisionRecord, language: Language) -> RecordReply:
    own = {name: getattr(one, name) for name in DecisionRecord.__slots__}
    return RecordReply.model_validate(
        own
        | {
            "candidate": _pseudonym(one),
            "levels": _levels(one, language),
            "against": one.against,
            "shared": _shared(one),
        }
    )


def _levels(one: DecisionRecord, language: Language) -> list[dict[str, Any]]:
    plan, _, version = (one.plan or "").partition(" ")
    names = competencies_in(language, plan, int(version)) if version else {}
    return [level | {"competency": names.get(level["competency"], level["competency"])} for level in one.levels]


def _pseudonym(one: DecisionRecord) -> str:
    return one.subject[:12]


def _shared(one: DecisionRecord) -> list[str]:
    return [name for name in SWITCHES if one.shared.get(name)]


@router.get("/api/desk/reports/decisions.csv", response_class=StreamingResponse, responses=_ERRORS)
async def read_decisions(member: Owner, days: Days, db: Db) -> StreamingResponse:
    """Who decided what, when and why, as CSV. Candidates appear by the id of their application."""

    def begin(tx: Tx) -> Period:
        record(
            tx, "decisions.exported", "member", member.id, subject="employer", subject_id=member.employer_id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return _period(tx, member, days)

    period = await db.write(begin)
    log.info("decision log exported", employer=member.employer_id, member=member.id)
    headers = {"Content-Disposition": 'attachment; filename="decisions.csv"'}
    rows = _decision_rows(db, member.employer_id, period)
    return StreamingResponse(rows, media_type="text/csv; charset=utf-8", headers=headers)


async def _decision_rows(db: Database, employer_id: str, period: Period) -> AsyncIterator[str]:
    yield BOM + as_csv([_DECISION_COLUMNS])
    after = None
    while True:
        page, after = await db.read(decisions_after, employer_id, period, after, RECORDS_OF_FILE)
        yield as_csv([_decision_row(one) for one in page])
        if after is None:
            return


def _decision_row(one: Decision) -> list[str]:
    when, by, on_time = one.made_at.isoformat(), one.member_name or "", "yes" if one.on_time else "no"
    return [one.application_id, when, one.action, one.reason or "", by, f"{one.hours:.1f}", on_time]


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
    yield BOM + as_csv([_AUDIT_COLUMNS])
    first, before = first_id(period.start), first_id(period.end)
    while page := await db.read(log_of_employer, employer_id, first, before):
        yield as_csv([_audit_row(one, names) for one in page])
        before = page[-1].entry.id


def _audit_row(one: Logged, names: dict[str, str]) -> list[str]:
    entry = one.entry
    # From where candidates act is not the employer's business.
    client, network = (entry.client, entry.network or "") if entry.actor == "member" else ("", "")
    name = names.get(entry.actor_id or "", "") if entry.actor == "member" else ""
    if entry.subject == "hold":
        name = json.loads(entry.details).get("by", "")
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
