"""Email and phone verification, and the notifications sent when an address changes."""

import re

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.core.phones import as_e164
from tests.accounts.conftest import Inbox, address_of, text_of
from tests.people import PASSWORD, Person
from tests.staff import in_database


@pytest.fixture
def phone_user(client: TestClient) -> Person:
    """A user with a phone number."""
    return Person.register(client, "maya@example.com", phone="(212) 555-0142")


def texted_code(inbox: Inbox) -> str:
    [text] = inbox.texts()
    assert text.startswith("To: +12125550142\n")
    [code] = re.findall(r"\b[0-9]{6}\b", text)
    return str(code)


def test_phone_is_verified_with_texted_code(phone_user: Person, inbox: Inbox) -> None:
    assert phone_user.post("/api/auth/verify-phone/start") == {"ok": True}
    code = texted_code(inbox)
    assert phone_user.post("/api/auth/verify-phone", {"code": code})["user"]["phoneVerified"] is True
    assert phone_user.post("/api/auth/verify-phone", {"code": code}, expect=422)["code"] == "invalid_code"
    phone_user.post("/api/auth/verify-phone/start")
    assert inbox.texts() == []  # A verified number needs no code.


def test_email_is_verified_with_mailed_code(phone_user: Person, inbox: Inbox) -> None:
    assert phone_user.get("/api/auth/me")["user"]["emailVerified"] is False
    phone_user.post("/api/auth/verify-email/start")
    code = inbox.code("maya@example.com")
    assert phone_user.post("/api/auth/verify-email", {"code": code})["user"]["emailVerified"] is True


@pytest.mark.parametrize(("what", "new"), [("phone", "(646) 555-0100"), ("email", "new@example.com")])
def test_code_for_old_address_does_not_verify_new_one(phone_user: Person, inbox: Inbox, what: str, new: str) -> None:
    phone_user.post(f"/api/auth/verify-{what}/start")
    code = texted_code(inbox) if what == "phone" else inbox.code("maya@example.com")
    change = {"firstName": "Maya", "lastName": "Torres", what: new}
    assert phone_user.call("PATCH", "/api/auth/profile", change).json()["user"][what] == new
    assert phone_user.post(f"/api/auth/verify-{what}", {"code": code}, expect=422)["code"] == "invalid_code"


@pytest.mark.parametrize("what", ["phone", "email"])
def test_changed_address_is_unverified(phone_user: Person, inbox: Inbox, what: str) -> None:
    phone_user.post(f"/api/auth/verify-{what}/start")
    code = texted_code(inbox) if what == "phone" else inbox.code("maya@example.com")
    phone_user.post(f"/api/auth/verify-{what}", {"code": code})
    same = phone_user.get("/api/auth/me")["user"]
    edit = {"firstName": "May", "lastName": "Torres", "email": same["email"], "phone": same["phone"]}
    assert phone_user.call("PATCH", "/api/auth/profile", edit).json()["user"][f"{what}Verified"] is True
    edit |= {"phone": "(646) 555-0100", "email": "new@example.com"}
    assert phone_user.call("PATCH", "/api/auth/profile", edit).json()["user"][f"{what}Verified"] is False


def test_missing_address_cannot_be_verified(client: TestClient, person: Person) -> None:
    person.call("PATCH", "/api/auth/profile", {"firstName": "Maya", "lastName": "Torres", "email": None})
    for what in ("phone", "email"):
        assert person.post(f"/api/auth/verify-{what}/start", expect=409)["code"] == "nothing_to_confirm"
        assert person.post(f"/api/auth/verify-{what}", {"code": "123456"}, expect=422)["code"] == "invalid_code"
        assert client.post(f"/api/auth/verify-{what}/start").status_code == 401


def test_text_messages_per_number_are_limited_across_accounts(
    client: TestClient, phone_user: Person, inbox: Inbox
) -> None:
    crowd = [Person.register(client, f"p{n}@example.com", phone="212-555-0142") for n in range(7)]
    statuses = [person.call("POST", "/api/auth/verify-phone/start").status_code for person in crowd]
    assert statuses == [200] * 5 + [429] * 2
    assert len(inbox.texts()) == 5


