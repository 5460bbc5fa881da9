"""One person who works for several employers: nobody is locked out, each account is opened by its own credentials."""

import json
import re
from datetime import timedelta
from typing import Any

import pyotp
import pytest
import time_machine
from alembic import command
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import Role, add_member, open_member_session
from dayshift.tables import _config, migrate
from tests.hiring.employers.test_team import cookie_of, enrolled, link_of, open_link
from tests.notifications.test_interviews import mail_bodies, mails
from tests.staff import Business, StaffMember, business, in_database

__all__ = ["mails"]

ROSA = "rosa@mail.example"
PASSWORDS = ("four green ladders 7", "seven red wagons 4")


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def bakery(client: TestClient) -> Business:
    return business(client, "Night Bakery")


def rosa_at(firm: Business, role: Role = "manager") -> StaffMember:
    """Rosa's account at an employer, signed in."""

    def add(tx: Tx) -> tuple[str, str]:
        member = add_member(tx, firm.id, ROSA, "Rosa Lima", role)
        return member.id, open_member_session(tx, member.id, "Test", 1, confirmed=True, address_proved_at=now())

    member_id, token = in_database(firm.client, add)
    return StaffMember(firm.client, member_id, "Rosa Lima", token)


def test_an_address_of_another_employer_can_be_invited(
    client: TestClient, diner: Business, bakery: Business, mails: Any
) -> None:
    """The first to invite an address does not keep its real employer out."""
    eve, ana = bakery.member("owner", "Eve Stone"), diner.member("owner", "Ana Whitlock")
    body = {"email": ROSA, "name": "Rosa Lima", "role": "manager"}
    eve.ask("POST", "/members", body, expect=201)
    eve.ask("POST", "/members", body, expect=409)
    mails()
    mine = ana.ask("POST", "/members", body, expect=201)
    key = re.findall(r"/desk/invitation\?key=([\w-]+)", mail_bodies(mails()[0])[0])[0]
    client.post(f"/api/desk/invitations/{key}", json={"name": "Rosa Lima"})
    assert client.get("/api/desk/me").json()["member"]["id"] == mine["id"]
    assert client.get("/api/desk/employers").json()["employers"] == [], "she never joined the bakery"


def test_a_mailed_link_offers_all_accounts_and_a_password_those_that_it_opens(
    client: TestClient, diner: Business, bakery: Business
) -> None:
    accounts = [rosa_at(diner), rosa_at(bakery, "reviewer")]
    client.cookies.clear()
    reply = open_link(client, link_of(client, accounts[0].id))
    assert "set-cookie" not in reply.headers
    assert reply.json()["secondFactor"] == "choose"
    choices = {one["employer"]: one["key"] for one in reply.json()["choices"]}
    assert set(choices) == {"Two Spoons Diner", "Night Bakery"}
    assert open_link(client, choices["Night Bakery"]).json() == {"secondFactor": "none", "choices": []}
    assert client.get("/api/desk/me").json()["member"]["id"] == accounts[1].id
    assert open_link(client, choices["Night Bakery"]).status_code == 410

    for account, password in zip(accounts, PASSWORDS, strict=True):
        account.ask("PUT", "/password", {"newPassword": password})
    client.cookies.clear()
    for account, password in zip(accounts, PASSWORDS, strict=True):
        reply = client.post("/api/desk/sign-in/password", json={"email": ROSA, "password": password})
        assert reply.json() == {"secondFactor": "none", "choices": []}
        assert client.get("/api/desk/me").json()["member"]["id"] == account.id
        client.cookies.clear()
    accounts[1].ask("PUT", "/password", {"newPassword": PASSWORDS[0], "currentPassword": PASSWORDS[1]})
    wrong = client.post("/api/desk/sign-in/password", json={"email": ROSA, "password": PASSWORDS[1]})
    assert wrong.status_code == 401
    both = client.post("/api/desk/sign-in/password", json={"email": ROSA, "password": PASSWORDS[0]}).json()
    assert len(both["choices"]) == 2
    chosen = StaffMember(client, "", "", cookie_of(open_link(client, both["choices"][0]["key"])))
    client.cookies.clear()
    chosen.ask("GET", "/me")
    assert chosen.ask("POST", "/second-factor/setup", expect=403)["code"] == "address_proof_required"
    with time_machine.travel(now() + timedelta(minutes=5, seconds=1)):
        assert open_link(client, both["choices"][1]["key"]).status_code == 410


def test_switching_opens_only_what_the_own_mail_proves(
    client: TestClient, diner: Business, bakery: Business, mails: Any
) -> None:
    rosa, other = rosa_at(diner), rosa_at(bakery)
    app = pyotp.TOTP(other.ask("POST", "/second-factor/setup")["secret"])
    other.ask("POST", "/second-factor", {"code": app.at(now())})
    assert rosa.ask("GET", "/employers") == {"employers": [{"id": bakery.id, "name": "Night Bakery"}], "mailed": False}
    stranger = diner.member("manager", "Mia Ray")
    assert stranger.ask("GET", "/employers")["employers"] == []
    stranger.ask("POST", f"/employers/{bakery.id}/switch", expect=404)

    client.cookies.clear()
    reply = rosa.call("POST", f"/employers/{bakery.id}/switch")
    assert reply.json() == {"secondFactor": "code"}, "the other employer's second factor is asked for"
    rosa.ask("GET", "/me", expect=401)
    there = StaffMember(client, other.id, "Rosa Lima", cookie_of(reply))
    client.cookies.clear()
    there.ask("GET", "/team", expect=401)

    rosa.token = cookie_of(open_link(client, link_of(client, rosa.id, "employer")))
    client.cookies.clear()
    mails()
    with time_machine.travel(now() + timedelta(hours=12, seconds=1)):
        assert rosa.ask("GET", "/employers")["mailed"] is True
        assert rosa.ask("POST", f"/employers/{bakery.id}/switch") == {"secondFactor": None}
        rosa.ask("GET", "/me")
        [mail] = mails()
        assert "Sign in to hire for Night Bakery" in mail_bodies(mail)[0]
        [key] = re.findall(r"/desk/sign-in\?key=([\w-]+)", mail_bodies(mail)[0])
        assert open_link(client, key).json() == {"secondFactor": "code", "choices": []}, "of that employer only"


