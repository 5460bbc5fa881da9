"""What calendars read: places, versions, folded lines, and zones."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
import time_machine
from icalendar import Calendar
from starlette.testclient import TestClient

from tests.hiring.applications.test_candidate import decide, sent
from tests.interviews.room.test_appointments import NOW
from tests.people import Person
from tests.staff import Business, StaffMember, business

START = datetime(2026, 3, 8, 15, tzinfo=UTC)
"""The day on which clocks change in the United States."""


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


class Meeting:
    """A meeting at a place, agreed by somebody who has a calendar link, as has the manager."""

    def __init__(self, client: TestClient, person: Person, place: str, ask_for: str = "Maria") -> None:
        self.client, self.person = client, person
        self.diner: Business = business(client)
        self.manager: StaffMember = self.diner.member("manager")
        self.id = sent(person, self.diner)
        invite = {"minutes": 20, "place": place, "ask_for": ask_for, "times": [START.isoformat()]}
        decide(client, self.manager, self.id, action="invite", **invite)
        person.post(f"/api/applications/{self.id}/time", {"startsAt": START.isoformat()})
        day = {"from": NOW, "until": (START + timedelta(days=9)).isoformat()}
        urls = [person.put("/api/calendar-feed", None)["url"], self.manager.ask("GET", "/calendar", params=day)["feed"]]
        self.feeds = [urlsplit(url).path for url in urls]

    def files(self) -> list[bytes]:
        """Both feeds, and the file of the meeting."""
        own = self.person.call("GET", f"/api/applications/{self.id}/meeting.ics").content
        return [*(self.client.get(path).content for path in self.feeds), own]

    def read(self, **headers: str) -> httpx2.Response:
        """The candidate's feed."""
        return self.client.get(self.feeds[0], headers={name.replace("_", "-"): one for name, one in headers.items()})


@pytest.mark.parametrize(
    "place",
    [
        "12 Long Wharf, Boston; door B",
        "Back door \\ alley",
        "Peñasco Café, 2º piso — al lado de la panadería “Señor Ñandú” y del jardín botánico",
        "Suite 4 🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐",
        "x" * 74 + "é" * 60,
        'The "Big" House: Room 1=2',
    ],
)
def test_places_arrive_as_they_were_typed_in_folded_lines(client: TestClient, person: Person, place: str) -> None:
    for file in Meeting(client, person, place).files():
        [entry] = Calendar.from_ical(file).walk("VEVENT")
        assert str(entry["LOCATION"]) == place
        assert file.endswith(b"END:VCALENDAR\r\n")
        for line in file.removesuffix(b"\r\n").split(b"\r\n"):
            assert len(line) <= 75
            assert b"\n" not in line
            line.decode()  # No letter is in two lines.


def test_a_place_adds_no_lines(client: TestClient, person: Person) -> None:
    meeting = Meeting(client, person, "Door 1\r\nATTENDEE:mailto:eve@example.com", "Ana\nSTATUS:CANCELLED")
    for file in meeting.files():
        [entry] = Calendar.from_ical(file).walk("VEVENT")
        assert "eve@example.com" not in str(entry.get("ATTENDEE", ""))
        assert str(entry.get("STATUS", "CONFIRMED")) == "CONFIRMED"


def test_times_are_instants_also_where_clocks_change(client: TestClient, person: Person) -> None:
    for file in Meeting(client, person, "12 Long Wharf").files():
        entry: Any = Calendar.from_ical(file).walk("VEVENT")[0]
        assert (entry["DTSTART"].dt, entry["DTEND"].dt) == (START, START + timedelta(minutes=20))
        assert b"TZID=" not in file or b"BEGIN:VTIMEZONE" in file


def test_a_version_is_known_again_in_every_form(client: TestClient, person: Person) -> None:
    meeting = Meeting(client, person, "12 Long Wharf")
    tag = meeting.read().headers["ETag"]
    same = [tag, f"W/{tag}", f'"other", {tag}', f'"a,b",W/{tag}', "*", f"  {tag}  "]
    for form in same:
        reply = meeting.read(If_None_Match=form)
        assert (reply.status_code, reply.content, reply.headers["ETag"]) == (304, b"", tag), form
        assert reply.headers["Cache-Control"] == "private, no-cache"
    for form in ['"other"', tag.strip('"'), tag[:-2] + '"', "", '""']:
        assert meeting.read(If_None_Match=form).status_code == 200, form


def test_a_version_is_new_when_the_meeting_is_gone(client: TestClient, person: Person) -> None:
    meeting = Meeting(client, person, "12 Long Wharf")
    before = meeting.read()
    meeting.person.post(f"/api/applications/{meeting.id}/withdraw", {})
    after = meeting.read(If_None_Match=before.headers["ETag"])
    assert after.status_code == 200
    assert after.headers["ETag"] != before.headers["ETag"]
    assert b"12 Long Wharf" not in after.content


def test_head_says_what_get_does(client: TestClient, person: Person) -> None:
    meeting = Meeting(client, person, "12 Long Wharf")
    for path in (*meeting.feeds, f"/api/applications/{meeting.id}/meeting.ics"):
        headers = {"Authorization": f"Bearer {person.token}"} if "applications" in path else {}
        read, asked = client.get(path, headers=headers), client.head(path, headers=headers)
        assert (asked.status_code, asked.content) == (200, b"")
        for name in ("content-type", "etag", "cache-control", "content-length", "content-disposition"):
            assert asked.headers.get(name) == read.headers.get(name), name
        if tag := read.headers.get("etag"):
            assert client.head(path, headers={"If-None-Match": tag}).status_code == 304
