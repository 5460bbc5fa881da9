"""Password confirmation before changes to sign-in details, and the link that undoes such a change."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.accounts import delete_user
from dayshift.core.clock import now
from tests.accounts.conftest import Inbox, address_of, text_of
from tests.people import PASSWORD, Person

EMAIL = "maya@example.com"
NEW = "another fine day 7"
NAMES = {"firstName": "Maya", "lastName": "Torres"}


def minutes_later(minutes: float) -> time_machine.travel:
    return time_machine.travel(now() + timedelta(minutes=minutes), tick=False)


def undo(client: TestClient, key: str, expect: int = 200) -> Any:
    reply = client.post(f"/api/auth/undo/{key}")
    assert reply.status_code == expect, reply.text
    return reply.json()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/auth/profile", {**NAMES, "email": "new@example.com"}),
        ("PATCH", "/api/auth/profile", {**NAMES, "email": None}),
        ("POST", "/api/auth/handover", {}),
    ],
)
def test_sign_in_details_change_only_with_recent_password(person: Person, method: str, path: str, body: Any) -> None:
    with minutes_later(11):
        rejected = person.call(method, path, body)
        assert (rejected.status_code, rejected.json()["code"]) == (403, "proof_required")
        assert person.get("/api/auth/me")["user"]["email"] == EMAIL
        person.post("/api/auth/proof", {"password": PASSWORD})
        assert person.call(method, path, body).status_code == 200


def test_password_confirmation_lasts_ten_minutes(person: Person) -> None:
    start = now()
    with time_machine.travel(start, tick=False) as clock:
        person.post("/api/auth/proof", {"password": PASSWORD})
        clock.shift(600)
        person.post("/api/auth/handover")
        clock.shift(1)
        person.post("/api/auth/handover", expect=403)


def test_names_and_phone_change_without_password(person: Person) -> None:
    with minutes_later(11):
        person.patch("/api/auth/profile", {**NAMES, "email": EMAIL, "phone": "(212) 555-0142"})


def test_wrong_password_is_rejected_and_counted(person: Person) -> None:
    with minutes_later(11):
        rejected = person.post("/api/auth/proof", {"password": "not the password"}, expect=403)
        assert (rejected["code"], list(rejected["fields"])) == ("wrong_password", ["password"])
        person.post("/api/auth/handover", expect=403)
        guesses = [person.call("POST", "/api/auth/proof", {"password": "no"}).status_code for _ in range(10)]
        assert guesses == [403] * 9 + [429]


def test_password_change_counts_as_confirmation(person: Person) -> None:
    with minutes_later(11):
        person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
        person.post("/api/auth/handover")


def test_old_address_can_undo_address_change(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    person.patch("/api/auth/profile", {**NAMES, "email": "thief@example.com"})
    key = inbox.undo_key(EMAIL)
    preview = client.get(f"/api/auth/undo/{key}").json()
    assert (preview["kind"], preview["email"]) == ("email", EMAIL)
    assert undo(client, key)["email"] == EMAIL
    inbox.mails()  # Skip the code that the undo sent.
    assert person.call("GET", "/api/auth/me").status_code == 401
    # The password is removed too. A code to the old address sets a new one.
    login = client.post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
    assert login.json()["code"] == "password_not_set"
    body = {"email": EMAIL, "code": inbox.codes(EMAIL)[-1], "password": NEW}
    user = client.post("/api/auth/set-password", json=body).json()["user"]
    assert (user["id"], user["email"], user["emailVerified"]) == (person.id, EMAIL, True)
    undo(client, key, expect=404)


def test_password_change_can_be_undone(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    undo(client, inbox.undo_key(EMAIL))
    assert person.call("GET", "/api/auth/me").status_code == 401
    for password in (PASSWORD, NEW):
        assert client.post("/api/auth/login", json={"email": EMAIL, "password": password}).status_code == 403


def test_undo_email_goes_to_address_before_the_change(person: Person, inbox: Inbox) -> None:
    """A thief who changes the password and then the address gets neither email."""
    inbox.mails()
    person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    person.patch("/api/auth/profile", {**NAMES, "email": "thief@example.com"})
    assert [address_of(mail) for mail in inbox.mails()] == [EMAIL, EMAIL]


def test_undoing_first_change_invalidates_later_links(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    person.patch("/api/auth/profile", {**NAMES, "email": "thief@example.com"})
    first = inbox.undo_key(EMAIL)
    person.patch("/api/auth/profile", {**NAMES, "email": "other@example.com"})
    second = inbox.undo_key("thief@example.com")
    undo(client, first)
    undo(client, second, expect=404)


def test_undoing_later_change_keeps_earlier_links(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    person.patch("/api/auth/profile", {**NAMES, "email": "thief@example.com"})
    first = inbox.undo_key(EMAIL)
    person.patch("/api/auth/profile", {**NAMES, "email": "other@example.com"})
    undo(client, inbox.undo_key("thief@example.com"))
    assert undo(client, first)["email"] == EMAIL


def test_undo_link_expires_after_a_day_and_cannot_be_forged(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    with time_machine.travel(now(), tick=False) as clock:
        person.patch("/api/auth/profile", {**NAMES, "email": "new@example.com"})
        key = inbox.undo_key(EMAIL)
        for forged in (key[:-1], key.partition(".")[0], "x", f"{person.id}.{key.partition('.')[2]}"):
            undo(client, forged, expect=404)
        clock.shift(86_399)
        assert client.get(f"/api/auth/undo/{key}").status_code == 200
        clock.shift(1)
        undo(client, key, expect=404)


def test_address_stays_reserved_while_change_can_be_undone(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    with time_machine.travel(now(), tick=False) as clock:
        person.patch("/api/auth/profile", {**NAMES, "email": "thief@example.com"})
        body = {**NAMES, "email": EMAIL, "password": PASSWORD}
        assert client.post("/api/auth/register", json=body).json()["code"] == "email_taken"
        omar = Person.register(client, "omar@example.com")
        omar.patch("/api/auth/profile", {**NAMES, "email": EMAIL}, expect=409)
        person.patch("/api/auth/profile", {**NAMES, "email": EMAIL})  # The owner can still use it.
        person.patch("/api/auth/profile", {**NAMES, "email": "thief@example.com"})
        clock.shift(86_400)
        assert client.post("/api/auth/register", json=body).status_code == 201


def test_erased_account_gets_no_mail(client: Any, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    person.patch("/api/auth/profile", {**NAMES, "email": "new@example.com"})
    client.portal.call(client.app.state.services.db.write, delete_user, person.id)
    assert inbox.mails() == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_undo_email_states_link_lifetime(person: Person, inbox: Inbox, language: str) -> None:
    inbox.mails()
    person.put("/api/auth/language", {"language": language})
    person.post("/api/auth/change-password", {"currentPassword": PASSWORD, "newPassword": NEW})
    [mail] = inbox.mails(EMAIL)
    assert "24 hor" in text_of(mail) or "24 hour" in text_of(mail)
    assert "http://127.0.0.1:8000/undo?key=" in text_of(mail)
