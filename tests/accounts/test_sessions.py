"""Listing and ending sessions, session cookies and session limits."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.accounts import session_table
from dayshift.accounts.actions import open_session
from dayshift.accounts.devices import describe_device
from dayshift.accounts.models import sessions as sessions_table
from dayshift.accounts.session import COOKIE
from dayshift.accounts.session_table import MAX_SESSIONS
from dayshift.core.clock import now
from dayshift.core.errors import StorageFull
from tests.people import PASSWORD, Person
from tests.security.contract import PUBLIC, operations

PHONE = "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36"


def sign_in(client: TestClient, agent: str = PHONE) -> Person:
    """Signs the same person in on another device."""
    body = {"email": "maya@example.com", "password": PASSWORD}
    reply = client.post("/api/auth/login", json=body, headers={"User-Agent": agent})
    assert reply.status_code == 200
    client.cookies.clear()
    return Person(client, reply.json()["user"]["id"], reply.json()["token"])


def sessions(person: Person) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = person.get("/api/auth/sessions")["sessions"]
    return listed


def test_session_list_shows_device_and_current_session(client: TestClient, person: Person) -> None:
    phone = sign_in(client)
    listed = sessions(phone)
    assert [(entry["device"], entry["current"]) for entry in listed] == [
        ("Chrome on Android", True),
        ("A program", False),
    ]
    assert set(listed[0]) == {"id", "device", "createdAt", "lastSeenAt", "current"}
    assert phone.token not in str(listed)


def test_session_can_be_ended(client: TestClient, person: Person) -> None:
    phone = sign_in(client)
    [other] = [entry["id"] for entry in sessions(person) if not entry["current"]]
    assert person.call("DELETE", f"/api/auth/sessions/{other}").json() == {"ok": True}
    assert phone.call("GET", "/api/auth/me").status_code == 401
    assert person.call("DELETE", f"/api/auth/sessions/{other}").status_code == 404
    assert len(sessions(person)) == 1


def test_all_other_sessions_can_be_ended(client: TestClient, person: Person) -> None:
    others = [sign_in(client) for _ in range(3)]
    assert person.call("DELETE", "/api/auth/sessions").json() == {"ok": True}
    assert [other.call("GET", "/api/auth/me").status_code for other in others] == [401] * 3
    assert [entry["current"] for entry in sessions(person)] == [True]


def test_other_users_sessions_are_inaccessible(client: TestClient, person: Person) -> None:
    eve = Person.register(client, "eve@example.com")
    [own_session] = sessions(person)
    assert eve.call("DELETE", f"/api/auth/sessions/{own_session['id']}").status_code == 404
    eve.call("DELETE", "/api/auth/sessions")
    assert [entry["id"] for entry in sessions(person)] == [own_session["id"]]
    assert own_session["id"] not in str(sessions(eve))
    assert client.get("/api/auth/sessions").status_code == 401


def test_session_id_is_rejected_as_token(client: TestClient, person: Person) -> None:
    [own_session] = sessions(person)
    assert client.get("/api/auth/me", headers={"Authorization": f"Bearer {own_session['id']}"}).status_code == 401


def wait_for_touches(client: Any) -> None:
    """Wait for the background writes that requests started."""

    async def wait() -> None:
        await asyncio.gather(*session_table._touches)

    client.portal.call(wait)


@pytest.mark.both_engines
def test_a_dead_session_says_whether_its_time_is_over(client: TestClient, person: Person) -> None:
    def ended(token: str | None) -> object:
        client.cookies.clear()
        reply = client.get("/api/auth/me", headers={"Cookie": f"{COOKIE.name}={token}"} if token else {})
        assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")
        return reply.json().get("ended")

    phone = sign_in(client)
    person.call("DELETE", "/api/auth/sessions")
    assert ended(phone.token) == "revoked"
    with time_machine.travel(now() + timedelta(days=31), tick=True):
        assert ended(person.token) == "expired"
        sign_in(client)  # Signing in again here or elsewhere does not make it one that somebody ended.
        assert ended(person.token) == "expired"
    assert ended(None) is None


def test_last_seen_is_accurate_to_the_hour(client: TestClient, person: Person) -> None:
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        phone = sign_in(client)
        for minutes, seen in ((30, "12:00"), (31, "13:01"), (59, "13:01"), (2, "14:02")):
            clock.shift(minutes * 60)
            phone.get("/api/auth/me")
            wait_for_touches(client)
            assert not session_table._touches  # Finished writes are not kept.
            assert sessions(phone)[0]["lastSeenAt"] == f"2030-01-01T{seen}:00Z"


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (PHONE, "Chrome on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Mobile/15E148 [FBAN/FBIOS]",
            "Facebook on iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Safari", "Samsung Internet on Android"),
        ("curl/8.5.0", "A program"),
        ("", "A program"),
        ("<script>" * 500, "A program"),
    ],
)
def test_user_agent_is_described(agent: str, device: str) -> None:
    assert describe_device(agent) == device


def test_reads_work_while_writes_fail(
    app: FastAPI, client: TestClient, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk or a read-only database. The session is over an hour old, so each request tries to update it."""

    async def raise_storage_full(*_args: Any, **_more: Any) -> None:
        raise StorageFull

    signed_in = [operation for operation in operations() if str(operation) not in PUBLIC]
    reads = [operation for operation in signed_in if operation.method == "GET" and "{" not in operation.path]
    before = {str(read): person.call(**read.request({})).status_code for read in reads}
    assert before["GET /api/auth/me"] == 200
    with time_machine.travel(now() + timedelta(hours=2), tick=False):
        monkeypatch.setattr(app.state.services.db, "write", raise_storage_full)
        after = {str(read): person.call(**read.request({})).status_code for read in reads}
        wait_for_touches(client)
    before["GET /api/privacy/export/file"] = 403  # By then the password has to be entered again.
    assert after == before
    monkeypatch.undo()
    assert person.call("GET", "/api/auth/me").status_code == 200