def test_registration_sends_welcome_email(client: TestClient, person: Person, inbox: Inbox) -> None:
    [mail] = inbox.mails()
    assert (address_of(mail), mail["Subject"]) == ("maya@example.com", "Welcome to Dayshift, Maya")
    assert "http://127.0.0.1:8000/get-started" in text_of(mail)
    assert inbox.mails() == []


def test_failed_registration_sends_no_email(client: TestClient, person: Person, inbox: Inbox) -> None:
    inbox.mails()
    body = {"firstName": "Eve", "lastName": "X", "email": "maya@example.com", "password": PASSWORD}
    assert client.post("/api/auth/register", json=body).status_code == 409
    assert inbox.mails() == []


def test_address_change_is_mailed_to_old_address(person: Person, inbox: Inbox) -> None:
    inbox.mails()
    person.call("PATCH", "/api/auth/profile", {"firstName": "May", "lastName": "Torres", "email": "new@example.com"})
    [mail] = inbox.mails()
    assert (address_of(mail), mail["Subject"]) == (
        "maya@example.com",
        "Your Dayshift email address was changed",
    )


def refused_name(client: TestClient, name: str) -> bool:
    """Whether no account can be given this name, neither a new one nor one that exists."""
    names = {"firstName": name, "lastName": name}
    person = Person.register(client, "old@example.com")
    replies = [
        client.post("/api/auth/register", json={**names, "email": "new@example.com", "password": PASSWORD}),
        person.call("PATCH", "/api/auth/profile", {**names, "email": "old@example.com"}),
    ]
    client.cookies.clear()
    if [reply.status_code for reply in replies] == [201, 200]:
        return False
    assert [reply.status_code for reply in replies] == [422, 422]
    assert all(reply.json()["fields"].keys() == names.keys() for reply in replies)
    return True


def register_as(client: TestClient, email: str, name: str) -> None:
    """An account with a name that an older version or an import may have left."""
    person = Person.register(client, email)
    in_database(
        client,
        lambda tx: tx.execute(update(users).where(users.c.id == person.id).values(first_name=name, last_name=name)),
    )


def test_names_cannot_inject_mail_headers_or_markup(client: TestClient, inbox: Inbox) -> None:
    name = "<img src=x>\u2028Bcc; 'x' \"y\""
    assert refused_name(client, name)
    register_as(client, "maya@example.com", name)
    [mail] = inbox.mails("maya@example.com")
    html = mail.get_body(("html",))
    assert html is not None
    assert ">Hi,<" in html.get_content(), "a suspicious name is left out"
    assert "img" not in mail.as_string() + html.get_content()
    assert "Bcc" not in mail
    assert address_of(mail) == "maya@example.com"


@pytest.mark.parametrize(
    ("name", "refused"),
    [("evil.example", False), ("http://evil", True), ("See evil.example/prize", True), ("me@evil", False)],
)
def test_links_in_names_are_left_out_of_emails(client: TestClient, inbox: Inbox, name: str, refused: bool) -> None:
    assert refused_name(client, name) == refused
    register_as(client, "victim@example.com", name)
    [mail] = inbox.mails("victim@example.com")
    assert "evil" not in mail.as_string()
    assert mail["Subject"] == "Welcome to Dayshift"
    assert text_of(mail).startswith("Hi,")


def test_address_changes_are_rate_limited(client: TestClient, person: Person) -> None:
    statuses = []
    for n in range(11):
        body = {"firstName": "M", "lastName": "T", "email": f"new{n}@example.com"}
        statuses.append(person.call("PATCH", "/api/auth/profile", body).status_code)
    assert statuses == [200] * 10 + [429]
    same = {"firstName": "May", "lastName": "Torres", "email": "new9@example.com"}
    assert person.call("PATCH", "/api/auth/profile", same).status_code == 200


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("(212) 555-0142", "+12125550142"),
        ("1-212-555-0142", "+12125550142"),
        ("+1 212 555 0142", "+12125550142"),
        ("+52 55 1234 5678", "+525512345678"),
        ("+44 (0)20 7946 0958", "+442079460958"),
        ("011 44 20 7946 0958", "+442079460958"),
        ("555-0142", None),
        ("123-456-7890", None),
        ("(112) 555-0142", None),
        ("+0 212 555 0142", None),
        ("+12", None),
        ("+1234567890123456", None),
        ("", None),
    ],
)
def test_phone_number_is_normalized_to_e164(typed: str, number: str | None) -> None:
    assert as_e164(typed) == number
