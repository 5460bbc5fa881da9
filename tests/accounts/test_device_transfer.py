"""Going on in another browser of the same phone, with a key that opens a session once."""

from datetime import timedelta

import time_machine
from fastapi import FastAPI
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.accounts.models import codes
from dayshift.core.clock import now
from tests.people import Person


def key_of(person: Person) -> str:
    key: str = person.post("/api/auth/handover")["key"]
    return key


def test_a_key_opens_one_session_once(client: TestClient, person: Person) -> None:
    path = f"/api/auth/handover/{key_of(person)}"
    for _ in range(2):  # To look uses nothing up.
        assert client.get(path).json() == {"userId": person.id, "firstName": "Maya"}
    reply = client.post(path)
    assert reply.json()["user"]["id"] == person.id
    assert client.get("/api/auth/me").json()["user"]["id"] == person.id  # By the cookie that came with it.
    assert (client.post(path).status_code, client.get(path).status_code) == (404, 404)
    assert person.get("/api/auth/me")["user"]["id"] == person.id  # Where they were they are signed in still.
    assert len(person.get("/api/auth/sessions")["sessions"]) == 2


def test_a_key_ends_by_itself_and_with_the_next_one(client: TestClient, person: Person) -> None:
    first, second = key_of(person), key_of(person)
    assert client.post(f"/api/auth/handover/{first}").status_code == 404
    with time_machine.travel(now() + timedelta(minutes=3, seconds=1), tick=False):
        assert client.post(f"/api/auth/handover/{second}").status_code == 404


def test_nobody_makes_a_key_for_others_or_guesses_one(client: TestClient, person: Person) -> None:
    assert client.post("/api/auth/handover").status_code == 401
    key = key_of(person)
    omar = Person.register(client, "omar@example.com")
    for guess in (person.id, f"{omar.id}.{key}", key[:-1], key.swapcase()):
        assert client.post(f"/api/auth/handover/{guess}").status_code == 404
    refused = client.post(f"/api/auth/handover/{key}", headers={"Sec-Fetch-Site": "cross-site"})
    assert refused.status_code == 403
    assert client.post(f"/api/auth/handover/{key}").status_code == 200


def test_the_key_stands_nowhere_in_the_database(app: FastAPI, client: TestClient, person: Person) -> None:
    key = key_of(person)
    assert client.portal is not None
    rows = client.portal.call(app.state.services.db.read, lambda tx: repr(tx.execute(select(codes)).all()))
    assert key not in rows
