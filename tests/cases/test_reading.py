"""What programs ask for before they read: HEAD, robots.txt, ETags, and the place of a meeting."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest
import time_machine
from icalendar import Calendar
from starlette.testclient import TestClient

from dayshift.core.clock import now
from tests.hiring.applications.test_candidate import decide, sent
from tests.interviews.room.test_appointments import NOW
from tests.people import Person
from tests.staff import business

PUBLIC = ("/sitemap.xml", "/sitemap-pages.xml", "/feeds/jobs.xml", "/robots.txt", "/healthz", "/readyz", "/jobs/none")


@pytest.mark.parametrize("path", PUBLIC)
def test_head_is_answered_like_get(client: TestClient, path: str) -> None:
    read, asked = client.get(path), client.head(path)
    assert asked.status_code == read.status_code
    assert asked.content == b""
    assert asked.headers.get("content-type") == read.headers.get("content-type")


def test_head_of_the_api_is_not_allowed(client: TestClient) -> None:
    assert client.head("/api/auth/me").status_code == 405


def test_calendars_may_read_private_feeds_and_nothing_else_of_the_api(client: TestClient, person: Person) -> None:
    owner = business(client).member("owner")
    day = {"from": "2026-03-02T00:00:00Z", "until": "2026-03-09T00:00:00Z"}
    feeds = [person.put("/api/calendar-feed", None)["url"], owner.ask("GET", "/calendar", params=day)["feed"]]
    rules = RobotFileParser()
    rules.parse(client.get("/robots.txt").text.splitlines())
    assert all(rules.can_fetch("Google-Calendar-Importer", url) for url in [*feeds, "/api/coach/key/calendar.ics"])
    assert not rules.can_fetch("Googlebot", "/api/auth/me")
    assert all(client.head(urlsplit(url).path).status_code == 200 for url in feeds)


def test_feed_is_the_same_until_something_changes_and_says_where_to_go(client: TestClient, person: Person) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        diner = business(client)
        application_id = sent(person, diner)
        start = (now() + timedelta(days=2)).replace(minute=0, second=0, microsecond=0)
        invite = {"minutes": 20, "place": "218 9th Ave, New York", "ask_for": "Maria", "times": [start.isoformat()]}
        manager = diner.member("manager")
        decide(client, manager, application_id, action="invite", **invite)
        person.post(f"/api/applications/{application_id}/time", {"startsAt": start.isoformat()})
        day = {"from": NOW, "until": (now() + timedelta(days=9)).isoformat()}
        urls = [person.put("/api/calendar-feed", None)["url"], manager.ask("GET", "/calendar", params=day)["feed"]]
        for path in (urlsplit(url).path for url in urls):
            first = client.get(path)
            clock.shift(timedelta(minutes=20))
            tag = {"If-None-Match": first.headers["ETag"]}
            again: Any = client.get(path, headers=tag)
            assert (again.status_code, again.content) == (304, b"")
            assert client.get(path).content == first.content
            [entry] = Calendar.from_ical(first.content).walk("VEVENT")
            assert entry["LOCATION"] == "218 9th Ave, New York"
        file = person.call("GET", f"/api/applications/{application_id}/meeting.ics").content
        assert Calendar.from_ical(file).walk("VEVENT")[0]["LOCATION"] == "218 9th Ave, New York"
