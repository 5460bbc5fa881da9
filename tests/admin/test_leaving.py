"""How an employer leaves: a copy of its data, another owner, deleted members, and the end of the account."""

import io
import json
import re
from datetime import timedelta
from typing import Any
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from dayshift.admin.leaving import FILES, HIDDEN, LEFT_OUT
from dayshift.admin.merging import RULES
from dayshift.core.clock import now
from dayshift.core.db import metadata
from dayshift.hiring.employers import find_member
from tests.hiring.employers.test_team import enrolled, link_of, open_link, signed_in
from tests.notifications.test_interviews import mails
from tests.people import Person
from tests.staff import Business, applied, business, in_database, viewed

__all__ = ["mails"]

STEP = timedelta(seconds=30)


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def copy_of(reply: Any) -> ZipFile:
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/zip")
    return ZipFile(io.BytesIO(reply.content))


def test_copy_has_what_the_team_did_and_no_secrets(client: TestClient, person: Person, diner: Business) -> None:
    ana, maria = diner.member("owner", "Ana Silva"), diner.member("manager")
    other = business(client, "Night Bakery").member("manager", "Otto Frank")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    key = {"Idempotency-Key": "message-1"}
    maria.ask("POST", f"/applications/{application}/messages", {"text": "See you soon"}, headers=key, expect=201)
    person.post(f"/api/applications/{application}/messages", {"text": "My mother is ill"})
    archive = copy_of(ana.call("GET", "/employer/copy"))
    rows = {name: json.loads(archive.read(f"{name}.json")) for name in FILES}
    assert [one["name"] for one in rows["employers"]] == ["Two Spoons Diner"]
    assert {one["name"] for one in rows["members"]} == {"Ana Silva", "Maria Ortiz"}
    assert [one["text"] for one in rows["messages"]] == ["See you soon"]
    assert [one["id"] for one in rows["applications"]] == [application]
    assert len(rows["views"]) == 1
    assert "Maya" in archive.read("applications-all_open.csv").decode()
    assert "Maya" not in json.dumps(rows)
    everything = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert [word for word in ("password_hash", "My mother is ill", person.id, other.id) if word in everything] == []
    about = archive.read("README.txt").decode()
    assert all(f"{name}.json" in about for name in FILES)


def test_every_table_of_an_employer_is_in_the_copy_or_left_out_for_a_reason() -> None:
    assert RULES.keys() - {*FILES, *LEFT_OUT} == set()
    of_the_team = {
        name for name, table in metadata.tables.items() if {"application_id", "member_id"} <= {*table.c.keys()}
    }
    assert of_the_team - {*FILES, *LEFT_OUT} == set()
    assert {*LEFT_OUT} & {*FILES} == set()
    assert {str(column) for table in metadata.tables.values() for column in table.columns} >= HIDDEN


def test_copy_and_end_are_for_owners(diner: Business) -> None:
    maria = diner.member("manager")
    for method, path in (("GET", "copy"), ("GET", "leaving"), ("POST", "close")):
        body = {"name": "Two Spoons Diner", "code": "123456"} if method == "POST" else None
        assert maria.call(method, f"/employer/{path}", body).status_code == 403


def test_an_owner_closes_the_account_with_a_code(
    client: TestClient, person: Person, diner: Business, mails: Any
) -> None:
    ana = signed_in(client, diner.member("owner", "Ana Silva"))
    app, _, used = enrolled(ana)
    applied(client, person, diner.jobs[0])
    assert ana.ask("GET", "/employer/leaving") == {"applications": 1, "jobs": 2, "members": 1, "invited": []}
    assert ana.call("POST", "/employer/close", {"name": "Two Spoon", "code": app.at(now() + STEP)}).status_code == 422
    wrong = ana.call("POST", "/employer/close", {"name": "Two Spoons Diner", "code": used})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_code")
    mails()
    body = {"name": "Two Spoons Diner", "code": app.at(now() + STEP)}
    assert ana.ask("POST", "/employer/close", body) == {"applications": 1, "jobs": 2, "members": 1, "invited": []}
    assert ana.call("GET", "/me").status_code == 401
    told = {mail["To"].addresses[0].addr_spec: mail["Subject"] for mail in mails()}
    assert "maya@example.com" in told
    assert "Two Spoons Diner no longer hires with Dayshift" in told.values()
    [one] = person.get("/api/applications")["applications"]
    assert one["stage"] == "closed"
    letter = person.get(f"/api/applications/{one['id']}")["moves"][-1]["letter"]["paragraphs"]
    assert "closed our account" in letter[1]
    assert letter[2].startswith("Nobody decided about you or your answers for this")
    assert "“Privacy” page" in letter[-1]


