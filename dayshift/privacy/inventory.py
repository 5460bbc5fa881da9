"""What an export holds: every table that refers to a person through foreign keys, minus a list with reasons.

A new table is exported as soon as it refers to a person. One that refers to nobody must be listed in `NOT_EXPORTED`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Date,
    Float,
    Integer,
    LargeBinary,
    Select,
    String,
    Table,
    and_,
    bindparam,
    func,
    or_,
    select,
)

from dayshift.core.audit import digest_of
from dayshift.core.db import Instant, Tx, metadata

VERSION = 1
"""Version of the format of `data.json`; a change that breaks readers increments it."""

NOT_EXPORTED: Mapping[str, str] = {
    # They refer to a person.
    "application_reviewers": "how an employer divides work among its members: their data",
    "application_words": "an index to search the name, which is exported",
    "coach_quarters": "locks on a coach's calendar; the booking is exported",
    "pending_moves": "a decision in the half minute in which a member can still take it back",
    "sound_checks": "a try of the microphone, deleted after minutes",
    # They refer to nobody, or hold only other people's data.
    "assessment_keys": "of employers",
    "api_keys": "of employers",
    "audit_chain": "hashes that prove that the audit log is unchanged",
    "backups": "the installation's own log",
    "claims": "of employers",
    "coaches": "of coaches; a booking names its own",
    "attempts": "hashes of addresses, accounts and networks with a number of attempts, for a day",
    "codes": "hashes of one-time codes, for minutes",
    "employer_domains": "of employers",
    "employer_sign_ups": "of employers: at most 91 days, until a link is used or an operator decides",
    "employers": "of employers; grants and applications name theirs",
    "job_cells": "public jobs",
    "job_imports": "the installation's own log",
    "import_locks": "the installation's own log",
    "job_index": "public jobs",
    "jobs": "public jobs; saved jobs and applications name theirs",
    "identity_consents": "of employers' members",
    "identity_providers": "of employers",
    "locations": "of employers; applications name theirs",
    "member_calendars": "of employers' members",
    "member_identities": "of employers' members",
    "member_links": "of employers' members",
    "member_locations": "of employers' members",
    "member_sessions": "of employers' members",
    "members": "of employers' members",
    "model_exams": "the installation's own log",
    "model_spending": "a digest of the account and a number of calls, for 24 hours",
    "posted_jobs": "public jobs",
    "postings": "of employers; applications name theirs",
    "probes": "the installation's own health check",
    "received_mails": "digests of emails that were received, for a month",
    "reply_days": "counters of employers",
    "saved_views": "of employers' members",
    "signing_keys": "secrets of the installation",
    "stage_counts": "counters of employers",
    "tasks": "work in progress on rows that are exported; messages are deleted once they are sent",
    "text_templates": "of employers",
    "webhook_endpoints": "of employers",
    "tombstones": "digests of people who were erased",
}
"""Tables that are not in an export, each with the reason."""

HIDDEN: Mapping[str, str] = {
    "applications.namesake": "tells of another person with the same name",
    "assessment_orders.callback_error": "the employer's system",
    "assessment_orders.callback_url": "the employer's system",
    "assessment_orders.problem": "the employer's system",
    "audit_entries.actor_id": "internal: the account of the one who acted",
    "audit_entries.employer_id": "internal: `subject` and `action` say what it is about",
    "audit_entries.id": "internal: position in the log",
    "audit_entries.network": "of the one who acted",
    "audit_entries.subject_id": "internal: a digest of the id",
    "decision_records.employer_id": "internal: applications name the employer",
    "decision_records.id": "internal",
    "decision_records.member_id": "another person",
    "decision_records.posting_id": "internal: `title` names the job",
    "decision_records.subject": "internal: a digest of the application's id",
    "calendar_feeds.id": "secret: part of the private link",
    "calendar_feeds.security_version": "internal: ends the private link",
    "call_visits.watcher": "another person's name",
    "erasures.recordings": "internal: files still to be deleted",
    "exports.object_key": "internal: where the file is stored",
    "held_rows.content": "could harm a case in court, and names other persons",
    "interviews.candidate_token": "secret: opens the call",
    "interviews.interviewer_token": "secret: opens the call",
    "interviews.room_name": "secret: part of the call's address",
    "interviews.room_url": "secret: opens the call",
    "legal_holds.made_by": "another person's name",
    "legal_holds.reason": "could harm a case in court",
    "messages.key": "internal: repeats of a request",
    "moves.key": "internal: repeats of a request",
    "notes.key": "internal: repeats of a request",
    "notes.member_name": "another person's name",
    "notes.told": "other persons' names",
    "passkeys.sign_count": "internal: detects copied keys",
    "passkeys.trusted_since": "internal: which passkeys open the operators' page",
    "ratings.author": "another person",
    "ratings.author_name": "another person's name",
    "review_links.email": "another person's address",
    "review_links.member_version": "internal: ends the link",
    "sessions.parent_id": "internal: which session started this one",
    "sessions.trusted_since": "internal: whether it opens the operators' page",
    "takes.manifest": "internal: pieces in which the recording arrived",
    "takes.media_key": "internal: where the file is stored; `files` names its copy",
    "users.password_hash": "secret",
    "users.security_version": "internal: ends device sign-ins and links",
    "openings.viewer_id": "internal",
    "views.link_id": "internal",
    "webhook_deliveries.error": "the employer's system",
    "webhook_deliveries.response": "what the employer's system replied",
    "webhook_deliveries.status": "the employer's system",
}
"""Columns of exported tables that are left out, each with the reason. Binary columns (hashes and keys) always are, and
references to rows that are not exported, unless `NAMED` has a name for them."""

NAMED: Mapping[str, str] = {
    "coaches": "name",
    "employers": "name",
    "locations": "name",
    "postings": "title",
}
"""Tables of which an export holds the names of the rows that the person's data refer to."""

