"""Passkeys: registration, sign-in, and every reason to reject one."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift import admin
from dayshift.accounts.queries import MAX_PASSKEYS
from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.settings import Settings
from tests.accounts.authenticator import Authenticator, b64
from tests.accounts.conftest import Inbox
from tests.operators import on_database, verify_address
from tests.people import PASSWORD, Person

NEW = "another fine day 7"


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A browser on localhost, as in development: passkeys require a domain name, not an IP address."""
    with TestClient(app, base_url="http://localhost", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def add(person: Person, device: Authenticator, *, expect: int = 201) -> Any:
    options = person.post("/api/auth/passkeys/options")
    return person.post("/api/auth/passkeys", {"credential": device.create(options)}, expect=expect)


def log_in(client: TestClient, device: Authenticator, **changes: Any) -> Any:
    options = client.post("/api/auth/passkeys/login/options").json()
    return client.post("/api/auth/passkeys/login", json={"credential": {**device.get(options), **changes}})


def is_rejected(reply: Any) -> bool:
    return (reply.status_code, reply.json()["code"]) == (422, "invalid_passkey")


@pytest.fixture
def device(person: Person) -> Authenticator:
    """An authenticator with a passkey of `person`."""
    created = Authenticator()
    add(person, created)
    return created


def test_passkey_signs_in(client: TestClient, person: Person, device: Authenticator) -> None:
    for _ in range(2):
        reply = log_in(client, device)
        assert reply.status_code == 200, reply.text
        assert client.get("/api/auth/me").json()["user"]["id"] == person.id
        client.cookies.clear()
    signed_in = Person(client, person.id, reply.json()["token"])
    signed_in.post("/api/auth/handover")  # A passkey sign-in counts as a recent password check.


def test_options_require_user_verification_and_this_site(client: TestClient, person: Person) -> None:
    options = person.post("/api/auth/passkeys/options")["publicKey"]
    assert (options["rp"]["id"], options["rp"]["name"]) == ("localhost", "Dayshift")
    assert options["user"]["name"] == "maya@example.com"
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    login = client.post("/api/auth/passkeys/login/options").json()["publicKey"]
    assert (login["rpId"], login["userVerification"]) == ("localhost", "required")
    assert not login.get("allowCredentials")  # The options do not reveal which accounts exist.


def test_registered_passkey_is_excluded_and_rejected(person: Person, device: Authenticator) -> None:
    options = person.post("/api/auth/passkeys/options")["publicKey"]
    assert [passkey["id"] for passkey in options["excludeCredentials"]] == [b64(device.id)]
    add(person, device, expect=422)


def test_passkeys_are_listed_and_removed(client: TestClient, person: Person, device: Authenticator) -> None:
    log_in(client, device)
    client.cookies.clear()
    [passkey] = person.get("/api/auth/passkeys")["passkeys"]
    assert set(passkey) == {"id", "device", "createdAt", "lastUsedAt"}
    assert passkey["lastUsedAt"] is not None
    omar = Person.register(client, "omar@example.com")
    assert omar.call("DELETE", f"/api/auth/passkeys/{passkey['id']}").status_code == 404
    assert person.call("DELETE", f"/api/auth/passkeys/{passkey['id']}").json() == {"ok": True}
    assert person.call("DELETE", f"/api/auth/passkeys/{passkey['id']}").status_code == 404
    assert is_rejected(log_in(client, device))


def test_adding_a_passkey_requires_recent_password(person: Person) -> None:
    with time_machine.travel(now() + timedelta(minutes=11), tick=False):
        person.post("/api/auth/passkeys/options", expect=403)
        person.post("/api/auth/passkeys", {"credential": {}}, expect=403)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "http://localhost.evil.example"},
        {"origin": "http://localhost:8001"},
        {"site": "evil.example"},
        {"verifies": False},
    ],
)
def test_wrong_origin_site_or_unverified_user_is_rejected(
    client: TestClient, person: Person, device: Authenticator, wrong: dict[str, Any]
) -> None:
    add(person, Authenticator(**wrong), expect=422)
    for name, value in wrong.items():
        setattr(device, name, value)
    assert is_rejected(log_in(client, device))


def test_challenge_works_once(client: TestClient, person: Person, device: Authenticator) -> None:
    options = person.post("/api/auth/passkeys/options")
    person.post("/api/auth/passkeys", {"credential": Authenticator().create(options)})
    person.post("/api/auth/passkeys", {"credential": Authenticator().create(options)}, expect=422)
    login = client.post("/api/auth/passkeys/login/options").json()
    body = {"credential": device.get(login)}
    assert client.post("/api/auth/passkeys/login", json=body).status_code == 200
    assert is_rejected(client.post("/api/auth/passkeys/login", json={"credential": device.get(login)}))


def test_failed_try_uses_up_the_challenge(client: TestClient, device: Authenticator) -> None:
    login = client.post("/api/auth/passkeys/login/options").json()
    good = {"credential": device.get(login)}
    assert is_rejected(client.post("/api/auth/passkeys/login", json={"credential": Authenticator().get(login)}))
    assert is_rejected(client.post("/api/auth/passkeys/login", json=good))


