"""Moving to another browser on the same phone with a one-time key that opens a session."""

from datetime import timedelta

import time_machine
from fastapi import FastAPI
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.accounts.models import codes
from dayshift.core.clock import now
from tests.people import Person


def transfer_key(person: Person) -> str:
    key: str = person.post("/api/auth/handover")["key"]
    return key


def test_transfer_key_opens_one_session(client: TestClient, person: Person) -> None:
    path = f"/api/auth/handover/{transfer_key(person)}"
    for _ in range(2):  # Looking does not use up the key.
        assert client.get(path).json() == {"userId": person.id, "firstName": "Maya"}
    reply = client.post(path)
    assert reply.json()["user"]["id"] == person.id
    assert client.get("/api/auth/me").json()["user"]["id"] == person.id  # The reply set the session cookie.
    assert (client.post(path).status_code, client.get(path).status_code) == (404, 404)
    assert person.get("/api/auth/me")["user"]["id"] == person.id  # The original session stays active.
    assert len(person.get("/api/auth/sessions")["sessions"]) == 2


def test_transfer_key_expires_and_is_replaced_by_the_next(client: TestClient, person: Person) -> None:
    first, second = transfer_key(person), transfer_key(person)
    assert client.post(f"/api/auth/handover/{first}").status_code == 404
    with time_machine.travel(now() + timedelta(minutes=3, seconds=1), tick=False):
        assert client.post(f"/api/auth/handover/{second}").status_code == 404


def test_transfer_key_cannot_be_guessed_or_created_for_others(client: TestClient, person: Person) -> None:
    assert client.post("/api/auth/handover").status_code == 401
    key = transfer_key(person)
    omar = Person.register(client, "omar@example.com")
    for guess in (person.id, f"{omar.id}.{key}", key[:-1], key.swapcase()):
        assert client.post(f"/api/auth/handover/{guess}").status_code == 404
    rejected = client.post(f"/api/auth/handover/{key}", headers={"Sec-Fetch-Site": "cross-site"})
    assert rejected.status_code == 403
    assert client.post(f"/api/auth/handover/{key}").status_code == 200


def test_transfer_key_is_not_stored_in_plain_text(app: FastAPI, client: TestClient, person: Person) -> None:
    key = transfer_key(person)
    assert client.portal is not None
    rows = client.portal.call(app.state.services.db.read, lambda tx: repr(tx.execute(select(codes)).all()))
    assert key not in rows
