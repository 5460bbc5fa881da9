"""New employers that add themselves: addresses are proved, duplicates pointed out, and operators may approve."""

import re
import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift import privacy
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.employers import list_employers, members_of
from dayshift.hiring.employers.models import sign_ups
from dayshift.settings import Settings
from tests.hiring.employers.test_team import cookie_of, enrolled
from tests.notifications.test_interviews import mail_bodies, mails
from tests.operators import appoint
from tests.people import Person
from tests.staff import StaffMember, business, in_database

__all__ = ["mails"]

CAFE = {"employer": "Good Egg Cafe", "name": "Ida Stern", "email": "ida@goodegg.example", "zip": "60614"}


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """With the mode of sign-ups that a test asks for."""
    mode = getattr(request, "param", "open")
    return settings.model_copy(update={"employer_sign_up": mode, "contact": "help@example.com"})


def mailed_key(client: TestClient, mails: Any, **other: str) -> str:
    """The key in the mail of a new sign-up."""
    mails()
    reply = client.post("/api/desk/sign-up", json=CAFE | other)
    assert (reply.status_code, reply.json()) == (200, {"ok": True})
    return key_in(mails()[-1])


def key_in(mail: Any) -> str:
    [key] = re.findall(r"/desk/start\?key=([\w-]+)", mail_bodies(mail)[0])
    return str(key)


def names(client: TestClient) -> list[str]:
    return [one.name for one, _ in in_database(client, list_employers)]


def test_a_mailed_link_adds_an_employer_once(client: TestClient, mails: Any) -> None:
    mails()
    client.post("/api/desk/sign-up", json=CAFE)
    [mail] = mails()
    assert (mail["To"].addresses[0].addr_spec, mail["Subject"]) == (
        "ida@goodegg.example",
        "Confirm your email to start hiring",
    )
    key = key_in(mail)
    assert "Good Egg Cafe" not in names(client)  # Nothing before the link is used.
    for _ in range(2):  # Reading does not use it up.
        found = client.get(f"/api/desk/sign-up/{key}").json()
        assert (found["city"], found["state"], found["alike"], found["approval"]) == ("Chicago", "IL", [], False)
    reply = client.post(f"/api/desk/sign-up/{key}")
    assert reply.json() == {"waiting": False}
    assert client.post(f"/api/desk/sign-up/{key}").status_code == 410

    ida = StaffMember(client, "", "Ida Stern", cookie_of(reply))
    client.cookies.clear()
    refused = ida.call("GET", "/me")
    assert (refused.status_code, refused.json()["code"]) == (401, "second_factor_required")
    enrolled(ida)
    me = ida.ask("GET", "/me")
    assert (me["member"]["role"], me["member"]["email"]) == ("owner", "ida@goodegg.example")
    assert (me["employer"]["name"], me["employer"]["zone"]) == ("Good Egg Cafe", "America/Chicago")
    [place] = ida.ask("GET", "/team")["locations"]
    assert (place["name"], place["city"], place["zip"]) == ("Chicago", "Chicago", "60614")


def test_link_is_valid_for_a_day(client: TestClient, mails: Any) -> None:
    key = mailed_key(client, mails)
    with time_machine.travel(now() + timedelta(days=1, seconds=1)):
        assert client.get(f"/api/desk/sign-up/{key}").status_code == 410
        assert client.post(f"/api/desk/sign-up/{key}").status_code == 410
    assert client.get("/api/desk/sign-up/made-up-key-made-up-key").status_code == 410


def test_what_a_sign_up_said_is_deleted_when_its_time_is_over(client: TestClient, worker: Worker) -> None:
    client.post("/api/desk/sign-up", json=CAFE)
    in_database(client, privacy.schedule)
    stored = select(sign_ups.c.email)
    for later, left in ((timedelta(hours=23), [CAFE["email"]]), (timedelta(days=2, minutes=1), [])):
        with time_machine.travel(now() + later):
            assert client.portal is not None
            client.portal.call(worker.drain)
            assert list(in_database(client, lambda tx: tx.execute(stored).scalars().all())) == left


def test_language_of_the_mail_and_of_the_owner(client: TestClient, mails: Any) -> None:
    mails()
    client.post("/api/desk/sign-up", json=CAFE | {"language": "es"})
    [mail] = mails()
    assert mail["subject"] == "Confirme su correo para empezar a contratar"
    ida = StaffMember(client, "", "Ida", cookie_of(client.post(f"/api/desk/sign-up/{key_in(mail)}")))
    enrolled(ida)
    assert ida.ask("GET", "/me")["member"]["language"] == "es"


