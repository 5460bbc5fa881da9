"""Members connect their own calendar: its busy times come last in invitations, and clashes are told."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.clashes import AFTER_PROBLEM, EVERY
from dayshift.hiring.applications.decisions import send
from dayshift.hiring.employers.models import member_calendars
from dayshift.settings import Settings
from tests.exchange.receiver import Receiver
from tests.hiring.applications.test_decide import _invites, tomorrow
from tests.hiring.applications.test_moves import load, staff
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person, server_services
from tests.providers.test_calendars import calendar, event
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["mails"]

OWN = "/calendar/own"


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings that allow the calendar of this machine."""
    return Settings(database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0,
                    private_addresses_allowed=True)  # fmt: skip


@pytest.fixture
def server() -> Iterator[Receiver]:
    """The server of the member's calendar."""
    with Receiver() as receiver:
        receiver.reply = lambda _: (200, calendar())
        yield receiver


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager")


def at(*starts: datetime) -> bytes:
    """A calendar with an hour at each of these times."""
    return calendar(
        *(
            event(f"UID:{number}", f"DTSTART:{start:%Y%m%dT%H%M%SZ}", "DURATION:PT1H", "SUMMARY:Dentist")
            for number, start in enumerate(starts)
        )
    )


def connect(maria: StaffMember, server: Receiver, *starts: datetime) -> Any:
    server.reply = lambda _: (200, at(*starts))
    return maria.ask("PUT", OWN, {"address": server.url})


def shown(maria: StaffMember) -> Any:
    span = {"from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}
    return maria.ask("GET", "/calendar", params=span)


def stored(client: TestClient) -> list[Any]:
    def read(tx: Tx) -> list[Any]:
        return list(tx.execute(select(member_calendars.c.address, member_calendars.c.busy)))

    return in_database(client, read)


def elsewhere(maria: StaffMember, application_id: str) -> list[datetime]:
    days = maria.ask("GET", f"/applications/{application_id}/options")["days"]
    times = [one for day in days for one in day["times"]]
    assert not any(one["busy"] for one in times)  # It can be offered all the same.
    return [datetime.fromisoformat(one["startsAt"]) for one in times if one["elsewhere"]]


def invite(client: TestClient, maria: StaffMember, application_id: str, *times: datetime) -> None:
    viewed(client, maria, application_id)
    in_database(
        client, lambda tx: send(tx, load(tx, application_id), staff(tx, maria), _invites(*times), now()) and None
    )


def told(mails: Any) -> list[Any]:
    """The new mails to members."""
    return [one for one in mails() if one["To"].addresses[0].addr_spec != "maya@example.com"]


def test_busy_times_are_marked_for_invitations(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, server: Receiver
) -> None:
    one = applied(client, person, diner.jobs[0])
    assert shown(maria)["own"] is None
    connected = connect(maria, server, tomorrow(11))
    assert (connected["host"], connected["problem"]) == ("127.0.0.1", None)
    assert shown(maria)["own"] == connected
    half = timedelta(minutes=30)
    assert elsewhere(maria, one) == [tomorrow(11), tomorrow(11) + half]
    colleague = diner.member("manager", "Devin Park")
    assert (elsewhere(colleague, one), shown(colleague)["own"]) == ([], None)  # Each has their own.
    maria.ask("DELETE", OWN)
    assert (elsewhere(maria, one), shown(maria)["own"], stored(client)) == ([], None, [])
    maria.ask("DELETE", OWN)


def test_address_is_sealed_and_no_title_is_stored(
    client: TestClient, maria: StaffMember, server: Receiver, tmp_path: Path
) -> None:
    connect(maria, server, tomorrow(11))
    server_path = "/hook"
    assert stored(client)[0].address == server.url
    assert server_path not in maria.call("GET", "/calendar", params={
        "from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}).text  # fmt: skip
    assert len(stored(client)[0].busy) == 1
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("dayshift.sqlite3*"))
    if kept:
        assert server.url.encode() not in kept
        assert b"Dentist" not in kept


def test_calendar_is_read_again_and_a_problem_keeps_the_last_times(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, server: Receiver, mails: Any
) -> None:
    one = applied(client, person, diner.jobs[0])
    moved = tomorrow(14)  # Midnight may pass below.
    connect(maria, server, tomorrow(11))
    mails()
    requests = len(server.received)
    mails()
    assert len(server.received) == requests  # Not before a quarter of an hour is over.
    server.reply = lambda _: (200, at(moved))
    later = EVERY
    with time_machine.travel(now() + later, tick=True):
        mails()
        assert elsewhere(maria, one)[0] == moved
        read_at = shown(maria)["own"]["readAt"]
    problems = [((404, b""), "gone"), ((500, b""), "unreachable"), ((200, b"<html>"), "not_calendar")]
    problems += [((200, b"x" * (5 << 20)), "too_big")]
    for reply, problem in problems:
        server.reply = lambda _, reply=reply: reply  # type: ignore[misc]
        later += AFTER_PROBLEM
        with time_machine.travel(now() + later, tick=True):
            mails()
            own = shown(maria)["own"]
            assert (own["problem"], own["readAt"]) == (problem, read_at)
            assert elsewhere(maria, one)[0] == moved
    server.reply = lambda _: (200, at())
    with time_machine.travel(now() + later + AFTER_PROBLEM, tick=True):
        mails()
        assert shown(maria)["own"]["problem"] is None
        assert elsewhere(maria, one) == []


def test_what_cannot_be_read_is_not_connected(client: TestClient, maria: StaffMember, server: Receiver) -> None:
    connect(maria, server, tomorrow(11))
    server.status(404)
    refused = maria.ask("PUT", OWN, {"address": server.url}, expect=422)
    assert (refused["code"], refused["problem"]) == ("calendar_unreadable", "gone")
    for address in ("ftp://example.com/a.ics", "https://user:secret@example.com/a.ics", "calendar"):
        assert maria.ask("PUT", OWN, {"address": address}, expect=422)["problem"] == "refused"
    server.status(302)  # To itself, again and again.
    assert maria.ask("PUT", OWN, {"address": server.url}, expect=422)["problem"] == "unreachable"
    assert len(server.received) == 1 + 1 + 4
    assert shown(maria)["own"]["problem"] is None  # The one before is still connected.
    server.reply = lambda one: (301, b"") if one.path == "/hook" else (200, at(tomorrow(9)))
    maria.ask("PUT", OWN, {"address": server.url})


def test_a_member_hears_of_invitations_at_times_that_became_busy(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, server: Receiver, mails: Any
) -> None:
    one = applied(client, person, diner.jobs[0])
    connect(maria, server)
    invite(client, maria, one, tomorrow(15), tomorrow(16))
    mails()
    server.reply = lambda _: (200, at(tomorrow(15)))
    with time_machine.travel(now() + EVERY, tick=True):
        [mail] = told(mails)
        text, _ = mail_bodies(mail)
        assert mail["Subject"].endswith("no longer free in your calendar: Restaurant Server (9th Avenue)")
        assert ("3:00" in text, "4:00" in text) == (True, False)
        assert f"/desk/applications/{one}?decide=invite" in text
        [entry] = shown(maria)["entries"]
        assert [datetime.fromisoformat(time) for time in entry["clashes"]] == [tomorrow(15)]
        colleague = diner.member("manager", "Devin Park")
        assert shown(colleague)["entries"][0]["clashes"] == []
    with time_machine.travel(now() + 2 * EVERY, tick=True):
        assert told(mails) == []  # Told once.
        person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(16).isoformat()})
        mails()
    server.reply = lambda _: (200, at(tomorrow(16)))
    with time_machine.travel(now() + 3 * EVERY, tick=True):
        [mail] = told(mails)
        assert mail["Subject"].startswith("Your meeting with Maya")
        assert [datetime.fromisoformat(time) for time in shown(maria)["entries"][0]["clashes"]] == [tomorrow(16)]