SECTIONS: Mapping[str, tuple[str, str]] = {
    "accommodations": ("accommodations", "Other ways to do the interview that you asked for, and the answers."),
    "account_bytes": ("storage", "How many bytes your recordings take up."),
    "account_changes": ("accountChanges", "Changes of your email address and password that can still be undone."),
    "applications": ("applications", "Your applications."),
    "assessment_orders": (
        "orderedInterviews",
        "Interviews that an employer's applicant tracking system asked you for, and what you agreed to share.",
    ),
    "audit_entries": ("auditLog", "What was done with your data, by which kind of person, when."),
    "bookings": ("bookings", "Your appointments with coaches."),
    "calendar_feeds": ("calendarFeeds", "Since when a private link shows your appointments in a calendar app."),
    "call_declines": ("callDeclines", "Live interviews that you wanted nobody to watch."),
    "call_visits": ("callVisits", "When somebody joined your live interview."),
    "employer_questions": ("questionsToEmployers", "Your questions that we sent to employers, with their answers."),
    "decision_records": (
        "decisionRecords",
        "Records of decisions about you that laws demand. They do not name you, and stay until `keptUntil`.",
    ),
    "demographics": ("demographics", "What you told us about your sex and race or ethnicity, if you wanted to."),
    "erasures": ("erasures", "Your request to delete everything."),
    "exports": ("exports", "Your requests for a copy of your data."),
    "follow_ups": ("followUpQuestions", "Questions that the interviewer asked about your answers."),
    "held_rows": (
        "keptByLaw",
        "What was deleted or changed while a legal hold keeps it: of which part of your data, and when.",
    ),
    "grants": ("grants", "What you share with each employer, since when and until when."),
    "interviews": ("interviews", "Your interviews with your consents, scores and reports."),
    "job_marks": ("savedJobs", "Jobs that you saved or hid."),
    "job_questions": ("jobQuestions", "Questions that you asked about jobs."),
    "job_searches": ("jobSearches", "What you searched for."),
    "listening": ("heardSoFar", "What was heard of an answer that you are giving, until its text is complete."),
    "legal_holds": ("legalHolds", "Times for which the law requires us to keep your data."),
    "media_work": ("mediaWork", "Processor time that your recordings took on the last day."),
    "meetings": ("meetings", "Invitations to meet an employer."),
    "message_wants": ("notificationSettings", "Which messages you want."),
    "messages": ("messages", "Messages between you and employers."),
    "model_uses": ("modelUses", "Each use of an AI model on your answers: model, version of the prompt, cost."),
    "moves": ("moves", "Each step of your applications: who decided what and when, and the message that you got."),
    "notices": ("notifications", "Notifications in the app."),
    "notes": ("notes", "Notes about your applications that people at an employer wrote for each other."),
    "offers": ("offers", "Job offers."),
    "openings": (
        "openings",
        "Who got what of your answers, and when; `sent`: sixteenths of a recording, as bits; `ahead`: not yet opened.",
    ),
    "operators": ("operators", "Since when you administer this installation."),
    "passkeys": ("passkeys", "Your passkeys, without the keys."),
    "ratings": ("ratings", "How employers rated your answers."),
    "recordings": ("recordings", "Your recordings; the files are in the folder `media`."),
    "responses": ("answers", "Your answers in interviews, as text."),
    "review_links": ("sharedLinks", "Links through which an employer showed your application to somebody."),
    "staff_reads": ("readsByStaff", "When our staff read the answers of an interview."),
    "reviews": ("humanReviews", "Reviews of your interviews by a person."),
    "sessions": ("sessions", "Where you are signed in."),
    "take_bytes": ("storageOfTakes", "How many bytes each recorded answer takes up."),
    "takes": ("takes", "Your recorded answers."),
    "user_responses": ("quickQuestions", "Your answers to questions about the work you want."),
    "unsent_moves": ("unsentDecisions", "Decisions of employers about you that could not be sent."),
    "users": ("profile", "Your account and profile."),
    "webhook_deliveries": ("webhookDeliveries", "What we sent to employers' own systems about your applications."),
    "shown_notices": (
        "noticesShown",
        "Notices that you were shown first at `shownAt`: `consent`, `privacy`, or the id of a law about AI.",
    ),
    "views": ("views", "Who looked at which of your answers, when and for how long, as their app reports."),
}
"""Name and description of each exported table in `data.json`."""

