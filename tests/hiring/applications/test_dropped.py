"""Jobs that their feed no longer lists: staff are told first, and only then the people who wait."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.jobs.catalog.actions import replace_source
from tests.hiring.applications.test_decide import after_undo, decide, invitation, tomorrow
from tests.jobs.catalog.test_catalogue import row
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["mails"]

NAME = "Two Spoons Diner"
SERVER, COOK = "Restaurant Server", "Line Cook"


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def feed(client: TestClient, *titles: str) -> None:
    """Import the diner's feed with only these jobs."""
    rows = [row(f"{NAME} {title}", title=title, employer=NAME) for title in titles]
    in_database(client, replace_source, f"feed of {NAME}", rows, now())


def later(client: TestClient, worker: Worker, hours: float) -> None:
    """Work off what is due in so many hours."""
    assert client.portal is not None
    with time_machine.travel(now() + timedelta(hours=hours), tick=True):
        client.portal.call(worker.drain)


def job(member: StaffMember, title: str) -> Any:
    return {one["title"]: one for one in member.ask("GET", "/jobs")["jobs"]}.get(title)


def test_people_are_told_after_a_day_and_staff_at_once(
    client: TestClient, person: Person, worker: Worker, diner: Business, mails: Any
) -> None:
    maria = diner.member("manager")
    other = Person.register(client, "rosa@example.com")
    waiting, invited = applied(client, person, diner.jobs[0]), applied(client, other, diner.jobs[0])
    viewed(client, maria, invited)
    decide(maria, invited, invitation(tomorrow(10)), 2)
    after_undo(client, worker)
    mails()

    feed(client, COOK)
    told = [one for one in mails() if "feed" in one["Subject"]]
    assert [one["Subject"] for one in told] == [f"{SERVER} (9th Avenue) is missing from your site or feed"]
    assert "within 24 hours" in mail_bodies(told[0])[0]
    dropped = job(maria, SERVER)
    assert dropped["state"] == "paused"
    assert dropped["endsAt"] is not None
    assert person.get(f"/api/applications/states?job={diner.jobs[0]}")["jobs"][0]["state"] == "applied"
    rejected = maria.ask(
        "POST", f"/jobs/{dropped['id']}/state", {"state": "live", "version": dropped["version"]}, expect=409
    )
    assert rejected["code"] == "job_from_feed"

    later(client, worker, 23)
    assert person.get(f"/api/applications/{waiting}")["stage"] == "submitted"
    later(client, worker, 24.1)
    closed = person.get(f"/api/applications/{waiting}")
    assert (closed["stage"], closed["moves"][-1]["reason"]) == ("closed", "removed")
    letter = closed["moves"][-1]["letter"]["paragraphs"]
    assert "our job list no longer has it" in letter[1]
    assert letter[2].startswith("Nobody decided about you")
    assert "“Privacy” page" in letter[3]
    assert other.get(f"/api/applications/{invited}")["stage"] == "invited"
    assert job(maria, SERVER) is None
    assert job(maria, COOK)["state"] == "live"


def test_a_job_that_comes_back_continues(client: TestClient, person: Person, worker: Worker, diner: Business) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    feed(client, COOK)
    later(client, worker, 0.1)
    assert job(maria, SERVER)["state"] == "paused"
    feed(client, SERVER, COOK)
    later(client, worker, 1.1)
    back = job(maria, SERVER)
    assert (back["state"], back["endsAt"], back["newCount"]) == ("live", None, 1)
    assert back["jobId"] != diner.jobs[0]
    found = person.get(f"/api/applications/{application}")
    assert (found["stage"], found["jobId"]) == ("submitted", back["jobId"])
    later(client, worker, 48)
    assert job(maria, SERVER)["state"] == "live"
    assert person.get(f"/api/applications/{application}")["stage"] == "submitted"


def test_a_feed_that_changes_its_jobs_does_not_take_them_from_their_employer(
    client: TestClient, person: Person, diner: Business
) -> None:
    rows = [row(f"{NAME} {title}", title=title, employer=NAME, pay_low=2100) for title in (SERVER, COOK)]
    in_database(client, replace_source, f"feed of {NAME}", rows, now())
    assert job(diner.member("owner", "Ana Whitlock"), SERVER)["payLow"] == 21.0
    assert person.get(f"/api/applications/states?job={diner.jobs[0]}")["jobs"][0]["state"] == "open"


def test_removed_jobs_of_nobody_change_nothing(client: TestClient, worker: Worker, diner: Business) -> None:
    in_database(client, replace_source, "other", [row("1")], now())
    in_database(client, replace_source, "other", [], now())
    later(client, worker, 25)
    assert [one["state"] for one in diner.member("owner", "Ana Whitlock").ask("GET", "/jobs")["jobs"]] == ["live"] * 2