def test_calendar_goes_with_its_member(client: TestClient, diner: Business, server: Receiver, mails: Any) -> None:
    owner, maria, devin = diner.member("owner", "Ana Silva"), diner.member("manager"), diner.member("manager", "Devin")
    connect(maria, server)
    connect(devin, server)
    assert len(stored(client)) == 2
    owner.ask("PUT", f"/members/{devin.id}/role", {"role": "reviewer", "locationIds": None})
    assert len(stored(client)) == 1
    owner.ask("POST", f"/members/{maria.id}/deactivate")
    assert stored(client) == []
    requests = len(server.received)
    with time_machine.travel(now() + EVERY, tick=True):
        mails()
        assert len(server.received) == requests


def test_only_members_who_invite_connect_a_calendar(client: TestClient, diner: Business, server: Receiver) -> None:
    reviewer = diner.member("reviewer", "Rob Reed")
    assert reviewer.call("PUT", OWN, {"address": server.url}).status_code == 403
    assert client.put("/api/desk/calendar/own", json={"address": server.url}).status_code == 401
    assert server.received == []


def test_private_addresses_are_not_read(client: TestClient, maria: StaffMember, server: Receiver) -> None:
    server_services(client).settings.private_addresses_allowed = False
    port = server.server.server_address[1]
    for address in (server.url, f"https://127.0.0.1:{port}/a.ics", f"webcal://localhost:{port}/a.ics"):
        assert maria.ask("PUT", OWN, {"address": address}, expect=422)["problem"] == "refused"
    assert server.received == []
