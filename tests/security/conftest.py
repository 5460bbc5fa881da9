"""Two people: a stranger, and somebody with rows in every room that has ids."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.kit.db import Tx, metadata
from tests.people import Person
from tests.security.contract import operations

Rows = Callable[[], dict[str, list[str]]]
"""Every row of every table, at the time of the call."""


@dataclass(frozen=True)
class Victim:
    """Somebody with an interview that goes on, a recording with a chunk, an answer and a session. `ids`: whose row a
    path parameter may name."""

    person: Person
    ids: dict[str, str]


@pytest.fixture
def victim(client: TestClient, person: Person) -> Victim:
    made = {"userId": person.id, "jobTitle": "Line Cook", "scheduledAt": datetime.now(UTC).isoformat()}
    interview = person.post("/api/interviews", made)["id"]
    path = f"/api/interviews/{interview}"
    person.post(f"{path}/consent", {"version": "2026-11c", "recording": True, "aiScoring": True})
    person.post(f"{path}/start", {"participantName": "Maya Torres", "userId": person.id})
    said = {"questionText": "Why here?", "responseText": "I like to cook for people.", "responseOrder": 1}
    person.post(f"{path}/responses", said)
    person.post("/api/job-searches", {"searchQuery": "line cook near 10001", "userId": person.id})
    person.post("/api/user-responses", {"userId": person.id, "questionType": "employment_type", "answer": "full-time"})
    ids = {
        "user_id": person.id,
        "interview_id": interview,
        "recording_id": interview,
        "session_id": person.get("/api/auth/sessions")["sessions"][0]["id"],
    }
    chunk = next(
        operation for operation in operations() if operation.method == "PUT" and "recordings" in operation.path
    ).request(ids)
    assert person.call(**chunk).status_code == 201
    return Victim(person, ids)


@pytest.fixture
def rows(app: FastAPI, client: Any) -> Rows:
    def everything(tx: Tx) -> dict[str, list[str]]:
        return {table.name: sorted(map(repr, tx.execute(select(table)))) for table in metadata.sorted_tables}

    def now() -> dict[str, list[str]]:
        found: dict[str, list[str]] = client.portal.call(app.state.db.read, everything)
        return found

    return now
