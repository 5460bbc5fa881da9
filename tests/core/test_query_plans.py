"""With 100,000 rows per table, every statement of a candidate's journey uses an index."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import Boolean, Column, Engine, Float, Integer, LargeBinary, create_engine, event, text
from sqlalchemy.engine import Connection

from dayshift.accounts.models import sessions, users
from dayshift.core.clock import now
from dayshift.core.db import Instant, Json
from dayshift.core.tasks import Worker, tasks
from dayshift.interviews.recordings.models import recordings, takes
from dayshift.interviews.room.models import interviews, responses
from dayshift.matching.onboarding.models import job_searches, user_responses
from dayshift.scheduling import coach_key, find_coach
from dayshift.scheduling.actions import forget_past_quarters
from dayshift.scheduling.models import bookings, coach_quarters, coaches
from dayshift.settings import Settings
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.slow

ROWS = 100_000
COACH = "id-1"
FILLED = (
    users, sessions, job_searches, user_responses, interviews, responses, recordings, takes, tasks,
    bookings, coach_quarters,
)  # fmt: skip
VALUES = {
    "users.email": "'u' || i || '@example.com'",
    "interviews.status": "'completed'",
    "tasks.state": "'done'",
    "tasks.key": "NULL",
    "bookings.state": "'booked'",
    "bookings.user_id": "'id-' || i",
    "bookings.email": "'u' || i || '@example.com'",
    "coach_quarters.coach_id": f"'{COACH}'",
    "coach_quarters.quarter": "i",
}
PARTIAL = "ix_tasks_due_at"
"""A partial index of the open tasks. Scanning it from the beginning is fine."""


def value(column: Column[Any], *, sqlite: bool) -> str:
    """Returns an SQL expression for the row number i."""
    named = VALUES.get(f"{column.table.name}.{column.name}")
    if named:
        return named
    if column.name == "id" or column.name.endswith("_id"):
        return "'id-' || i"
    if isinstance(column.type, Instant):
        return "'2026-01-01 00:00:00.000000'" if sqlite else "TIMESTAMPTZ '2026-01-01'"
    if isinstance(column.type, LargeBinary):
        return "CAST('token-' || i AS BLOB)" if sqlite else "('token-' || i)::bytea"
    if isinstance(column.type, Boolean):
        return "FALSE"
    if isinstance(column.type, Integer | Float):
        return "1"
    if column.type is Json:
        return "'[]'" if sqlite else "'[]'::jsonb"
    return "'x'"


def fill(connection: Connection) -> None:
    """Insert 100,000 rows into each table and update the planner's statistics."""
    sqlite = connection.dialect.name == "sqlite"
    every_day = {str(day): [[540, 1020]] for day in range(7)}
    coach = {"id": COACH, "email": "sam@coaches.example", "name": "Sam", "zone": "UTC", "shifts": every_day}
    options = {"days_off": [], "buffer_minutes": 0, "daily_limit": 96, "active": True, "link_version": 1}
    connection.execute(coaches.insert(), {**coach, **options, "created_at": now()})
    if not sqlite:  # Checking the foreign keys of a million rows would take longer than inserting them.
        connection.execute(text("SET LOCAL session_replication_role = replica"))
    for table in FILLED:
        columns = [c for c in table.columns if not c.nullable or c.primary_key or str(c) in VALUES]
        names = ", ".join(column.name for column in columns)
        values = ", ".join(value(column, sqlite=sqlite) for column in columns)
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})"
        connection.execute(text(f"INSERT INTO {table.name} ({names}) {numbers} SELECT {values} FROM n"))
    connection.execute(text("ANALYZE"))


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    """A separate connection to the filled database."""
    engine = create_engine(settings.database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        fill(connection)
    yield engine
    engine.dispose()


def run_journey(person: Person, worker: Worker) -> None:
    """A candidate's journey from sign-in to score."""
    signed_in = {"email": "maya@example.com", "password": PASSWORD}
    assert person.client.post("/api/auth/login", json=signed_in).status_code == 200
    person.client.cookies.clear()
    person.get("/api/auth/me")
    person.post("/api/job-searches", {"searchQuery": "line cook", "userId": person.id})
    person.get(f"/api/job-searches/{person.id}")
    person.post("/api/user-responses", {"userId": person.id, "questionType": "zip_code", "answer": "10001"})
    person.get(f"/api/user-responses/{person.id}")
    made = person.post("/api/interviews", {"userId": person.id, "jobTitle": "Cook", "scheduledAt": now().isoformat()})
    path = f"/api/interviews/{made['id']}"
    person.post(f"{path}/consent", {"version": "2026-11e", "recording": True, "aiScoring": True})
    person.post(f"{path}/start", {"participantName": "Maya", "userId": person.id})
    device = Device(person, worker, made["id"])
    segments = device.upload(media.cut(media.record(media.VP8, 1), 2))
    for order, question in enumerate(made["questions"], 1):
        answer_body = {
            "questionText": question["question"],
            "responseText": "I cleaned the line.",
            "responseOrder": order,
        }
        person.post(
            f"{path}/responses", answer_body | ({"take": {"number": 1, "segments": segments}} if order == 1 else {})
        )
    person.post(f"{path}/complete")
    device.run_tasks()
    person.get(path)
    person.get(f"/api/users/{person.id}/interviews")
    assert device.media().status_code == 200


def book(person: Person, app: FastAPI) -> None:
    """Booking a coach, the coach's page, and cleanup."""
    person.get("/api/schedule/offers?zone=UTC")
    first, second = (slot["startsAt"] for slot in person.get("/api/schedule/slots?zone=UTC")["slots"][:2])
    held = person.post("/api/schedule/holds", {"startsAt": first, "zone": "UTC"})
    body = {"startsAt": first, "zone": "UTC", "name": "Maya", "email": "maya@example.com", "hold": held["key"]}
    key = person.post("/api/schedule/bookings", body)["key"]
    person.get("/api/schedule/bookings")
    person.post(f"/api/schedule/bookings/{key}/move", {"startsAt": second})
    person.post(f"/api/schedule/bookings/{key}/cancel")
    portal = person.client.portal
    assert portal is not None
    link = portal.call(app.state.services.db.read, lambda tx: coach_key(tx, find_coach(tx, COACH)))
    person.get(f"/api/coach/{link}")
    person.get(f"/api/coach/{link}/live")
    portal.call(app.state.services.db.write, forget_past_quarters)


def scans(connection: Connection, statement: str, parameters: Any) -> list[str]:
    """Returns the steps in which a statement scans one of the filled tables."""
    tables = {table.name for table in FILLED}
    if connection.dialect.name == "sqlite":
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        steps = [str(row[3]) for row in plan]
        return [step for step in steps if step.startswith("SCAN") and step.split()[1] in tables and PARTIAL not in step]
    plan = connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
    return [step for (step,) in plan if (found := re.search(r"Seq Scan on (\w+)", step)) and found[1] in tables]


def test_no_statement_of_a_journey_scans_a_table(app: FastAPI, person: Person, worker: Worker, engine: Engine) -> None:
    statements: dict[str, Any] = {}

    def record(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if statement.lstrip().split()[0] in {"SELECT", "UPDATE", "DELETE", "INSERT", "WITH"}:
            statements.setdefault(statement, parameters[0] if many else parameters)

    event.listen(Engine, "before_cursor_execute", record)
    try:
        run_journey(person, worker)
        book(person, app)
    finally:
        event.remove(Engine, "before_cursor_execute", record)
    assert len(statements) > 30, "the journey was recorded"
    with engine.connect() as connection:
        found = {sql: scans(connection, sql, parameters) for sql, parameters in statements.items()}
    assert {statement: where for statement, where in found.items() if where} == {}
