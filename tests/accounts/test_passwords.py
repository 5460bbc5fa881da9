"""Setting, resetting and changing a password, including attacks."""

import random
from typing import Any

import pytest
import time_machine
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.accounts import create_user, update_user
from dayshift.core.db import Tx, metadata
from tests.accounts.conftest import Inbox, text_of
from tests.people import PASSWORD, Person

LEGACY = "omar@example.com"
NEW = "another fine day 7"


@pytest.fixture
def legacy(client: Any) -> str:
    """An imported account without a password."""
    user_row = client.portal.call(
        lambda: client.app.state.services.db.write(create_user, email=LEGACY, first_name="Omar", last_name="Diaz")
    )
    return str(user_row.id)


def login(client: TestClient, email: str, password: str = PASSWORD) -> Response:
    return client.post("/api/auth/login", json={"email": email, "password": password})


def set_password(client: TestClient, email: str, code: str | None = None, password: str = NEW) -> Response:
    body = {"password": password, "email": email} | ({"code": code} if code else {})
    return client.post("/api/auth/set-password", json=body)


def request_code(client: TestClient, email: str) -> Response:
    return client.post("/api/auth/forgot-password", json={"email": email})


def is_refused(reply: Response) -> bool:
    return (reply.status_code, reply.json()["code"]) == (422, "invalid_code")


