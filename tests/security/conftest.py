"""Two people: a stranger, and somebody with rows in every room that has ids."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import insert, select

from dayshift.accounts.models import passkeys
from dayshift.core.db import Tx, metadata
from dayshift.core.ids import new_id
from tests.people import Person
from tests.security.contract import operations

Rows = Callable[[], dict[str, list[str]]]
"""Every row of every table, at the time of the call."""


@dataclass(frozen=True)
class Victim:
    """Has an interview in progress, a recording with a chunk, an answer, a passkey and a session. `ids`: the row that a
    path parameter may name."""

    person: Person
    ids: dict[str, str]


@pytest.fixture
def victim(app: FastAPI, client: Any, person: Person) -> Victim:
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
        "passkey_id": new_id(),
    }
    passkey = {"id": ids["passkey_id"], "user_id": person.id, "credential_id": b"id", "public_key": b"key"}
    passkey |= {"sign_count": 0, "device": "Chrome on Android", "created_at": datetime.now(UTC)}
    client.portal.call(app.state.services.db.write, lambda tx: tx.execute(insert(passkeys), passkey) and None)
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
        found: dict[str, list[str]] = client.portal.call(app.state.services.db.read, everything)
        return found

    return now