def test_who_is_invited_is_named_and_told_and_their_link_says_that_the_employer_is_closed(
    client: TestClient, diner: Business, mails: Any
) -> None:
    ana = signed_in(client, diner.member("owner", "Ana Silva"))
    app, _, _ = enrolled(ana)
    ana.ask("POST", "/members", {"email": "theo@spoons.example", "name": "Theo Grant", "role": "manager"}, expect=201)
    [invitation] = [mail for mail in mails() if mail["To"].addresses[0].addr_spec == "theo@spoons.example"]
    [key] = re.findall(r"/desk/invitation\?key=([\w-]+)", invitation.get_body(("plain",)).get_content())
    assert ana.ask("GET", "/employer/leaving")["invited"] == ["Theo Grant"]
    ana.ask("POST", "/employer/close", {"name": "Two Spoons Diner", "code": app.at(now() + STEP)})
    told = {mail["To"].addresses[0].addr_spec: mail["Subject"] for mail in mails()}
    assert told["theo@spoons.example"] == "Two Spoons Diner no longer hires with Dayshift"
    body = {"name": "Theo Grant", "password": "correct horse 9"}
    for reply in (client.get(f"/api/desk/invitations/{key}"), client.post(f"/api/desk/invitations/{key}", json=body)):
        assert (reply.status_code, reply.json()["code"]) == (409, "employer_closed"), reply.text


def test_an_owner_hands_over(client: TestClient, diner: Business, mails: Any) -> None:
    ana, maria = diner.member("owner", "Ana Silva"), diner.member("manager")
    mails()
    assert ana.ask("POST", f"/members/{maria.id}/hand-over")["role"] == "owner"
    assert ana.ask("GET", "/me")["member"]["role"] == "manager"
    assert maria.ask("GET", "/me", expect=401)["enrolled"] is False, "an owner needs the second factor"
    told = {str(mail["To"].addresses[0].display_name): mail for mail in mails()}
    assert told["Maria Ortiz"]["Subject"] == "You are now an owner of Two Spoons Diner"
    assert "Ana Silva made you an owner" in told["Maria Ortiz"].get_body(("plain",)).get_content()
    assert "Ana Silva handed over: Maria Ortiz is an owner" in told["Ana Silva"].get_body(("plain",)).get_content()
    assert ana.call("POST", f"/members/{maria.id}/hand-over").status_code == 403


def test_a_deleted_member_leaves_only_a_name(client: TestClient, person: Person, diner: Business) -> None:
    ana, maria = diner.member("owner", "Ana Silva"), diner.member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    assert ana.call("DELETE", f"/members/{maria.id}").status_code == 404, "they are active"
    assert ana.call("DELETE", f"/members/{ana.id}").status_code == 404
    link = link_of(client, maria.id)
    ana.ask("POST", f"/members/{maria.id}/deactivate")
    ana.ask("DELETE", f"/members/{maria.id}")
    assert open_link(client, link).status_code == 410
    assert [one["name"] for one in ana.ask("GET", "/team")["members"]] == ["Ana Silva"]
    assert ana.call("POST", f"/members/{maria.id}/reactivate").status_code == 404
    stored = in_database(client, find_member, maria.id)
    assert stored is not None
    assert address not in str(stored)
    # The candidate still reads who looked, and the address can be invited again.
    assert "Maria" in json.dumps(person.get(f"/api/applications/{application}"))
    ana.ask("POST", "/members", {"email": address, "name": "Maria Ortiz", "role": "manager"}, expect=201)
