"""Keyboards encode ñ and é as one character or as two: the password is the same, at every door."""

import unicodedata
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from dayshift.accounts import passwords
from dayshift.accounts.models import users
from dayshift.hiring.employers.models import members
from tests.accounts.conftest import Inbox
from tests.people import Person
from tests.staff import business, in_database

EMAIL = "maya@example.com"
TYPED = "mañana café ﬁrme 7"
FORMS = [unicodedata.normalize(form, TYPED) for form in ("NFC", "NFD", "NFKC", "NFKD")]
OTHERS = ["manana cafe firme 7", "mañaná café firme 7"]


def sign_in(client: TestClient, password: str) -> int:
    client.cookies.clear()
    return client.post("/api/auth/login", json={"email": EMAIL, "password": password}).status_code


def register(client: TestClient, inbox: Inbox, password: str) -> None:
    Person.register(client, EMAIL, password=password)


def change(client: TestClient, inbox: Inbox, password: str) -> None:
    person = Person.register(client, EMAIL, password=FORMS[1])
    person.post("/api/auth/change-password", {"currentPassword": FORMS[0], "newPassword": f"{password} once more"})
    body = {"currentPassword": f"{FORMS[1]} once more", "newPassword": password}
    person.post("/api/auth/change-password", body)


def reset(client: TestClient, inbox: Inbox, password: str) -> None:
    Person.register(client, EMAIL)
    inbox.mails()
    client.post("/api/auth/forgot-password", json={"email": EMAIL})
    body = {"email": EMAIL, "code": inbox.code(EMAIL), "password": password}
    assert client.post("/api/auth/set-password", json=body).status_code == 200


@pytest.mark.parametrize("door", [register, change, reset])
def test_password_works_in_every_form(client: TestClient, inbox: Inbox, door: Any) -> None:
    door(client, inbox, FORMS[1])
    assert [sign_in(client, typed) for typed in FORMS] == [200] * 4
    assert [sign_in(client, typed) for typed in OTHERS] == [401] * 2
    token = client.post("/api/auth/login", json={"email": EMAIL, "password": FORMS[1]}).json()["token"]
    client.cookies.clear()
    Person(client, "", token).post("/api/auth/proof", {"password": FORMS[3]})


def test_members_password_works_in_every_form(client: TestClient) -> None:
    maria = business(client).member("manager")
    maria.ask("PUT", "/password", {"newPassword": FORMS[1]})
    email = maria.ask("GET", "/me")["member"]["email"]
    found = [
        client.post("/api/desk/sign-in/password", json={"email": email, "password": typed}).status_code
        for typed in [*FORMS, *OTHERS]
    ]
    assert found == [200] * 4 + [401] * 2
    client.cookies.clear()
    maria.ask("PUT", "/password", {"currentPassword": FORMS[0], "newPassword": "four green ladders 7"})


@pytest.mark.parametrize("old", FORMS[:2])
def test_hash_of_another_form_still_works_and_is_renewed(client: TestClient, person: Person, old: str) -> None:
    maria = business(client).member("manager")
    email = maria.ask("GET", "/me")["member"]["email"]
    hashed = passwords.hash_secret(old)
    in_database(client, lambda tx: tx.execute(update(users).values(password_hash=hashed)))
    in_database(client, lambda tx: tx.execute(update(members).values(password_hash=hashed)))
    other = FORMS[1] if old == FORMS[0] else old  # A composed hash never matches what is typed decomposed elsewhere.
    assert sign_in(client, OTHERS[0]) == 401
    assert sign_in(client, FORMS[0]) == 200
    member = {"email": email, "password": FORMS[0]}
    assert client.post("/api/desk/sign-in/password", json=member).status_code == 200
    for table in (users, members):
        renewed = in_database(client, lambda tx, table=table: tx.execute(select(table.c.password_hash)).scalar_one())
        assert passwords.ARGON2.verify(FORMS[2], renewed)
    assert sign_in(client, other) == 200
    assert person.call("GET", "/api/auth/me").status_code == 200, "renewing a hash revokes nothing"


def test_length_and_strength_are_those_of_the_normalized_form(client: TestClient) -> None:
    body = {"firstName": "Maya", "lastName": "Torres", "email": EMAIL}
    for weak in (unicodedata.normalize("NFD", "ñéüàõ"), "ｐａｓｓｗｏｒｄ１２３"):
        reply = client.post("/api/auth/register", json={**body, "password": weak})
        assert (reply.status_code, set(reply.json()["fields"])) == (422, {"password"}), weak
    client.cookies.clear()


class Counted:
    """Counts verifications, in place of argon2."""

    def __init__(self) -> None:
        self.times = 0

    def verify(self, *_: str) -> bool:
        self.times += 1
        return False

    def hash(self, _: str) -> str:
        return "hash"


@pytest.mark.parametrize("typed", ["correct horse 1!", TYPED, FORMS[1]])
def test_unknown_address_takes_as_many_hashes_as_a_wrong_password(
    client: TestClient, person: Person, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    counted = Counted()
    monkeypatch.setattr(passwords, "ARGON2", counted)
    found = []
    for email in (EMAIL, "nobody@example.com"):
        before = counted.times
        assert client.post("/api/auth/login", json={"email": email, "password": typed}).status_code == 401
        found.append(counted.times - before)
    assert found[0] == found[1] <= 3


@pytest.mark.real_hashes
def test_hash_is_argon2id_in_two_passes_over_19_mib() -> None:
    assert passwords.ARGON2.hash(TYPED).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