def test_number_of_sessions_is_limited(app: FastAPI, client: Any, person: Person) -> None:
    for _ in range(MAX_SESSIONS + 2):
        client.portal.call(app.state.services.db.write, open_session, person.id, 30, "A program")
    rows = client.portal.call(app.state.services.db.read, lambda tx: tx.execute(select(sessions_table.c.device)).all())
    assert len(rows) == MAX_SESSIONS
    assert person.call("GET", "/api/auth/me").status_code == 401  # The least recently used session is deleted.


def test_account_at_session_limit_keeps_all_sessions(app: FastAPI, client: Any, person: Person) -> None:
    for _ in range(MAX_SESSIONS - 1):
        client.portal.call(app.state.services.db.write, open_session, person.id, 30, "A program")
    assert len(sessions(person)) == MAX_SESSIONS


@pytest.mark.parametrize(("scheme", "prefix", "secure"), [("http", "", ""), ("https", "__Host-", "; Secure")])
def test_cookie_attributes(client: TestClient, person: Person, scheme: str, prefix: str, secure: str) -> None:
    body = {"email": "maya@example.com", "password": PASSWORD}
    reply = client.post(f"{scheme}://testserver/api/auth/login", json=body)
    session_cookie, device_cookie = reply.headers.get_list("set-cookie")
    token = reply.json()["token"]
    tail = f"Path=/; SameSite=lax{secure}"
    seconds = 37 * 86_400  # A week longer than the session.
    assert session_cookie == f"{prefix}dayshift_session={token}; HttpOnly; Max-Age={seconds}; {tail}"
    assert device_cookie.startswith(f"{prefix}dayshift_device=")
    assert device_cookie.endswith(f"; HttpOnly; Max-Age=31536000; {tail}")
    cleared = client.post(f"{scheme}://testserver/api/auth/logout").headers["set-cookie"]
    assert cleared.startswith(f'{prefix}dayshift_session=""; ')
    assert cleared.endswith(f"; HttpOnly; Max-Age=0; {tail}")


def test_bearer_token_takes_precedence_over_cookie(client: TestClient, person: Person) -> None:
    omar = Person.register(client, "omar@example.com")
    cookie = {"Cookie": f"dayshift_session={omar.token}"}
    assert person.call("GET", "/api/auth/me", headers=cookie).json()["user"]["id"] == person.id
    assert client.get("/api/auth/me", headers=cookie).json()["user"]["id"] == omar.id


def test_session_is_updated_only_after_an_hour(client: TestClient, person: Person) -> None:
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        phone = sign_in(client)
        clock.shift(3600)
        phone.get("/api/auth/me")
        assert not session_table._touches
        wait_for_touches(client)
        assert sessions(phone)[0]["lastSeenAt"] == "2030-01-01T12:00:00Z"