BY_DIGEST: Mapping[str, tuple[str, ...]] = {
    "audit_entries": ("subject_id", "actor_id"),
    "decision_records": ("subject",),
}
"""Tables that refer to a person only by digests of ids, in these columns: they outlive the person."""

_BY_ADDRESS = ("assessment_orders", "bookings", "message_wants")
"""Tables with rows that refer to a person by a verified email address instead of their id."""


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one table that belong to a person, as a list in `data.json`."""

    table: Table
    name: str
    about: str
    columns: Mapping[str, Column[Any]]
    """By name in the JSON."""
    rows: Select[Any]
    """Takes the parameter `user`."""


@cache
def sections() -> Sequence[Section]:
    """Return everything that an export holds. `tables.import_all` must have run."""
    found = {table: condition for table, condition in owned_tables().items() if table.name not in NOT_EXPORTED}
    for name, columns in BY_DIGEST.items():
        table = metadata.tables[name]
        digests = [table.c[one].in_(bindparam("digests", expanding=True)) for one in columns]
        found[table] = or_(*digests)
    return [_section(table, condition) for table, condition in found.items()]


def owned_tables() -> dict[Table, ColumnElement[bool]]:
    """Return each table that refers to a person, with the condition for the rows of the person `user`."""
    users = metadata.tables["users"]
    owned: dict[Table, ColumnElement[bool]] = {users: users.c.id == bindparam("user")}
    for table in metadata.sorted_tables:  # Referenced tables come first.
        if conditions := [*_by_reference(table, owned), *_by_address(table)]:
            owned[table] = or_(*conditions)
    return owned


def shown_columns(table: Table) -> dict[str, Column[Any]]:
    """Return the columns of a table that an export holds, by name in the JSON."""
    owned = owned_tables()
    shown: dict[str, Column[Any]] = {}
    for column in table.columns:
        if f"{table.name}.{column.name}" in HIDDEN or isinstance(column.type, LargeBinary):
            continue
        target = _target(column)
        if target is None or (target in owned and target.name not in NOT_EXPORTED):
            shown[to_camel(str(column.name))] = column
        elif target.name in NAMED:
            shown[to_camel(str(column.name).removesuffix("_id"))] = column
    return shown


def rows_of(tx: Tx, section: Section, user_id: str) -> Iterator[dict[str, Any]]:
    """Yield a person's rows as JSON values, a few at a time from the database."""
    values: dict[str, Any] = {"user": user_id}
    if section.table.name in BY_DIGEST:
        values = {"digests": _digests_of(tx, user_id)}
    result = tx.execute(section.rows.execution_options(yield_per=200), values)
    for row in result:
        yield {name: in_json(value) for name, value in zip(section.columns, row, strict=True)}


def _digests_of(tx: Tx, user_id: str) -> list[str]:
    """Return the digests of a person's id and of the ids of what belongs to them, as the audit log knows them."""
    ids = [user_id]
    for name in ("applications", "interviews", "assessment_orders"):
        table = metadata.tables[name]
        ids += tx.execute(select(table.c.id).where(table.c.user_id == bindparam("user")), {"user": user_id}).scalars()
    return [digest_of(one) for one in ids]


