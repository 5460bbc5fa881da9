"""Erasing a user removes all their data, even while they are active in several windows."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, Table, Text, cast, func, select
from starlette.testclient import TestClient

from dayshift.accounts import CodeRequested, issue_code
from dayshift.accounts.actions import request_code
from dayshift.core import tasks
from dayshift.core.clock import now
from dayshift.core.db import Instant, Tx, metadata
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.ids import new_id
from dayshift.core.tasks import Worker
from dayshift.core.tasks.maintenance import delete_tasks_of
from dayshift.hiring.applications.models import applications
from dayshift.hiring.employers.models import postings
from dayshift.interviews.room.models import interviews
from dayshift.privacy import erase_again
from dayshift.privacy.tombstones import digest_of
from dayshift.scheduling.models import bookings
from dayshift.settings import Settings
from dayshift.tables import import_all
from tests.operators import erase
from tests.people import Person
from tests.staff import business, in_database

pytestmark = pytest.mark.both_engines

CONSENT = {"version": "2026-11e", "recording": True, "aiScoring": True}
REFUSED = {401, 404, 409, 422, 429}
RETRIED = {503}
"""Returned after a deadlock that PostgreSQL resolved; clients retry."""


def mentions(tx: Tx, person: Person, address: str) -> list[str]:
    """Returns the columns that still contain the user's ID or address."""
    import_all()
    found = []
    for table in metadata.sorted_tables:
        for column in table.columns:
            text = cast(column, Text)
            rows = select(func.count()).where(text.contains(person.id) | text.contains(address))
            if tx.execute(rows).scalar_one():
                found.append(f"{table.name}.{column.name}")
    return found


def plan(person: Person) -> str:
    at = (now() + timedelta(minutes=10)).isoformat()
    body = {"userId": person.id, "jobTitle": "Bartender", "scheduledAt": at}
    reply = person.call("POST", "/api/interviews", body)
    return str(reply.json()["interview"]["id"]) if reply.status_code in {200, 201} else ""


def actions(person: Person, interview: str) -> list[Callable[[int], int]]:
    """Returns the user's requests in several windows, as functions that return the response status."""
    path = f"/api/interviews/{interview}"
    calls: list[tuple[str, str, Callable[[int], Any]]] = [
        (
            "POST",
            "/api/user-responses",
            lambda n: {"userId": person.id, "questionType": "zip_code", "answer": f"{n:05}"},
        ),
        ("POST", "/api/job-searches", lambda n: {"userId": person.id, "searchQuery": f"cook {n}"}),
        ("PATCH", "/api/auth/profile", lambda n: {"firstName": "Maya", "lastName": f"Torres {'x' * (n % 9)}"}),
        ("POST", "/api/auth/verify-email/start", lambda _n: {}),
        ("POST", f"{path}/consent", lambda _n: CONSENT),
        ("POST", f"{path}/start", lambda _n: {"participantName": "Maya", "userId": person.id}),
        ("POST", f"{path}/start-recording", lambda _n: {}),
        ("POST", f"{path}/complete", lambda _n: {}),
        ("POST", f"{path}/cancel", lambda _n: {}),
        ("PUT", "/api/auth/language", lambda n: {"language": ("en", "es")[n % 2]}),
        ("GET", f"/api/users/{person.id}/interviews", lambda _n: None),
        ("GET", "/api/auth/me", lambda _n: None),
    ]

    def action(method: str, url: str, body: Callable[[int], Any]) -> Callable[[int], int]:
        return lambda n: person.call(method, url, body(n)).status_code

    return [action(*call) for call in calls]