def test_likely_duplicates_are_shown_only_to_a_proved_address(client: TestClient, mails: Any) -> None:
    diner = business(client, "Good Egg, Café")
    other = business(client, "Two Spoons Diner")

    def move(tx: Tx) -> None:
        from sqlalchemy import update

        from dayshift.hiring.employers.models import members

        tx.execute(update(members).where(members.c.employer_id == other.id).values(email="ana@goodegg.example"))

    other.member("owner", "Ana Silva")
    diner.member("owner", "Ben Cole")
    in_database(client, move)
    key = mailed_key(client, mails)
    found = client.get(f"/api/desk/sign-up/{key}").json()["alike"]
    assert [(one["id"], one["sameName"], one["sameDomain"]) for one in found] == [
        (diner.id, True, False),
        (other.id, False, True),
    ]
    # Anybody has an address at a mail provider.
    key = mailed_key(client, mails, email="ida@gmail.com", employer="Other Place")
    in_database(client, lambda tx: tx.exec_driver_sql("UPDATE members SET email = 'ana@gmail.com'"))
    assert client.get(f"/api/desk/sign-up/{key}").json()["alike"] == []


def test_somebody_asks_the_owners_of_an_employer_instead(client: TestClient, mails: Any) -> None:
    diner, stranger = business(client, "Good Egg Cafe"), business(client, "Two Spoons Diner")
    diner.member("owner", "Ana Silva")
    key = mailed_key(client, mails)
    refused = client.post(f"/api/desk/sign-up/{key}/join", json={"employerId": stranger.id})
    assert refused.status_code == 404
    assert client.post(f"/api/desk/sign-up/{key}/join", json={"employerId": diner.id}).status_code == 200
    [mail] = mails()
    assert mail["subject"] == "Ida Stern asks to join your team"
    assert "ida@goodegg.example" in mail_bodies(mail)[0].replace("\u2060", "")  # No mail program makes a link of it.
    assert client.post(f"/api/desk/sign-up/{key}").status_code == 410
    assert len(in_database(client, members_of, diner.id)) == 1  # Nobody joins without an owner's invitation.


@pytest.mark.parametrize("settings", ["off"], indirect=True)
def test_sign_up_can_be_off(client: TestClient, mails: Any) -> None:
    mails()
    assert client.get("/api/desk/sign-up").json() == {"mode": "off", "contact": "help@example.com"}
    reply = client.post("/api/desk/sign-up", json=CAFE)
    assert (reply.status_code, reply.json()["code"], mails()) == (404, "not_found", [])


@pytest.mark.parametrize("settings", ["approval"], indirect=True)
def test_an_operator_approves_or_refuses(client: TestClient, person: Person, settings: Settings, mails: Any) -> None:
    appoint(settings, "maya@example.com")
    person.get("/api/operations/sign-ups")
    for verdict in ("approve", "refuse"):
        key = mailed_key(client, mails)
        reply = client.post(f"/api/desk/sign-up/{key}")
        assert (reply.json(), "set-cookie" in reply.headers) == ({"waiting": True}, False)
        assert client.post(f"/api/desk/sign-up/{key}").status_code == 410
        [waiting] = person.get("/api/operations/sign-ups")["signUps"]
        assert (waiting["employer"], waiting["email"]) == ("Good Egg Cafe", "ida@goodegg.example")
        assert [one["sameName"] for one in waiting["alike"]] == ([] if verdict == "approve" else [True])
        body = {} if verdict == "approve" else {"reason": "You are here already."}
        person.post(f"/api/operations/sign-ups/{waiting['id']}/{verdict}", body or None)
        assert person.get("/api/operations/sign-ups")["signUps"] == []
        [mail] = mails()
        if verdict == "approve":
            assert "/desk/invitation?key=" in mail_bodies(mail)[0]
        else:
            assert mail["subject"] == "We didn't add Good Egg Cafe"
            assert "You are here already." in mail_bodies(mail)[0]
    assert names(client).count("Good Egg Cafe") == 1


def test_the_number_of_mails_to_an_address_is_limited(client: TestClient) -> None:
    for _ in range(5):
        assert client.post("/api/desk/sign-up", json=CAFE).status_code == 200
    assert client.post("/api/desk/sign-up", json=CAFE).status_code == 429


def test_place_has_to_exist(client: TestClient) -> None:
    reply = client.post("/api/desk/sign-up", json=CAFE | {"zip": "00000"})
    assert (reply.status_code, list(reply.json()["fields"])) == (422, ["zip"])


def test_two_presses_of_one_link_add_one_employer(client: TestClient, mails: Any) -> None:
    key = mailed_key(client, mails)
    start, statuses = threading.Barrier(2), list[int]()

    def press() -> None:
        start.wait()
        statuses.append(client.post(f"/api/desk/sign-up/{key}").status_code)

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 410]
    assert names(client).count("Good Egg Cafe") == 1