def count_rows(tx: Tx, table: str, user_id: str) -> int:
    """Return how many rows of an exported table belong to a person."""
    section = next(section for section in sections() if section.table.name == table)
    counted = select(func.count()).select_from(section.rows.order_by(None).subquery())
    return tx.execute(counted, {"user": user_id}).scalar_one()


def in_json(value: Any) -> Any:
    """Return a column's value as JSON knows it; instants in UTC."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    return value


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `data.json`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Copy of a person's data",
        "description": "Instants are ISO 8601 in UTC. Lists are in the order in which the rows were made.",
        "type": "object",
        "properties": {
            "version": {"const": VERSION},
            "exportedAt": {"type": "string", "format": "date-time"},
            "files": {"type": "array", "items": _FILE, "description": "Files beside `data.json`."},
            **{part.name: _schema_of(part) for part in sections()},
        },
        "required": ["version", "exportedAt", "files", *(part.name for part in sections())],
        "additionalProperties": False,
    }


_FILE = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "kind": {"enum": ["transcript", "media"]},
        "interviewId": {"type": "string"},
        "take": {"type": ["integer", "null"], "description": "The recorded answer, as in `takes.number`."},
    },
    "required": ["path", "kind", "interviewId", "take"],
    "additionalProperties": False,
}


def _section(table: Table, condition: ColumnElement[bool]) -> Section:
    columns = shown_columns(table)
    name, about = SECTIONS.get(table.name, (to_camel(table.name), ""))
    order = [column for column in table.columns if isinstance(column.type, Instant) and not column.nullable][:1]
    rows = select(*map(_value, columns.values())).where(condition).order_by(*order, *table.primary_key)
    return Section(table, name, about, columns, rows)


def _value(column: Column[Any]) -> ColumnElement[Any]:
    """The column, or the name of the row that it refers to."""
    target = _target(column)
    if target is None or target.name not in NAMED:
        return column
    named = target.alias()
    return (
        select(named.c[NAMED[target.name]])
        .where(named.c[_key(column)] == column)
        .correlate(column.table)
        .scalar_subquery()
        .label(column.name)
    )


def _by_reference(table: Table, owned: Mapping[Table, ColumnElement[bool]]) -> list[ColumnElement[bool]]:
    direct: list[ColumnElement[bool]] = []
    through: list[ColumnElement[bool]] = []
    for column in table.columns:
        target = _target(column)
        if target is None or target is table or target not in owned:
            continue
        if target.name == "users":
            direct.append(column == bindparam("user"))
        else:
            through.append(column.in_(select(target.c[_key(column)]).where(owned[target])))
    return direct or through  # A row that names its person belongs to nobody else.


def _by_address(table: Table) -> list[ColumnElement[bool]]:
    if table.name not in _BY_ADDRESS:
        return []
    users = metadata.tables["users"]
    address = select(users.c.email).where(users.c.id == bindparam("user"), users.c.email_verified).scalar_subquery()
    if table.name in {"assessment_orders", "bookings"}:
        return [and_(table.c.user_id.is_(None), table.c.email == address)]
    return [table.c.address == address]


def _target(column: Column[Any]) -> Table | None:
    """The table that a column refers to."""
    return next((key.column.table for key in column.foreign_keys), None)


def _key(column: Column[Any]) -> str:
    """The name of the column that a column refers to."""
    return next(key.column.name for key in column.foreign_keys)


def _schema_of(section: Section) -> dict[str, Any]:
    return {
        "type": "array",
        "description": section.about,
        "items": {
            "type": "object",
            "properties": {name: _type_of(column) for name, column in section.columns.items()},
            "required": list(section.columns),
            "additionalProperties": False,
        },
    }


def _type_of(column: Column[Any]) -> dict[str, Any]:
    found = _json_type(column)
    if column.nullable and "type" in found:
        found["type"] = [found["type"], "null"]
    return found


def _json_type(column: Column[Any]) -> dict[str, Any]:
    match column.type:
        case Instant():
            return {"type": "string", "format": "date-time"}
        case Date():
            return {"type": "string", "format": "date"}
        case Boolean():
            return {"type": "boolean"}
        case Integer():
            return {"type": "integer"}
        case Float():
            return {"type": "number"}
        case String():
            return {"type": "string"}
        case _:
            return {}  # JSON of any shape.