@pytest.mark.parametrize("round_", range(2))
def test_user_is_erased_while_active(
    client: TestClient, app: FastAPI, worker: Worker, settings: Settings, round_: int
) -> None:
    address = f"maya{round_}@example.com"
    person = Person.register(client, address)
    user_actions = actions(person, plan(person))
    statuses: list[int] = []
    failures: list[Exception] = []
    stopped = threading.Event()
    barrier = threading.Barrier(5)

    def act(first: int) -> None:
        barrier.wait(60)
        try:
            for n in range(first, 100_000, 7):
                if stopped.is_set():
                    return
                if n % 5 == 0:
                    plan(person)
                statuses.append(user_actions[n % len(user_actions)](n))
        except Exception as error:  # noqa: BLE001  (shown by the assertion below)
            failures.append(error)

    threads = [threading.Thread(target=act, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    barrier.wait(60)
    assert client.portal
    client.portal.call(worker.drain)
    erase(settings, address)
    assert person.call("GET", "/api/auth/me").status_code == 401
    assert plan(person) == ""
    stopped.set()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert {status for status in statuses if status >= 300} <= REFUSED | RETRIED
    client.portal.call(worker.drain)
    assert client.portal.call(app.state.services.db.read, mentions, person, address) == []
    assert client.portal.call(app.state.services.db.read, tasks.dead_letters) == []


def test_tasks_of_erased_user_are_deleted(client: TestClient, app: FastAPI, settings: Settings) -> None:
    person = Person.register(client, "maya@example.com")
    interview = plan(person)
    other = Person.register(client, "other@example.com")

    def enqueue_tasks(tx: Connection) -> None:
        tasks.enqueue(
            tx, "notifications.interview.remind", {"interview_id": interview}, due_at=now() + timedelta(days=1)
        )
        tasks.enqueue(tx, "notifications.code", {"address": "maya@example.com", "user_id": None, "purpose": "password"})
        tasks.enqueue(tx, "other", {"user_id": other.id}, key="stays")
        tx.execute(
            tasks.tasks.update()
            .where(tasks.tasks.c.kind == "notifications.code")
            .values(state="dead", last_error="SMTPError('<maya@example.com> refused')")
        )

    assert client.portal
    client.portal.call(app.state.services.db.write, enqueue_tasks)
    erase(settings, "maya@example.com")
    assert client.portal.call(app.state.services.db.read, mentions, person, "maya@example.com") == []
    assert "other" in client.portal.call(
        app.state.services.db.read, lambda tx: {row.kind for row in tx.execute(select(tasks.tasks))}
    )
    with pytest.raises(NotFound):
        erase(settings, "maya@example.com")


def test_no_code_is_created_for_erased_user(client: TestClient, app: FastAPI, settings: Settings) -> None:
    """A request or task that found the account just before it was erased must not store its address."""
    address = "maya@example.com"
    person = Person.register(client, address)
    erase(settings, address)
    assert client.portal
    with pytest.raises(NotSignedIn):
        client.portal.call(app.state.services.db.write, request_code, CodeRequested("email", address, person.id))
    with pytest.raises(NotSignedIn):
        client.portal.call(issue_code, app.state.services.db, "email", address, person.id)
    assert client.portal.call(app.state.services.db.read, mentions, person, address) == []


def test_unrelated_tasks_are_kept(client: TestClient, app: FastAPI) -> None:
    """LIKE wildcards are escaped, and JSON escapes are found."""

    def work(tx: Connection) -> int:
        tasks.enqueue(tx, "one", {"address": "peñ%a_@example.com"})
        tasks.enqueue(tx, "two", {"address": "peñXaY@example.com"})
        return delete_tasks_of(tx, ["peñ%a_@example.com"])

    assert client.portal
    assert client.portal.call(app.state.services.db.write, work) == 1


MANY = 2_000


def add_rows_of(tx: Tx, person: Person, job: str) -> None:
    """Give a candidate many applications, interviews and bookings, each with a task that mentions it."""
    at = now()
    posting = tx.execute(select(postings).where(postings.c.job_id == job)).one()
    interview = {
        "user_id": person.id, "job_title": "Cook", "status": "completed", "scheduled_at": at, "candidate_name": "Maya",
    }  # fmt: skip
    application = {
        "user_id": person.id, "employer_id": posting.employer_id, "posting_id": posting.id, "stage": "withdrawn",
        "location_id": posting.location_id, "name": "Maya", "title": "Cook", "version": 1, "submitted_at": at,
        "changed_at": at,
    }  # fmt: skip
    booking = {
        "user_id": person.id, "email": "maya@example.com", "state": "cancelled", "starts_at": at, "ends_at": at,
        "zone": "UTC", "name": "", "sequence": 1, "source": "own", "created_at": at,
    }  # fmt: skip
    rows = {
        interviews: [{**required(interviews, at), **interview, "id": new_id()} for _ in range(MANY)],
        applications: [{**application, "id": new_id(), "job_id": new_id()} for _ in range(MANY)],
        bookings: [{**booking, "id": new_id()} for _ in range(MANY)],
    }
    for table, values in rows.items():
        tx.execute(table.insert(), values)
        task = {**required(tasks.tasks, at), "kind": "x", "state": "ready"}
        tx.execute(tasks.tasks.insert(), [{**task, "id": new_id(), "payload": {"about": one["id"]}} for one in values])


def required(table: Table, at: datetime) -> dict[str, Any]:
    """A value for each column that must have one."""
    plain = {"VARCHAR": "x", "TEXT": "x", "INTEGER": 1, "BOOLEAN": False}
    return {
        column.name: at if isinstance(column.type, Instant) else plain.get(str(column.type).split("(", 1)[0], {})
        for column in table.columns
        if not column.nullable and column.server_default is None
    }


@pytest.mark.parametrize("way", ["command", "restore"])
def test_any_number_of_applications_interviews_and_bookings_is_erased(
    client: TestClient, settings: Settings, way: str
) -> None:
    """More than an engine's largest expression or number of parameters."""
    person = Person.register(client, "maya@example.com")
    in_database(client, add_rows_of, person, business(client).jobs[0])
    if way == "command":
        assert erase(settings, "maya@example.com") == 0
    else:
        assert in_database(client, erase_again, {digest_of(person.id)}) == 1
    assert in_database(client, mentions, person, "maya@example.com") == []

    def left(tx: Tx) -> list[int]:
        named = [select(func.count()).select_from(table) for table in (interviews, applications, bookings)]
        about = select(func.count()).where(tasks.tasks.c.kind == "x")
        return [tx.execute(one).scalar_one() for one in (*named, about)]

    assert in_database(client, left) == [0, 0, 0, 0]
