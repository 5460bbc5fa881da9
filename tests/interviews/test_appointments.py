"""Appointments for interviews: their hours by the candidate's clock, another time, off, and missed."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.interviews import schedule
from dayshift.interviews.lifecycle import earliest, objection
from tests.people import Person
from tests.scheduling.test_availability import instants

NOW = "2026-03-02T15:00:00Z"
"""Monday, 10:00 in New York."""
NINE = "2026-03-03T14:00:00Z"
ZONES = [
    "America/New_York", "America/Los_Angeles", "America/Phoenix", "America/St_Johns", "Pacific/Honolulu", "UTC",
    "Europe/London", "Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Kiritimati", "America/Santiago",
]  # fmt: skip


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def ask(person: Person, when: str = NINE, **more: Any) -> Any:
    body = {"userId": person.id, "jobTitle": "Bartender", "scheduledAt": when, "zone": "America/New_York", **more}
    return person.call("POST", "/api/interviews", body)


def plan(person: Person, when: str = NINE, **more: Any) -> Any:
    reply = ask(person, when, **more)
    assert reply.status_code == 201, reply.text
    return reply.json()["interview"]


def test_all_that_the_form_asks_is_kept(person: Person) -> None:
    said = {"candidateName": "Rosa Díaz", "candidateEmail": "maya@example.com", "notes": "After my shift, please."}
    made = plan(person, **said)
    assert made.items() >= said.items()
    assert (made["status"], made["zone"], made["companyName"]) == (
        "scheduled",
        "America/New_York",
        "Restaurant Partner",
    )


@pytest.mark.parametrize(
    ("when", "zone", "words"),
    [
        ("2026-03-02T20:00:00Z", "America/New_York", "tomorrow"),  # Later today.
        ("2026-03-03T13:59:00Z", "America/New_York", "tomorrow"),  # Tomorrow, 8:59.
        ("2026-03-01T15:00:00Z", "America/New_York", "tomorrow"),  # Yesterday.
        ("2026-03-03T23:00:00Z", "America/New_York", "Monday-Friday"),  # 18:00.
        ("2026-03-07T15:00:00Z", "America/New_York", "Monday-Friday"),  # Saturday.
        ("2026-03-08T15:00:00Z", "America/New_York", "Monday-Friday"),  # Sunday, a day of 23 hours.
        (NINE, "America/Los_Angeles", "tomorrow"),  # 6:00 there.
        ("2026-03-03T09:00:00-08:00", "UTC", None),
        ("2026-03-03T22:59:00Z", "America/New_York", None),  # 17:59.
        ("2026-03-09T13:00:00Z", "America/New_York", None),  # Monday, 9:00 of summer time.
        ("2028-02-29T15:00:00Z", "America/New_York", None),
        ("2026-03-03T09:00:00-05:00", None, None),  # By its own offset.
        ("2026-03-03T08:00:00-05:00", None, "tomorrow"),
    ],
)
def test_the_hours_are_those_of_the_candidates_clock(
    person: Person, when: str, zone: str | None, words: str | None
) -> None:
    reply = ask(person, when, zone=zone)
    assert reply.status_code == (422 if words else 201), reply.text
    if words:
        assert words in reply.json()["message"]
        assert words in reply.json()["fields"]["scheduledAt"]
        assert person.get(f"/api/users/{person.id}/interviews") == []


def test_other_bad_input_is_named(person: Person) -> None:
    for change, field in [
        ({"zone": "Mars/Olympus"}, "zone"), ({"candidateEmail": "rosa@"}, "candidateEmail"),
        ({"when": "2026-02-29T14:00:00Z"}, "scheduledAt"), ({"jobTitle": " "}, "jobTitle"),
        ({"notes": "x" * 1001}, "notes"),
    ]:  # fmt: skip
        reply = ask(person, **change)
        assert (reply.status_code, set(reply.json()["fields"])) == (422, {field})


def test_another_time_follows_the_same_rules(person: Person) -> None:
    path = f"/api/interviews/{plan(person)['id']}/reschedule"
    later = {"scheduledAt": "2026-03-04T16:00:00Z", "zone": "America/Chicago"}
    moved = person.post(path, later)["interview"]
    assert moved.items() >= later.items()
    assert "Monday-Friday" in person.post(path, later | {"scheduledAt": "2026-03-07T16:00:00Z"}, expect=422)["message"]
    assert person.get(f"/api/interviews/{moved['id']}")["scheduledAt"] == later["scheduledAt"]


def test_what_is_cancelled_stays_so(person: Person, client: TestClient) -> None:
    path = f"/api/interviews/{plan(person)['id']}"
    assert person.post(f"{path}/cancel")["interview"]["status"] == "cancelled"
    assert person.post(f"{path}/cancel")["interview"]["status"] == "cancelled"
    assert person.post(f"{path}/reschedule", {"scheduledAt": NINE}, expect=409)["code"] == "interview_over"
    stranger = Person.register(client, "other@example.com")
    assert stranger.call("POST", f"{path}/cancel").status_code == 404
    assert stranger.call("POST", f"{path}/reschedule", {"scheduledAt": NINE}).status_code == 404


def test_there_are_only_so_many_appointments(person: Person) -> None:
    made = [plan(person, f"2026-03-0{day}T15:00:00Z") for day in (3, 4, 5, 6, 9)]
    assert ask(person, "2026-03-10T15:00:00Z").json()["code"] == "too_many_planned"
    person.post(f"/api/interviews/{made[0]['id']}/cancel")
    assert ask(person, "2026-03-10T15:00:00Z").status_code == 201


def test_who_does_not_come_loses_the_appointment(
    person: Person, app: FastAPI, client: TestClient, worker: Worker, clock: Any
) -> None:
    made = plan(person)
    kept = plan(person, "2026-03-03T15:00:00Z")
    assert client.portal is not None
    client.portal.call(app.state.services.db.write, schedule)

    def look(interview: Any) -> tuple[str, bool, bool]:
        client.portal.call(worker.drain)  # type: ignore[union-attr]  # asserted above
        found = person.get(f"/api/interviews/{interview['id']}")
        return found["status"], found["missed"], found["joinable"]

    clock.move_to(datetime(2026, 3, 3, 15, 59, tzinfo=UTC))
    assert look(made) == ("scheduled", False, True)
    person.post(f"/api/interviews/{kept['id']}/consent", {"version": "2026-11c", "recording": True, "aiScoring": True})
    person.post(f"/api/interviews/{kept['id']}/start", {"participantName": "Rosa", "userId": person.id})
    clock.shift(7 * 60)
    assert look(made) == ("cancelled", True, False)
    clock.shift(2 * 3600)
    assert look(kept) == ("in-progress", False, True)


@given(
    instants,
    st.integers(0, 14 * 24 * 12),
    st.sampled_from(ZONES).map(ZoneInfo),
)
def test_an_appointment_is_on_a_working_day_at_a_working_hour(at: datetime, fives: int, zone: ZoneInfo) -> None:
    wanted = at + timedelta(minutes=5 * fives)
    here, first = wanted.astimezone(zone), earliest(at, zone)
    assert (first.date(), first.time()) == (at.astimezone(zone).date() + timedelta(days=1), time(9))
    allowed = here.weekday() < 5 and 9 <= here.hour < 18 and here.date() > at.astimezone(zone).date()
    assert (objection(wanted, at, zone) is None) == allowed