def wrong_code(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def test_imported_account_sets_password_with_code_sent_at_login(client: TestClient, legacy: str, inbox: Inbox) -> None:
    rejected = login(client, LEGACY)
    assert rejected.status_code == 403
    assert rejected.json() == {"code": "password_not_set", "message": "Please set your password first"}
    response = set_password(client, LEGACY, inbox.code(LEGACY))
    assert response.status_code == 200
    user = response.json()["user"]
    assert (user["id"], user["hasPassword"], user["emailVerified"]) == (legacy, True, True)
    assert client.get("/api/auth/me").json()["user"]["id"] == legacy
    assert login(client, LEGACY, NEW).status_code == 200


def test_password_reset_ends_every_session(client: TestClient, person: Person, inbox: Inbox) -> None:
    assert request_code(client, "Maya@Example.com").json() == {"ok": True}
    response = set_password(client, "maya@example.com", inbox.code("maya@example.com"))
    assert response.status_code == 200
    assert person.call("GET", "/api/auth/me").status_code == 401
    client.cookies.clear()
    assert login(client, "maya@example.com").status_code == 401
    assert login(client, "maya@example.com", NEW).status_code == 200
    [notice] = inbox.mails("maya@example.com")
    assert notice["Subject"] == "Your Dayshift password was changed"


def test_code_request_does_not_reveal_accounts(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    known, unknown = request_code(client, "maya@example.com"), request_code(client, "nobody@example.com")
    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert [mail["To"] for mail in inbox.mails()] == ["Maya Torres <maya@example.com>"]
    # Trying codes does not reveal it either: unknown addresses fail in the same way.
    replies = [set_password(client, email, "000000") for email in ("maya@example.com", "nobody@example.com")]
    assert all(map(is_refused, replies))
    assert replies[0].json() == replies[1].json()


def test_code_is_not_stored_in_plain_text(client: Any, person: Person, inbox: Inbox) -> None:
    def everything(tx: Tx) -> str:
        return " ".join(str(row) for table in metadata.sorted_tables for row in tx.execute(select(table)))

    request_code(client, "maya@example.com")
    code = inbox.code("maya@example.com")
    rows = client.portal.call(client.app.state.services.db.read, everything)
    assert "notifications.code" in rows
    assert code not in rows


def test_code_works_once(client: TestClient, person: Person, inbox: Inbox) -> None:
    request_code(client, "maya@example.com")
    code = inbox.code("maya@example.com")
    assert set_password(client, "maya@example.com", code).status_code == 200
    assert is_refused(set_password(client, "maya@example.com", code, "yet another day 8"))


def test_newer_code_replaces_older_one(client: TestClient, person: Person, inbox: Inbox) -> None:
    request_code(client, "maya@example.com")
    first = inbox.code("maya@example.com")
    request_code(client, "maya@example.com")
    second = inbox.code("maya@example.com")
    if first != second:
        assert is_refused(set_password(client, "maya@example.com", first))
    assert set_password(client, "maya@example.com", second).status_code == 200


def test_code_expires_after_ten_minutes(client: TestClient, person: Person, inbox: Inbox) -> None:
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        request_code(client, "maya@example.com")
        code = inbox.code("maya@example.com")
        clock.shift(600)
        assert is_refused(set_password(client, "maya@example.com", code))
        clock.shift(-1)
        assert set_password(client, "maya@example.com", code).status_code == 200


def test_code_is_invalid_after_five_wrong_guesses(client: TestClient, person: Person, inbox: Inbox) -> None:
    request_code(client, "maya@example.com")
    code = inbox.code("maya@example.com")
    for _ in range(5):
        assert is_refused(set_password(client, "maya@example.com", wrong_code(code)))
    assert is_refused(set_password(client, "maya@example.com", code))
    assert person.call("GET", "/api/auth/me").status_code == 200


def test_repeated_code_requests_do_not_allow_more_guesses(client: TestClient, person: Person, inbox: Inbox) -> None:
    statuses: list[int] = []
    for _ in range(8):
        code_status = request_code(client, "maya@example.com").status_code
        guesses = [set_password(client, "maya@example.com", f"{random.randrange(10**6):06}") for _ in range(5)]
        statuses += [code_status, *(guess.status_code for guess in guesses)]
        inbox.mails()
    assert statuses.count(200) == 5  # codes sent
    assert statuses.count(422) == 20  # guesses per hour, out of a million codes
    assert set(statuses[-6:]) == {429}


def test_code_is_bound_to_account_and_purpose(client: TestClient, person: Person, inbox: Inbox) -> None:
    other = Person.register(client, "eve@example.com")
    request_code(client, "eve@example.com")
    other_code = inbox.code("eve@example.com")
    assert is_refused(set_password(client, "maya@example.com", other_code))
    person.post("/api/auth/verify-email/start")
    confirmation = inbox.code("maya@example.com")
    assert is_refused(set_password(client, "maya@example.com", confirmation))
    assert is_refused(other.call("POST", "/api/auth/verify-email", {"code": confirmation}))
    assert person.post("/api/auth/verify-email", {"code": confirmation})["user"]["emailVerified"] is True


def test_code_is_invalid_after_address_change(client: TestClient, person: Person, inbox: Inbox) -> None:
    request_code(client, "maya@example.com")
    code = inbox.code("maya@example.com")
    person.call("PATCH", "/api/auth/profile", {"firstName": "M", "lastName": "T", "email": "new@example.com"})
    assert is_refused(set_password(client, "maya@example.com", code))
    assert is_refused(set_password(client, "new@example.com", code))


@pytest.mark.parametrize("code", ["12345", "1234567", "12345a", "١٢٣٤٥٦", "' OR 1=1", ""])
def test_malformed_code_is_rejected(client: TestClient, code: str) -> None:
    reply = client.post("/api/auth/set-password", json={"password": NEW, "email": LEGACY, "code": code})
    assert (reply.status_code, list(reply.json()["fields"])) == (422, ["code"])


def test_code_may_contain_spaces(client: TestClient, person: Person, inbox: Inbox) -> None:
    request_code(client, "maya@example.com")
    code = inbox.code("maya@example.com")
    assert set_password(client, "maya@example.com", f" {code[:3]} {code[3:]} ").status_code == 200


def test_setting_a_password_requires_a_code(client: TestClient, legacy: str, person: Person) -> None:
    assert set_password(client, LEGACY).status_code == 401
    for email in (LEGACY, "maya@example.com"):
        body = {"password": NEW, "email": email}
        assert person.call("POST", "/api/auth/set-password", body).json()["code"] == "password_already_set"
    assert login(client, LEGACY, NEW).status_code == 403


def test_signed_in_account_without_password_sets_first_password(client: Any, person: Person) -> None:
    elsewhere = login(client, "maya@example.com").json()["token"]
    client.cookies.clear()
    client.portal.call(client.app.state.services.db.write, update_user, person.id, {"password_hash": None})
    body = {"password": NEW, "email": "maya@example.com"}
    assert person.post("/api/auth/set-password", body)["token"] == person.token
    client.cookies.clear()
    assert person.call("GET", "/api/auth/me").status_code == 200
    assert client.get("/api/auth/me", headers={"Authorization": f"Bearer {elsewhere}"}).status_code == 401


def test_planted_session_cookie_is_replaced(client: TestClient, legacy: str, inbox: Inbox) -> None:
    client.cookies.set("dayshift_session", "planted-by-somebody")
    login(client, LEGACY)
    response = set_password(client, LEGACY, inbox.code(LEGACY))
    assert response.json()["token"] != "planted-by-somebody"
    planted = client.get("/api/auth/me", headers={"Authorization": "Bearer planted-by-somebody"})
    assert planted.status_code == 401


def test_password_change_ends_other_sessions(client: TestClient, person: Person, inbox: Inbox) -> None:
    elsewhere = login(client, "maya@example.com").json()["token"]
    client.cookies.clear()
    inbox.mails()
    change = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert person.post("/api/auth/change-password", change)["user"]["id"] == person.id
    assert person.call("GET", "/api/auth/me").status_code == 200
    assert client.get("/api/auth/me", headers={"Authorization": f"Bearer {elsewhere}"}).status_code == 401
    assert login(client, "maya@example.com", NEW).status_code == 200
    assert [mail["Subject"] for mail in inbox.mails()] == ["Your Dayshift password was changed"]


def test_password_change_requires_current_password(client: TestClient, person: Person) -> None:
    change = {"currentPassword": "not the password", "newPassword": NEW}
    reply = person.call("POST", "/api/auth/change-password", change)
    assert (reply.status_code, reply.json()["code"]) == (403, "wrong_password")
    assert list(reply.json()["fields"]) == ["currentPassword"]
    assert client.post("/api/auth/change-password", json=change).status_code == 401
    guesses = [person.call("POST", "/api/auth/change-password", change).status_code for _ in range(10)]
    assert guesses[-1] == 429


@pytest.mark.parametrize("extra", [{"userId": "x"}, {"hasPassword": True}, {"emailVerified": True}])
def test_unknown_fields_are_rejected(client: TestClient, person: Person, extra: dict[str, Any]) -> None:
    for path, body in [
        ("set-password", {"password": NEW, "email": "maya@example.com", "code": "123456"}),
        ("change-password", {"currentPassword": PASSWORD, "newPassword": NEW}),
        ("forgot-password", {"email": "maya@example.com"}),
        ("verify-email", {"code": "123456"}),
    ]:
        assert person.call("POST", f"/api/auth/{path}", {**body, **extra}).status_code == 422
    profile = {"firstName": "May", "lastName": "Torres", **extra}
    assert person.call("PATCH", "/api/auth/profile", profile).status_code == 422


@pytest.mark.parametrize("password", ["Passw0rd!", "qwer1234", "Dayshift2026", "maya.torres1"])
def test_common_password_is_rejected(client: TestClient, password: str) -> None:
    body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": password}
    reply = client.post("/api/auth/register", json=body)
    assert reply.status_code == 422
    message = "This password is easy to guess. Please choose another."
    assert reply.json() == {"code": "invalid_request", "message": message, "fields": {"password": message}}


def test_password_rules_apply_everywhere(client: TestClient, person: Person, legacy: str, inbox: Inbox) -> None:
    login(client, LEGACY)
    code = inbox.code(LEGACY)
    assert list(set_password(client, LEGACY, code, "password1").json()["fields"]) == ["password"]
    assert list(set_password(client, LEGACY, code, "short").json()["fields"]) == ["password"]
    change = {"currentPassword": PASSWORD, "newPassword": "maya torres"}
    assert list(person.call("POST", "/api/auth/change-password", change).json()["fields"]) == ["newPassword"]
    assert set_password(client, LEGACY, code).status_code == 200  # Rejected passwords did not use up the code.


def test_code_email_states_its_purpose(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    request_code(client, "maya@example.com")
    [mail] = inbox.mails()
    code = mail["Subject"].split()[0]
    assert mail["Subject"] == f"{code} is your Dayshift code"
    assert text_of(mail).count(code) == 1
    assert "10 minutes" in text_of(mail)
    assert "set a new password" in text_of(mail)
