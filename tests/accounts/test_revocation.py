"""Every revocation invalidates everything issued before it. Tests each kind of credential against each revocation."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from dayshift.accounts import delete_user
from dayshift.accounts.queries import find_known_device
from dayshift.core.clock import now
from tests.accounts.conftest import Inbox
from tests.people import PASSWORD, Person, server_services

EMAIL = "maya@example.com"
NEW = "another fine day 7"
NAMES = {"firstName": "Maya", "lastName": "Torres"}


def sign_in(client: TestClient) -> Person:
    reply = client.post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
    assert reply.status_code == 200, reply.text
    known = client.cookies.get("dayshift_device")
    client.cookies.clear()
    if known:
        client.cookies.set("dayshift_device", known)
    return Person(client, reply.json()["user"]["id"], reply.json()["token"])


def transfer_key(person: Person) -> str:
    return str(person.post("/api/auth/handover")["key"])


def transfer(client: TestClient, key: str) -> Person | None:
    reply = client.post(f"/api/auth/handover/{key}")
    client.cookies.delete("dayshift_session")
    if reply.status_code != 200:
        assert reply.status_code == 404
        return None
    return Person(client, reply.json()["user"]["id"], reply.json()["token"])


def is_signed_in(person: Person) -> bool:
    return person.call("GET", "/api/auth/me").status_code == 200


def session_id(person: Person) -> str:
    return next(str(entry["id"]) for entry in person.get("/api/auth/sessions")["sessions"] if entry["current"])


# Each function issues a credential in the issuer's session and returns a function that says whether it still works.
Works = Callable[[], bool]


def session_of_issuer(client: TestClient, issuer: Person, inbox: Inbox) -> Works:
    return lambda: is_signed_in(issuer)


def transferred_session(client: TestClient, issuer: Person, inbox: Inbox) -> Works:
    child = transfer(client, transfer_key(issuer))
    assert child
    return lambda: is_signed_in(child)


def twice_transferred_session(client: TestClient, issuer: Person, inbox: Inbox) -> Works:
    child = transfer(client, transfer_key(issuer))
    assert child
    child.post("/api/auth/proof", {"password": PASSWORD})
    grandchild = transfer(client, transfer_key(child))
    assert grandchild
    return lambda: is_signed_in(grandchild)


def unused_transfer_key(client: TestClient, issuer: Person, inbox: Inbox) -> Works:
    key = transfer_key(issuer)
    return lambda: transfer(client, key) is not None


def reset_code(client: TestClient, issuer: Person, inbox: Inbox) -> Works:
    client.post("/api/auth/forgot-password", json={"email": EMAIL})
    code = inbox.code(EMAIL)

    def works() -> bool:
        body = {"email": EMAIL, "code": code, "password": "a third good one 3"}
        return client.post("/api/auth/set-password", json=body).status_code == 200

    return works


def email_code(client: TestClient, issuer: Person, inbox: Inbox) -> Works:
    issuer.post("/api/auth/verify-email/start")
    code = inbox.code(EMAIL)
    return lambda: issuer.call("POST", "/api/auth/verify-email", {"code": code}).status_code == 200


CREDENTIALS = [
    session_of_issuer,
    transferred_session,
    twice_transferred_session,
    unused_transfer_key,
    reset_code,
    email_code,
]


# Revocations, made by `owner` in another session unless they concern the issuer's own session.
def password_changed(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    owner.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})


def password_reset(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    client.post("/api/auth/forgot-password", json={"email": EMAIL})
    body = {"email": EMAIL, "code": inbox.code(EMAIL), "password": NEW}
    assert client.post("/api/auth/set-password", json=body).status_code == 200


def session_ended(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    assert owner.call("DELETE", f"/api/auth/sessions/{session_id(issuer)}").status_code == 200


def all_sessions_ended(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    assert owner.call("DELETE", "/api/auth/sessions").status_code == 200


def logged_out(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    issuer.post("/api/auth/logout")


def email_changed(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    owner.patch("/api/auth/profile", {**NAMES, "email": "new@example.com"})


def email_removed(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    owner.patch("/api/auth/profile", {**NAMES, "email": None})


def change_undone(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    owner.patch("/api/auth/profile", {**NAMES, "email": "new@example.com"})
    assert client.post(f"/api/auth/undo/{inbox.undo_key(EMAIL)}").status_code == 200


def erased(client: Any, owner: Person, issuer: Person, inbox: Inbox) -> None:
    client.portal.call(client.app.state.services.db.write, delete_user, owner.id)


REVOCATIONS = [
    password_changed,
    password_reset,
    session_ended,
    all_sessions_ended,
    logged_out,
    email_changed,
    email_removed,
    change_undone,
    erased,
]
ACCOUNT_REVOCATIONS = [entry for entry in REVOCATIONS if entry not in (session_ended, logged_out)]


@pytest.mark.parametrize("revocation", REVOCATIONS)
@pytest.mark.parametrize("credential", CREDENTIALS)
def test_revocation_invalidates_earlier_credential(
    client: TestClient, person: Person, inbox: Inbox, credential: Any, revocation: Any
) -> None:
    inbox.mails()
    issuer = sign_in(client)
    works = credential(client, issuer, inbox)
    revocation(client, person, issuer, inbox)
    assert not works()


@pytest.mark.parametrize("credential", CREDENTIALS)
def test_credential_works_without_revocation(client: TestClient, person: Person, inbox: Inbox, credential: Any) -> None:
    inbox.mails()
    assert credential(client, sign_in(client), inbox)()


@pytest.mark.parametrize("revocation", ACCOUNT_REVOCATIONS)
def test_account_revocation_forgets_known_devices(client: Any, person: Person, inbox: Inbox, revocation: Any) -> None:
    inbox.mails()
    issuer = sign_in(client)
    cookie = client.cookies["dayshift_device"]
    known = lambda: client.portal.call(client.app.state.services.db.lookup, find_known_device, EMAIL, cookie)  # noqa: E731
    assert known()
    revocation(client, person, issuer, inbox)
    assert not known()


@pytest.mark.parametrize("revocation", [password_changed, all_sessions_ended, email_changed])
def test_revoking_session_stays_active_even_if_transferred(
    client: TestClient, person: Person, inbox: Inbox, revocation: Any
) -> None:
    owner = transfer(client, transfer_key(person))
    assert owner
    owner.post("/api/auth/proof", {"password": PASSWORD})
    inbox.mails()
    revocation(client, owner, person, inbox)
    assert is_signed_in(owner)
    assert not is_signed_in(person)


def test_transferred_session_expires_with_its_parent(client: TestClient, person: Person) -> None:
    start = now()
    with time_machine.travel(start + timedelta(days=29), tick=False):
        person.post("/api/auth/proof", {"password": PASSWORD})
        child = transfer(client, transfer_key(person))
        assert child
        assert is_signed_in(child)
    with time_machine.travel(start + timedelta(days=30, minutes=1), tick=False):
        assert not is_signed_in(child)


def test_transferred_session_needs_password_before_another_transfer(client: TestClient, person: Person) -> None:
    child = transfer(client, transfer_key(person))
    assert child
    assert child.post("/api/auth/handover", expect=403)["code"] == "proof_required"


@given(st.lists(st.sampled_from(["sign in", "transfer", "key", "end one", "end others", "log out"]), max_size=12))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_password_change_leaves_one_session_after_any_history(
    client: TestClient, inbox: Inbox, steps: list[str]
) -> None:
    """Sessions form a forest. No order of sign-ins, transfers and sign-outs leaves another session active."""
    server_services(client).limits = type(server_services(client).limits)()
    client.cookies.clear()
    email = f"p{now().timestamp()}@example.com"
    owner = Person.register(client, email)
    people, keys = [owner], []
    for step in steps:
        newest = people[-1]
        if step == "sign in":
            reply = client.post("/api/auth/login", json={"email": email, "password": PASSWORD})
            people.append(Person(client, owner.id, reply.json()["token"]))
        elif not is_signed_in(newest) or (newest is owner and step in {"end one", "log out"}):
            continue
        elif step in {"transfer", "key"}:
            newest.post("/api/auth/proof", {"password": PASSWORD})
            keys.append(transfer_key(newest))
            if step == "transfer" and (child := transfer(client, keys[-1])):
                people.append(child)
        elif step == "end one":
            newest.call("DELETE", f"/api/auth/sessions/{session_id(newest)}")
        elif step == "end others" and newest is owner:
            newest.call("DELETE", "/api/auth/sessions")
        elif step == "log out":
            newest.post("/api/auth/logout")
        client.cookies.clear()
    owner.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    assert [person for person in people if is_signed_in(person)] == [owner]
    assert [key for key in keys if transfer(client, key)] == []
    assert len(owner.get("/api/auth/sessions")["sessions"]) == 1
