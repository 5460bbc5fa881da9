"""After a person is erased, no byte that identifies them is left: tables, database file, other files, logs, mails."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from sqlalchemy import (
    JSON,
    CheckConstraint,
    Column,
    Date,
    Integer,
    LargeBinary,
    Table,
    Text,
    cast,
    select,
    update,
)
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.core import tasks
from dayshift.core.clock import now
from dayshift.core.db import Instant, Tx, metadata
from dayshift.core.ids import new_id
from dayshift.core.tasks import Worker
from dayshift.privacy.inventory import owned_tables
from dayshift.scheduling import add_sample_coaches
from dayshift.settings import Settings
from tests.people import Person
from tests.privacy.test_export import EXPORT, judge, live, run_tasks
from tests.staff import business, in_database

pytestmark = pytest.mark.both_engines

NAME, SURNAME, PHONE = "Zqximena", "Vwqtorres", "+12125550187"
ADDRESS = "zqximena@vwq.example"
MARK = f"{NAME}-{SURNAME}"
WEEK = timedelta(days=7)

KEPT: Mapping[str, str] = {
    "employer_questions": "in the employer's own words, for everybody; the reference to the person's becomes empty",
    "erasures": "shows that the request was met in time; its reference to the person becomes empty",
    "legal_holds": "kept as evidence; a held person cannot be erased",
}
"""Tables whose rows outlive the person, each with the reason. What they hold is searched like everything else."""


def erase_in_time(client: TestClient, worker: Worker, person: Person) -> None:
    """Ask for the erasure, and let its week and the day for the files pass."""
    person.post("/api/privacy/erasure")
    run_tasks(client, worker)
    for after in (WEEK + timedelta(minutes=1), WEEK + timedelta(hours=2), WEEK + timedelta(days=1)):
        with time_machine.travel(now() + after):
            for _ in range(3):
                run_tasks(client, worker)


def owned_rows(tx: Tx, user_id: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table that refers to the person."""
    found = {}
    for table, mine in owned_tables().items():
        found[table.name] = [dict(row) for row in tx.execute(select(table).where(mine), {"user": user_id}).mappings()]
    return found


def fill_empty(tx: Tx, user_id: str) -> list[str]:
    """Add a row to every owned table that has none; returns the tables. Their texts hold the mark of the person."""
    added = []
    for table, mine in owned_tables().items():
        if table.name in KEPT or tx.execute(select(table).where(mine), {"user": user_id}).first():
            continue
        tx.execute(
            table.insert().values({column.name: value_of(tx, table, column, user_id) for column in table.columns})
        )
        added.append(table.name)
    return added


def value_of(tx: Tx, table: Table, column: Column[Any], user_id: str) -> Any:
    """A value for a column: a row of the person for a reference to theirs, a text with the mark, or a plain value."""
    for key in column.foreign_keys:
        target = key.column.table
        mine = owned_tables().get(target)
        rows = select(key.column) if mine is None else select(key.column).where(mine)
        return tx.execute(rows.limit(1), {"user": user_id}).scalar()
    if allowed := _allowed(table, column):
        return allowed
    if isinstance(column.type, JSON):
        return {"action": "ask", "text": MARK} if column.name == "move" else [MARK]
    if isinstance(column.type, Instant):
        return now()
    if isinstance(column.type, Date):
        return now().date()
    if isinstance(column.type, LargeBinary):
        return f"{MARK} {new_id()}".encode()
    if column.type.python_type in {int, bool, float} or isinstance(column.type, Integer):
        return 1
    if column.name == "id":
        return new_id()
    if column.name in {"email", "address"}:
        return ADDRESS
    return MARK[: getattr(column.type, "length", None) or 200]


def _allowed(table: Table, column: Column[Any]) -> str:
    """The first value that a check of the form `column IN ('one', ...)` allows, or nothing."""
    checks = [str(one.sqltext) for one in table.constraints if isinstance(one, CheckConstraint)]
    found = [match[1] for check in checks if (match := re.search(rf"\b{column.name} IN \('([^']*)'", check))]
    return found[0] if found else ""


