"""The contents of a candidate's calendar link, who can open it, and its revocation."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from icalendar import Calendar
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.signing import sign
from tests.hiring.applications.test_candidate import decide, sent
from tests.interviews.room.test_appointments import NOW, post_appointment
from tests.people import Person
from tests.staff import Business, business, in_database


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def path_of(url: str) -> str:
    return url.removeprefix("http://127.0.0.1:8000")


def entries(client: TestClient, url: str) -> list[Any]:
    """The entries of a feed, read without a session like a calendar does."""
    reply = client.get(path_of(url))
    assert (reply.status_code, reply.headers["content-type"].partition(";")[0]) == (200, "text/calendar")
    return list(Calendar.from_ical(reply.content).walk("VEVENT"))


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def test_feed_has_agreed_meetings_and_planned_interviews(client: TestClient, person: Person, diner: Business) -> None:
    application_id = sent(person, diner)
    start = (now() + timedelta(days=2)).replace(minute=0, second=0, microsecond=0)
    invite = {"minutes": 20, "place": "218 9th Ave", "ask_for": "Maria", "times": [start.isoformat()]}
    decide(client, diner.member("manager"), application_id, action="invite", **invite)
    assert person.get("/api/calendar-feed") == {"url": None}
    url = person.put("/api/calendar-feed", None)["url"]
    assert person.put("/api/calendar-feed", None)["url"] == url
    assert person.get("/api/calendar-feed")["url"] == url
    assert entries(client, url) == []  # Only offered so far.
    person.post(f"/api/applications/{application_id}/time", {"startsAt": start.isoformat()})
    planned = post_appointment(person, (start + timedelta(days=1)).isoformat())
    assert planned.status_code == 201, planned.text
    meeting, interview = entries(client, url)
    assert (meeting["SUMMARY"], meeting.decoded("DTSTART")) == (
        "Two Spoons Diner: Restaurant Server (9th Avenue)",
        start,
    )
    assert meeting.decoded("DTEND") - start == timedelta(minutes=20)
    assert f"/application?id={application_id}" in meeting["DESCRIPTION"]
    assert interview.decoded("DTSTART") == start + timedelta(days=1)
    file = person.call("GET", f"/api/applications/{application_id}/meeting.ics").content
    assert Calendar.from_ical(file).walk("VEVENT")[0]["UID"] == meeting["UID"]  # One entry in calendars, not two.
    person.post(f"/api/applications/{application_id}/withdraw")
    assert [one["UID"] for one in entries(client, url)] == [interview["UID"]]
    with time_machine.travel(start + timedelta(days=40), tick=False):
        assert entries(client, url) == []


def test_revoked_and_foreign_links_open_nothing(client: TestClient, person: Person, diner: Business) -> None:
    url = person.put("/api/calendar-feed", None)["url"]
    assert entries(client, url) == []
    member = diner.member("manager")
    for purpose, subject in (("staff calendar", member.id), ("candidate calendar", person.id), ("review", person.id)):
        token = in_database(client, sign, purpose, subject)
        assert client.get(f"/api/calendar-feed/{token}/interviews.ics").status_code == 404
    assert client.get(path_of(url).replace("/interviews.ics", "x/interviews.ics")).status_code == 404
    assert person.call("DELETE", "/api/calendar-feed").json() == {"url": None}
    assert client.get(path_of(url)).status_code == 404
    newer = person.put("/api/calendar-feed", None)["url"]
    assert newer != url
    assert client.get(path_of(url)).status_code == 404
    assert client.get(path_of(newer)).status_code == 200
    for method in ("GET", "PUT", "DELETE"):
        assert client.request(method, "/api/calendar-feed").status_code == 401