def test_an_employer_changes_nothing_at_another(client: TestClient, diner: Business, bakery: Business) -> None:
    """What owners may do to a member, and what a provider's session may, ends at their own employer."""
    eve = bakery.member("owner", "Eve Stone")
    rosa, theirs = rosa_at(diner), rosa_at(bakery)
    rosa.ask("PUT", "/password", {"newPassword": PASSWORDS[0]})
    _, codes, _ = enrolled(rosa)
    eve.ask("DELETE", f"/members/{theirs.id}/second-factor")
    eve.ask("PUT", f"/members/{theirs.id}/role", {"role": "owner"})
    eve.ask("POST", f"/members/{theirs.id}/deactivate")
    eve.ask("DELETE", f"/members/{rosa.id}/second-factor", expect=404)
    me = rosa.ask("GET", "/me")["member"]
    assert (me["role"], me["secondFactor"], me["hasPassword"]) == ("manager", True, True)
    rosa.ask("POST", "/second-factor/remove", {"code": codes[0]})

    eve.ask("POST", f"/members/{theirs.id}/reactivate")
    eve.ask("PUT", f"/members/{theirs.id}/role", {"role": "manager"})

    def by_provider(tx: Tx) -> str:
        return open_member_session(
            tx, theirs.id, "Test", 1, confirmed=True, single_sign_on=True, address_proved_at=now()
        )

    theirs.token = in_database(client, by_provider)
    assert theirs.ask("GET", "/employers") == {"employers": [], "mailed": True}
    theirs.ask("POST", f"/employers/{diner.id}/switch", expect=404)


@pytest.mark.downgrades
def test_migration_keeps_members_and_proves_only_claimed_domains(database_url: str) -> None:
    migrate(database_url)
    command.downgrade(_config(database_url), "0050")
    url = database_url.replace("postgresql://", "postgresql+psycopg://", 1)
    engine = create_engine(url)
    at = "2026-11-01 10:00:00"
    with engine.begin() as connection:

        def run(statement: str, **values: Any) -> None:
            connection.execute(text(statement), values)

        for one in ("a", "b"):
            run("INSERT INTO employers (id, name, zone, created_at) VALUES (:id, :id, 'UTC', :at)", id=one, at=at)
            run(
                "INSERT INTO members (id, employer_id, email, name, role, state, all_locations, invited_at)"
                " VALUES (:id, :firm, :mail, 'Rosa', 'owner', 'active', true, :at)",
                id=f"m{one}", firm=one, mail=f"rosa@{one}.example", at=at,
            )  # fmt: skip
            run(
                "INSERT INTO identity_providers (employer_id, issuer, client_id, client_secret, domains, changed_at)"
                " VALUES (:firm, 'https://i.example', 'c', 's', :domains, :at)",
                firm=one, domains=json.dumps(["proved.example", "squat.example", "gmail.com"]), at=at,
            )  # fmt: skip
        run("INSERT INTO member_identities VALUES ('https://i.example', 'sub', 'ma', :at)", at=at)
        run(
            "INSERT INTO claims (id, employer_id, job_employer, domain, state, created_at, expires_at)"
            " VALUES ('c', 'a', 'a', 'proved.example', 'approved', :at, :at)", at=at,
        )  # fmt: skip
        run(
            "INSERT INTO audit_entries (id, at, actor, action, subject, subject_id, client, details)"
            " VALUES ('e', :at, 'member', 'claim.decided', 'claim', 'c', 'browser', '{}')", at=at,
        )  # fmt: skip
    migrate(database_url)
    with engine.begin() as connection:
        proved = connection.execute(text("SELECT employer_id, domain, proof FROM employer_domains ORDER BY 1, 2")).all()
        assert [tuple(row) for row in proved] == [
            ("a", "proved.example", "claim"), ("a", "squat.example", None),
            ("b", "proved.example", None), ("b", "squat.example", None),
        ]  # fmt: skip
        links = connection.execute(text("SELECT employer_id, subject, member_id FROM member_identities")).all()
        assert [tuple(row) for row in links] == [("a", "sub", "ma")]
        connection.execute(text("UPDATE members SET email = 'rosa@a.example' WHERE id = 'mb'"))
    command.downgrade(_config(database_url), "0050")
    with engine.begin() as connection:
        kept = connection.execute(text("SELECT id, email, state FROM members ORDER BY id")).all()
    assert [tuple(row) for row in kept] == [
        ("ma", "rosa@a.example", "active"), ("mb", "mb@deactivated.invalid", "deactivated"),
    ]  # fmt: skip
    engine.dispose()
