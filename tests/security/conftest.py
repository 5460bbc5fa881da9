"""Fixtures for a victim who owns a row of every kind that has ids, and for a snapshot of the database."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import insert, select

from dayshift.accounts.models import passkeys
from dayshift.admin import appoint_by_email
from dayshift.core.db import Tx, metadata
from dayshift.core.ids import new_id
from tests.operators import protect
from tests.people import Person
from tests.security.contract import Operation, operations
from tests.security.desk import open_desk

Rows = Callable[[], dict[str, list[str]]]
"""Returns every row of every table at the time of the call."""


@dataclass(frozen=True)
class Victim:
    """Owns an interview in progress, a recording with a chunk, an answer, a passkey, a session and an application.

    `ids` maps each path parameter to the victim's row.
    """

    person: Person
    ids: dict[str, str]
    owner: Person
    """An owner of an employer, who calls the operations for staff."""
    operator: Person

    def caller(self, operation: Operation) -> Person:
        """Who may call this operation."""
        if operation.of_operator:
            return self.operator
        return self.owner if operation.staff else self.person


@pytest.fixture
def victim(app: FastAPI, client: Any, person: Person) -> Victim:
    interview_body = {"userId": person.id, "jobTitle": "Line Cook", "scheduledAt": datetime.now(UTC).isoformat()}
    interview = person.post("/api/interviews", interview_body)["id"]
    path = f"/api/interviews/{interview}"
    person.post(f"{path}/consent", {"version": "2026-11e", "recording": True, "aiScoring": True})
    person.post(f"{path}/start", {"participantName": "Maya Torres", "userId": person.id})
    answer_body = {"questionText": "Why here?", "responseText": "I like to cook for people.", "responseOrder": 1}
    person.post(f"{path}/responses", answer_body)
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
    at = datetime.now(UTC)
    passkey |= {"sign_count": 0, "device": "Chrome on Android", "created_at": at, "trusted_since": at}
    client.portal.call(app.state.services.db.write, lambda tx: tx.execute(insert(passkeys), passkey) and None)
    chunk = next(
        operation for operation in operations() if operation.method == "PUT" and "recordings" in operation.path
    ).request(ids)
    assert person.call(**chunk).status_code == 201
    desk = open_desk(client, person)
    ids |= {"application_id": desk.ids["application_id"], "question_id": desk.ids["asked_question_id"]}
    operator = Person.register(client, "olga@example.com")
    client.portal.call(app.state.services.db.write, protect, "olga@example.com")
    client.portal.call(app.state.services.db.write, appoint_by_email, "olga@example.com")
    return Victim(person, ids, Person(client, desk.owner.id, desk.owner.token), operator)


@pytest.fixture
def rows(app: FastAPI, client: Any) -> Rows:
    def everything(tx: Tx) -> dict[str, list[str]]:
        return {table.name: sorted(map(repr, tx.execute(select(table)))) for table in metadata.sorted_tables}

    def now() -> dict[str, list[str]]:
        found: dict[str, list[str]] = client.portal.call(app.state.services.db.read, everything)
        return found

    return now