def clues(rows: Mapping[str, list[dict[str, Any]]], others: str) -> set[str]:
    """Every text of the person's rows that is not in `others`, and what they said about themselves."""
    theirs = [row for name, table in rows.items() if name not in KEPT for row in table]
    texts = {text for row in theirs for value in row.values() for text in _texts(value)}
    own = {text for text in texts if len(text) >= 12 and text not in others}
    return own | {NAME, SURNAME, PHONE, ADDRESS}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)


def of_others(tx: Tx, user_id: str) -> str:
    """The rows of another person, of employers and of the catalog, as one text."""
    shared = ("coaches", "employers", "jobs", "locations", "members", "postings", "webhook_endpoints")
    rows = owned_rows(tx, user_id)
    for table in map(metadata.tables.__getitem__, shared):
        rows[table.name] = [dict(row) for row in tx.execute(select(table)).mappings()]
    return json.dumps(rows, default=str, ensure_ascii=False)


def columns_with(tx: Tx, texts: set[str]) -> dict[str, list[str]]:
    """The columns that hold one of the texts, in any case, and which."""
    found: dict[str, list[str]] = {}
    looked_for = [text.lower() for text in texts]
    for table in metadata.sorted_tables:
        columns = [column for column in table.columns if not isinstance(column.type, LargeBinary)]
        for row in tx.execute(select(*(cast(column, Text) for column in columns))):
            for column, value in zip(columns, row, strict=True):
                if value is not None and any(text in value.lower() for text in looked_for):
                    found.setdefault(f"{table.name}.{column.name}", []).append(value[:80])
    return found


def files_with(folder: Path, texts: set[str]) -> dict[str, list[str]]:
    """The files under a folder whose name or content holds one of the texts, and which."""
    found = {}
    for file in folder.rglob("*"):
        content = file.read_bytes() if file.is_file() else b""
        if held := [text for text in texts if text.encode() in content or text in file.name]:
            found[str(file.relative_to(folder))] = held[:5]
    return found


def test_no_byte_of_an_erased_person_is_left(
    client: TestClient, worker: Worker, settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    in_database(client, add_sample_coaches)
    diner = business(client)
    maria = diner.member("manager", locations=diner.locations)
    noah = Person.register(client, "noah@example.com", firstName="Noah", lastName="Quill")
    judge(client, maria, live(client, worker, diner, noah, "Noah-2")["application"])
    person = Person.register(client, ADDRESS, firstName=NAME, lastName=SURNAME, phone=PHONE)
    ids = live(client, worker, diner, person, MARK)
    judge(client, maria, ids["application"])
    person.post(EXPORT, expect=201)
    with time_machine.travel(now() + timedelta(minutes=1)):  # What can be undone has happened.
        run_tasks(client, worker)

    def fail_mail(tx: Tx) -> None:
        tasks.enqueue(tx, "notifications.code", {"address": ADDRESS, "user_id": person.id, "purpose": "password"})
        dead = {"state": "dead", "last_error": f"SMTPError('<{ADDRESS}> refused')"}
        tx.execute(tasks.tasks.update().where(tasks.tasks.c.kind == "notifications.code").values(dead))

    in_database(client, fail_mail)
    in_database(client, lambda tx: tx.execute(update(users).where(users.c.id == person.id).values(email_verified=True)))
    owner = diner.member("owner", "Lena Park")
    owner.ask("POST", "/webhooks", {"url": "https://hooks.example.com/", "events": ["application.hired"]}, expect=201)
    in_database(client, fill_empty, person.id)
    before = in_database(client, owned_rows, person.id)
    assert [name for name, rows in before.items() if not rows and name not in KEPT] == []

    looked_for = clues(before, in_database(client, of_others, noah.id))
    assert len(looked_for) > 50
    assert len(in_database(client, columns_with, looked_for)) > 50
    capfd.readouterr()
    erase_in_time(client, worker, person)
    assert in_database(client, columns_with, looked_for) == {}
    assert files_with(settings.data_dir, looked_for) == {}
    logged = capfd.readouterr()
    assert [text for text in looked_for if text in logged.out + logged.err] == []
