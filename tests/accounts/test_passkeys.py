"""Passkeys: registering, signing in with one, and what makes one useless."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.accounts.queries import MOST_PASSKEYS
from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.settings import Settings
from tests.accounts.authenticator import Authenticator, b64
from tests.accounts.conftest import Inbox
from tests.people import PASSWORD, Person

NEW = "another fine day 7"


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A browser on localhost, as in development: passkeys need a name, not an address."""
    with TestClient(app, base_url="http://localhost", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def add(person: Person, device: Authenticator, *, expect: int = 201) -> Any:
    options = person.post("/api/auth/passkeys/options")
    return person.post("/api/auth/passkeys", {"credential": device.create(options)}, expect=expect)


def log_in(client: TestClient, device: Authenticator, **changes: Any) -> Any:
    options = client.post("/api/auth/passkeys/login/options").json()
    return client.post("/api/auth/passkeys/login", json={"credential": {**device.get(options), **changes}})


def refused(reply: Any) -> bool:
    return (reply.status_code, reply.json()["code"]) == (422, "invalid_passkey")


@pytest.fixture
def device(person: Person) -> Authenticator:
    """A device with a passkey of the person."""
    made = Authenticator()
    add(person, made)
    return made


def test_a_passkey_signs_in(client: TestClient, person: Person, device: Authenticator) -> None:
    for _ in range(2):
        reply = log_in(client, device)
        assert reply.status_code == 200, reply.text
        assert client.get("/api/auth/me").json()["user"]["id"] == person.id
        client.cookies.clear()
    entered = Person(client, person.id, reply.json()["token"])
    entered.post("/api/auth/handover")  # It proves as much as a password.


def test_options_ask_for_a_verified_user_of_this_site(client: TestClient, person: Person) -> None:
    options = person.post("/api/auth/passkeys/options")["publicKey"]
    assert (options["rp"]["id"], options["rp"]["name"]) == ("localhost", "Dayshift")
    assert options["user"]["name"] == "maya@example.com"
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    login = client.post("/api/auth/passkeys/login/options").json()["publicKey"]
    assert (login["rpId"], login["userVerification"]) == ("localhost", "required")
    assert not login.get("allowCredentials")  # Nobody learns from it who has an account.


def test_known_passkeys_are_not_made_again(person: Person, device: Authenticator) -> None:
    options = person.post("/api/auth/passkeys/options")["publicKey"]
    assert [one["id"] for one in options["excludeCredentials"]] == [b64(device.id)]
    add(person, device, expect=422)


def test_they_are_listed_and_removed(client: TestClient, person: Person, device: Authenticator) -> None:
    log_in(client, device)
    client.cookies.clear()
    [one] = person.get("/api/auth/passkeys")["passkeys"]
    assert set(one) == {"id", "device", "createdAt", "lastUsedAt"}
    assert one["lastUsedAt"] is not None
    omar = Person.register(client, "omar@example.com")
    assert omar.call("DELETE", f"/api/auth/passkeys/{one['id']}").status_code == 404
    assert person.call("DELETE", f"/api/auth/passkeys/{one['id']}").json() == {"ok": True}
    assert person.call("DELETE", f"/api/auth/passkeys/{one['id']}").status_code == 404
    assert refused(log_in(client, device))


def test_adding_one_needs_the_password(person: Person) -> None:
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
def test_only_our_site_and_a_verified_user_count(
    client: TestClient, person: Person, device: Authenticator, wrong: dict[str, Any]
) -> None:
    add(person, Authenticator(**wrong), expect=422)
    for name, value in wrong.items():
        setattr(device, name, value)
    assert refused(log_in(client, device))


def test_a_challenge_works_once(client: TestClient, person: Person, device: Authenticator) -> None:
    options = person.post("/api/auth/passkeys/options")
    person.post("/api/auth/passkeys", {"credential": Authenticator().create(options)})
    person.post("/api/auth/passkeys", {"credential": Authenticator().create(options)}, expect=422)
    login = client.post("/api/auth/passkeys/login/options").json()
    body = {"credential": device.get(login)}
    assert client.post("/api/auth/passkeys/login", json=body).status_code == 200
    assert refused(client.post("/api/auth/passkeys/login", json={"credential": device.get(login)}))


def test_a_failed_try_uses_the_challenge_up(client: TestClient, device: Authenticator) -> None:
    login = client.post("/api/auth/passkeys/login/options").json()
    good = {"credential": device.get(login)}
    assert refused(client.post("/api/auth/passkeys/login", json={"credential": Authenticator().get(login)}))
    assert refused(client.post("/api/auth/passkeys/login", json=good))


def test_a_challenge_belongs_to_its_session_or_browser(
    client: TestClient, person: Person, device: Authenticator
) -> None:
    options = person.post("/api/auth/passkeys/options")
    token = client.post("/api/auth/login", json={"email": "maya@example.com", "password": PASSWORD}).json()["token"]
    client.cookies.clear()
    elsewhere = Person(client, person.id, token)
    elsewhere.post("/api/auth/passkeys", {"credential": Authenticator().create(options)}, expect=422)
    login = client.post("/api/auth/passkeys/login/options").json()
    client.cookies.clear()
    assert refused(client.post("/api/auth/passkeys/login", json={"credential": device.get(login)}))


def test_a_challenge_ends_after_five_minutes(client: TestClient, device: Authenticator) -> None:
    with time_machine.travel(now(), tick=False) as clock:
        for seconds, status in ((299, 200), (300, 422)):
            options = client.post("/api/auth/passkeys/login/options").json()
            browser = client.cookies["dayshift_passkey"]
            clock.shift(seconds)
            body = {"credential": device.get(options)}
            cookie = {"Cookie": f"dayshift_passkey={browser}"}
            assert client.post("/api/auth/passkeys/login", json=body, headers=cookie).status_code == status
            client.cookies.clear()


def test_a_copied_passkey_is_noticed_by_its_count(client: TestClient, device: Authenticator) -> None:
    assert log_in(client, device).status_code == 200
    device.signs = 0
    assert refused(log_in(client, device))


@pytest.mark.parametrize(
    "change",
    [{"rawId": "AAAA"}, {"id": ""}, {"response": {}}, {"response": None}, {"type": "password"}, {"rawId": 7}],
)
def test_a_malformed_one_is_refused(client: TestClient, device: Authenticator, change: dict[str, Any]) -> None:
    assert refused(log_in(client, device, **change))


def test_a_new_password_removes_them(client: TestClient, person: Person, device: Authenticator) -> None:
    person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    assert person.get("/api/auth/passkeys")["passkeys"] == []
    assert refused(log_in(client, device))


def test_a_reset_and_an_undone_change_remove_them(
    client: TestClient, person: Person, device: Authenticator, inbox: Inbox
) -> None:
    inbox.mails()
    person.patch("/api/auth/profile", {"firstName": "Maya", "lastName": "Torres", "email": "new@example.com"})
    assert client.post(f"/api/auth/undo/{inbox.undo_key('maya@example.com')}").status_code == 200
    assert refused(log_in(client, device))


@pytest.mark.parametrize("method", ["DELETE", "change-password"])
def test_a_revocation_ends_a_challenge(client: TestClient, person: Person, method: str) -> None:
    options = person.post("/api/auth/passkeys/options")
    if method == "DELETE":
        person.call("DELETE", "/api/auth/sessions")
    else:
        person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    person.post("/api/auth/passkeys", {"credential": Authenticator().create(options)}, expect=422)


def test_an_account_has_a_bounded_number(person: Person) -> None:
    options = person.post("/api/auth/passkeys/options")
    for _ in range(MOST_PASSKEYS):
        add(person, Authenticator())
    assert person.post("/api/auth/passkeys/options", expect=409)["code"] == "too_many_passkeys"
    assert len(person.get("/api/auth/passkeys")["passkeys"]) == MOST_PASSKEYS
    assert options["publicKey"]["challenge"]


def test_the_site_is_the_one_of_the_public_address(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"public_url": "https://jobs.example"}))
    headers = {"Sec-Fetch-Site": "same-origin"}
    with TestClient(app, base_url="https://jobs.example", headers=headers) as client:
        person = Person.register(client, "maya@example.com")
        device = Authenticator(origin="https://jobs.example", site="jobs.example")
        add(person, device)
        assert log_in(client, device).status_code == 200
        device.origin = "http://jobs.example"
        assert refused(log_in(client, device))
