"""An employer's copy of its own data: a ZIP with a JSON file per kind of row, and the list of applications as CSV.

Candidates' data belong to them: the copy has what the team did, and of candidates only the names that the desk lists.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import date, datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Column, ColumnElement, LargeBinary, Table, bindparam, select

from dayshift.core.db import Database, Sealed, SealedText, Tx, metadata

VERSION = 1
"""Version of the format; a change that breaks readers increments it."""

FILES: Mapping[str, str] = {
    "employers": "The employer: its name, time zone and promised reply time.",
    "locations": "Places of work.",
    "members": "The team, with roles. No passwords and no second factors.",
    "member_locations": "Which locations a manager hires for.",
    "postings": "Jobs.",
    "claims": "Requests for imported jobs.",
    "employer_domains": "Web domains, and how they were proved.",
    "employer_questions": "Candidates' questions about jobs, without their names, and the answers.",
    "applications": "Applications: job, stage and dates. Names are in the CSV files.",
    "moves": "What members decided and when, with reasons and letters.",
    "ratings": "Members' and reviewers' ratings, with comments.",
    "openings": "Who got what of which answers, and when.",
    "views": "Who looked at which answer, when and for how long.",
    "messages": "Messages that members wrote.",
    "notes": "Notes that members wrote for each other.",
    "text_templates": "Templates for messages and letters.",
    "meetings": "Meetings: times, place, state.",
    "offers": "Offers.",
    "decision_records": "The record of decisions that the law demands, without candidates' names.",
}
"""The files of the copy, by table, and what is in them."""

LEFT_OUT: Mapping[str, str] = {
    "api_keys": "secrets",
    "application_reviewers": "work in progress",
    "application_words": "an index to search",
    "assessment_keys": "secrets",
    "assessment_orders": "candidates' data: the system that ordered them has its own",
    "audit_entries": "has a download of its own under Fairness",
    "grants": "candidates' data",
    "held_rows": "of the operators, until a legal hold ends",
    "identity_providers": "settings with a secret",
    "legal_holds": "of the operators",
    "member_identities": "of the identity provider",
    "pending_moves": "work in progress",
    "reply_days": "counters",
    "stage_counts": "counters",
    "unsent_moves": "work in progress",
    "webhook_endpoints": "settings with a secret",
}
"""Tables of an employer that are not in the copy, each with the reason."""

ROWS = 500
"""Rows that are read at a time: a copy takes the same memory for any employer."""

HIDDEN = frozenset(
    {
        "applications.user_id", "applications.interview_id", "applications.name", "applications.first_name",
        "decision_records.subject", "employer_questions.question_id", "members.password_hash",
        "members.recovery_codes", "members.totp_step", "messages.key", "moves.key", "moves.calendar",
        "notes.key", "openings.viewer_id", "views.link_id",
    }
)  # fmt: skip
"""Columns that are left out: secrets, internals, and what names a candidate."""

_BY_MEMBERS = frozenset({"messages", "moves"})
"""Tables of which the copy has only what members wrote."""

README = """The copy of what {employer} has on {product}, made on {day}. Format version {version}.

applications-all_open.csv and applications-ended.csv: the list as on the desk, with the names that it shows
{files}
Each .json file is a list of rows; instants are ISO 8601 in UTC. Ids connect the files: a row's "posting_id" is the "id"
of a row in postings.json. Recordings and answers belong to the candidates and are not in it. People in this copy have
rights under privacy laws, which your company answers for: keep it safe, and delete it when you no longer need it.
"""


async def write_copy(
    db: Database, target: IO[bytes], employer_id: str, tables: Mapping[str, AsyncIterator[str]], about: str
) -> None:
    """Write an employer's copy to an opened file; `tables` are its CSV files by name, `about` its README."""
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        await db.read(_write_rows, archive, employer_id)
        for name, table in tables.items():
            with archive.open(name, "w", force_zip64=True) as entry:
                async for text in table:
                    await asyncio.to_thread(entry.write, text.encode())
        archive.writestr("README.txt", about)


def readme(employer: str, product: str, at: datetime) -> str:
    """Return the README of a copy."""
    files = "".join(f"{name + '.json':<24}{about}\n" for name, about in FILES.items())
    return README.format(employer=employer, product=product, day=f"{at:%Y-%m-%d}", version=VERSION, files=files)


def _write_rows(tx: Tx, archive: ZipFile, employer_id: str) -> None:
    for name in FILES:
        with archive.open(f"{name}.json", "w", force_zip64=True) as entry:
            entry.write(b"[")
            for number, row in enumerate(_rows(tx, metadata.tables[name], employer_id)):
                entry.write((b",\n" if number else b"\n") + json.dumps(row, ensure_ascii=False).encode())
            entry.write(b"\n]\n")


def _rows(tx: Tx, table: Table, employer_id: str) -> Iterator[dict[str, Any]]:
    columns = [one for one in table.columns if not _is_hidden(one)]
    found = select(*columns).where(_belongs(table)).order_by(*table.primary_key)
    if table.name in _BY_MEMBERS:
        found = found.where(table.c.member_id.is_not(None))
    for row in tx.execute(found.execution_options(yield_per=ROWS), {"employer": employer_id}):
        yield {column.name: _plain(value) for column, value in zip(columns, row, strict=True)}


def _belongs(table: Table) -> ColumnElement[bool]:
    if table.name == "employers":
        return table.c.id == bindparam("employer")
    if "employer_id" in table.c:
        return table.c.employer_id == bindparam("employer")
    owner, column = ("members", "member_id") if table.name == "member_locations" else ("applications", "application_id")
    owners = metadata.tables[owner]
    return table.c[column].in_(select(owners.c.id).where(owners.c.employer_id == bindparam("employer")))


def _is_hidden(column: Column[Any]) -> bool:
    return str(column) in HIDDEN or isinstance(column.type, LargeBinary | Sealed | SealedText)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | datetime) else value
