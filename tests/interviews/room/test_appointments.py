"""Interview appointments: business hours in the candidate's time zone, rescheduling, canceling, missed appointments."""

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
from dayshift.interviews.room import schedule
from dayshift.interviews.room.lifecycle import earliest, objection
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


def post_appointment(person: Person, when: str = NINE, **more: Any) -> Any:
    body = {"userId": person.id, "jobTitle": "Bartender", "scheduledAt": when, "zone": "America/New_York", **more}
    return person.call("POST", "/api/interviews", body)


def create_appointment(person: Person, when: str = NINE, **more: Any) -> Any:
    reply = post_appointment(person, when, **more)
    assert reply.status_code == 201, reply.text
    return reply.json()["interview"]


def test_appointment_form_is_saved(person: Person) -> None:
    form = {"candidateName": "Rosa Díaz", "candidateEmail": "maya@example.com", "notes": "After my shift, please."}
    created = create_appointment(person, **form)
    assert created.items() >= form.items()
    assert (created["status"], created["zone"], created["companyName"]) == (
        "scheduled",
        "America/New_York",
        "Restaurant Partner",
    )


@pytest.mark.parametrize(
    ("when", "zone", "message"),
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
        ("2026-03-09T13:00:00Z", "America/New_York", None),  # Monday, 9:00 in daylight saving time.
        ("2028-02-29T15:00:00Z", "America/New_York", None),
        ("2026-03-03T09:00:00-05:00", None, None),  # The time's own offset is used.
        ("2026-03-03T08:00:00-05:00", None, "tomorrow"),
    ],
)
def test_business_hours_use_candidates_time_zone(
    person: Person, when: str, zone: str | None, message: str | None
) -> None:
    reply = post_appointment(person, when, zone=zone)
    assert reply.status_code == (422 if message else 201), reply.text
    if message:
        assert message in reply.json()["message"]
        assert message in reply.json()["fields"]["scheduledAt"]
        assert person.get(f"/api/users/{person.id}/interviews") == []


def test_invalid_fields_are_reported(person: Person) -> None:
    for change, field in [
        ({"zone": "Mars/Olympus"}, "zone"), ({"candidateEmail": "rosa@"}, "candidateEmail"),
        ({"when": "2026-02-29T14:00:00Z"}, "scheduledAt"), ({"jobTitle": " "}, "jobTitle"),
        ({"notes": "x" * 1001}, "notes"),
    ]:  # fmt: skip
        reply = post_appointment(person, **change)
        assert (reply.status_code, set(reply.json()["fields"])) == (422, {field})


def test_rescheduling_follows_the_same_rules(person: Person) -> None:
    path = f"/api/interviews/{create_appointment(person)['id']}/reschedule"
    later = {"scheduledAt": "2026-03-04T16:00:00Z", "zone": "America/Chicago"}
    moved = person.post(path, later)["interview"]
    assert moved.items() >= later.items()
    assert "Monday-Friday" in person.post(path, later | {"scheduledAt": "2026-03-07T16:00:00Z"}, expect=422)["message"]
    assert person.get(f"/api/interviews/{moved['id']}")["scheduledAt"] == later["scheduledAt"]


def test_cancelled_interview_cannot_be_rescheduled(person: Person, client: TestClient) -> None:
    path = f"/api/interviews/{create_appointment(person)['id']}"
    assert person.post(f"{path}/cancel")["interview"]["status"] == "cancelled"
    assert person.post(f"{path}/cancel")["interview"]["status"] == "cancelled"
    assert person.post(f"{path}/reschedule", {"scheduledAt": NINE}, expect=409)["code"] == "interview_over"
    stranger = Person.register(client, "other@example.com")
    assert stranger.call("POST", f"{path}/cancel").status_code == 404
    assert stranger.call("POST", f"{path}/reschedule", {"scheduledAt": NINE}).status_code == 404


def test_number_of_appointments_is_limited(person: Person) -> None:
    created = [create_appointment(person, f"2026-03-0{day}T15:00:00Z") for day in (3, 4, 5, 6, 9)]
    assert post_appointment(person, "2026-03-10T15:00:00Z").json()["code"] == "too_many_planned"
    person.post(f"/api/interviews/{created[0]['id']}/cancel")
    assert post_appointment(person, "2026-03-10T15:00:00Z").status_code == 201


def test_missed_appointment_is_cancelled(
    person: Person, app: FastAPI, client: TestClient, worker: Worker, clock: Any
) -> None:
    created = create_appointment(person)
    attended = create_appointment(person, "2026-03-03T15:00:00Z")
    assert client.portal is not None
    client.portal.call(app.state.services.db.write, schedule)

    def read_state(interview: Any) -> tuple[str, bool, bool]:
        client.portal.call(worker.drain)
        found = person.get(f"/api/interviews/{interview['id']}")
        return found["status"], found["missed"], found["joinable"]

    clock.move_to(datetime(2026, 3, 3, 15, 59, tzinfo=UTC))
    assert read_state(created) == ("scheduled", False, True)
    person.post(
        f"/api/interviews/{attended['id']}/consent", {"version": "2026-11e", "recording": True, "aiScoring": True}
    )
    person.post(f"/api/interviews/{attended['id']}/start", {"participantName": "Rosa", "userId": person.id})
    clock.shift(7 * 60)
    assert read_state(created) == ("cancelled", True, False)
    clock.shift(2 * 3600)
    assert read_state(attended) == ("in-progress", False, True)


@given(
    instants,
    st.integers(0, 14 * 24 * 12),
    st.sampled_from(ZONES).map(ZoneInfo),
)
def test_appointments_are_within_business_hours(at: datetime, steps: int, zone: ZoneInfo) -> None:
    requested = at + timedelta(minutes=5 * steps)
    local, first = requested.astimezone(zone), earliest(at, zone)
    assert (first.date(), first.time()) == (at.astimezone(zone).date() + timedelta(days=1), time(9))
    allowed = local.weekday() < 5 and 9 <= local.hour < 18 and local.date() > at.astimezone(zone).date()
    assert (objection(requested, at, zone) is None) == allowed