def test_challenge_is_bound_to_its_session_or_browser(
    client: TestClient, person: Person, device: Authenticator
) -> None:
    options = person.post("/api/auth/passkeys/options")
    token = client.post("/api/auth/login", json={"email": "maya@example.com", "password": PASSWORD}).json()["token"]
    client.cookies.clear()
    elsewhere = Person(client, person.id, token)
    elsewhere.post("/api/auth/passkeys", {"credential": Authenticator().create(options)}, expect=422)
    login = client.post("/api/auth/passkeys/login/options").json()
    client.cookies.clear()
    assert is_rejected(client.post("/api/auth/passkeys/login", json={"credential": device.get(login)}))


def test_challenge_expires_after_five_minutes(client: TestClient, device: Authenticator) -> None:
    with time_machine.travel(now(), tick=False) as clock:
        for seconds, status in ((299, 200), (300, 422)):
            options = client.post("/api/auth/passkeys/login/options").json()
            browser = client.cookies["dayshift_passkey"]
            clock.shift(seconds)
            body = {"credential": device.get(options)}
            cookie = {"Cookie": f"dayshift_passkey={browser}"}
            assert client.post("/api/auth/passkeys/login", json=body, headers=cookie).status_code == status
            client.cookies.clear()


def test_copied_passkey_is_detected_by_sign_count(client: TestClient, device: Authenticator) -> None:
    assert log_in(client, device).status_code == 200
    device.signs = 0
    assert is_rejected(log_in(client, device))


@pytest.mark.parametrize(
    "change",
    [{"rawId": "AAAA"}, {"id": ""}, {"response": {}}, {"response": None}, {"type": "password"}, {"rawId": 7}],
)
def test_malformed_credential_is_rejected(client: TestClient, device: Authenticator, change: dict[str, Any]) -> None:
    assert is_rejected(log_in(client, device, **change))


def test_password_change_removes_passkeys(client: TestClient, person: Person, device: Authenticator) -> None:
    person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    assert person.get("/api/auth/passkeys")["passkeys"] == []
    assert is_rejected(log_in(client, device))


def test_undone_change_removes_passkeys(
    client: TestClient, person: Person, device: Authenticator, inbox: Inbox
) -> None:
    inbox.mails()
    person.patch("/api/auth/profile", {"firstName": "Maya", "lastName": "Torres", "email": "new@example.com"})
    assert client.post(f"/api/auth/undo/{inbox.undo_key('maya@example.com')}").status_code == 200
    assert is_rejected(log_in(client, device))


@pytest.mark.parametrize("method", ["DELETE", "change-password"])
def test_revocation_invalidates_challenge(client: TestClient, person: Person, method: str) -> None:
    options = person.post("/api/auth/passkeys/options")
    if method == "DELETE":
        person.call("DELETE", "/api/auth/sessions")
    else:
        person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    person.post("/api/auth/passkeys", {"credential": Authenticator().create(options)}, expect=422)


def test_number_of_passkeys_is_limited(person: Person) -> None:
    options = person.post("/api/auth/passkeys/options")
    for _ in range(MAX_PASSKEYS):
        add(person, Authenticator())
    assert person.post("/api/auth/passkeys/options", expect=409)["code"] == "too_many_passkeys"
    assert len(person.get("/api/auth/passkeys")["passkeys"]) == MAX_PASSKEYS
    assert options["publicKey"]["challenge"]


def test_site_is_taken_from_public_url(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"public_url": "https://jobs.example"}))
    headers = {"Sec-Fetch-Site": "same-origin"}
    with TestClient(app, base_url="https://jobs.example", headers=headers) as client:
        person = Person.register(client, "maya@example.com")
        device = Authenticator(origin="https://jobs.example", site="jobs.example")
        add(person, device)
        assert log_in(client, device).status_code == 200
        device.origin = "http://jobs.example"
        assert is_rejected(log_in(client, device))


def test_only_passkeys_of_the_time_of_appointment_open_the_operators_page(
    client: TestClient, person: Person, device: Authenticator, settings: Settings
) -> None:
    """Who knows an operator's password opens nothing with it, and with no passkey that the password has added."""

    def appoint() -> None:
        on_database(settings, lambda db: db.write(admin.appoint_by_email, "maya@example.com"))

    def needs(someone: Person) -> set[str]:
        return set(someone.call("GET", "/api/operations/work").json().get("fields") or {})

    def signed_in(device: Authenticator) -> Person:
        return Person(client, person.id, log_in(client, device).json()["token"])

    on_database(settings, lambda db: db.write(verify_address, "maya@example.com"))
    appoint()
    assert needs(person) == {"session"}
    operator = signed_in(device)
    assert operator.call("GET", "/api/operations/work").status_code == 200
    from_password, from_passkey = Authenticator(), Authenticator()
    add(person, from_password)
    add(operator, from_passkey)
    assert needs(signed_in(from_password)) == {"appointment"}
    assert needs(signed_in(from_passkey)) == set()
    appoint()
    assert needs(signed_in(from_password)) == set()
