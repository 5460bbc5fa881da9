"""A booking that was moved in an external calendar is told as moved, in whatever order its messages come."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from hmac import new
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.people import Person

SECRET = "a secret of both"
TUESDAY, THURSDAY = "2026-03-03T14:00:00Z", "2026-03-05T16:30:00Z"
MAYA = "maya@example.com"


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings.model_copy(update={"scheduling_secret": SECRET}))


def calendly(event: str, uri: str, start: str, **more: Any) -> dict[str, Any]:
    when = {"start_time": start, "end_time": start.replace("00Z", "20Z")}
    who = {"name": "Maya Torres", "email": MAYA, "timezone": "America/New_York"}
    return {"event": f"invitee.{event}", "payload": {"uri": uri, **who, "scheduled_event": when, **more}}


def cal_com(event: str, uid: str, start: str, **more: Any) -> dict[str, Any]:
    who = {"name": None, "email": MAYA, "timeZone": None}
    when = {"startTime": start, "endTime": start.replace("00Z", "20Z")}
    return {"triggerEvent": f"BOOKING_{event}", "payload": {"uid": uid, **when, "attendees": [who], **more}}


def send(client: TestClient, message: dict[str, Any]) -> int:
    body = json.dumps(message).encode()
    if "triggerEvent" in message:
        path, header = "cal.com", {"X-Cal-Signature-256": new(SECRET.encode(), body, sha256).hexdigest()}
    else:
        at = int(datetime.now(UTC).timestamp())
        signature = new(SECRET.encode(), f"{at}.".encode() + body, sha256).hexdigest()
        path, header = "calendly", {"Calendly-Webhook-Signature": f"t={at},v1={signature}"}
    return client.post(f"/api/schedule/webhooks/{path}", content=body, headers=header).status_code


C_MADE = calendly("created", "A", TUESDAY)
C_AWAY = calendly("canceled", "A", TUESDAY, rescheduled=True, new_invitee="B", old_invitee=None)
C_NEW = calendly("created", "B", THURSDAY, old_invitee="A", rescheduled=False)
V_MADE = cal_com("CREATED", "A", TUESDAY)
V_MOVED = cal_com("RESCHEDULED", "B", THURSDAY, rescheduleUid="A")
V_AWAY = cal_com("CANCELLED", "A", TUESDAY, rescheduledToUid="B")
V_SAME = cal_com("RESCHEDULED", "A", THURSDAY)


@pytest.mark.parametrize("drain", ["after each", "at the end"])
@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([C_MADE, C_AWAY, C_NEW], id="Calendly: cancellation first"),
        pytest.param([C_MADE, C_NEW, C_AWAY], id="Calendly: new time first"),
        pytest.param([C_NEW, C_AWAY, C_MADE], id="Calendly: the first message last"),
        pytest.param([C_MADE, C_AWAY, C_NEW, C_NEW, C_AWAY, C_MADE], id="Calendly: all sent again"),
        pytest.param([V_MADE, V_MOVED], id="Cal.com: another id"),
        pytest.param([V_MOVED, V_MADE], id="Cal.com: another id, the first message last"),
        pytest.param([V_MADE, V_AWAY, V_MOVED], id="Cal.com: another id, the first one cancelled"),
        pytest.param([V_MADE, V_SAME, V_SAME], id="Cal.com: the same id"),
    ],
)
def test_move_is_one_notice_with_the_new_time(
    client: TestClient, person: Person, worker: Worker, messages: list[dict[str, Any]], drain: str
) -> None:
    assert client.portal is not None
    for message in messages:
        assert send(client, message) == 200
        if drain == "after each":
            client.portal.call(worker.drain)
    client.portal.call(worker.drain)
    notices = person.get("/api/notices")["notices"]
    kinds = [one["kind"] for one in notices]
    assert kinds.count("booking_moved") == 1
    assert "booking_cancelled" not in kinds
    moved = next(one for one in notices if one["kind"] == "booking_moved")
    assert moved["data"]["at"].startswith(THURSDAY[:16])


def test_moved_booking_can_be_cancelled(client: TestClient, person: Person, worker: Worker) -> None:
    assert client.portal is not None
    for message in (C_MADE, C_AWAY, C_NEW, calendly("canceled", "B", THURSDAY, rescheduled=False)):
        assert send(client, message) == 200
        client.portal.call(worker.drain)
    assert next(one["kind"] for one in person.get("/api/notices")["notices"]) == "booking_cancelled"


def kinds_of(client: TestClient, person: Person, worker: Worker, *messages: dict[str, Any]) -> list[str]:
    """Send the messages, and return the person's notices, the newest first."""
    assert client.portal is not None
    for message in messages:
        assert send(client, message) == 200
        client.portal.call(worker.drain)
    return [one["kind"] for one in person.get("/api/notices")["notices"]]


@pytest.mark.parametrize("name", ["requestReschedule", "rescheduleRequested"])
def test_host_who_asks_for_another_time_cancels_nothing(
    client: TestClient, person: Person, worker: Worker, name: str
) -> None:
    asked = cal_com("CANCELLED", "A", TUESDAY, cancelledBy="coach@example.com", **{name: True})
    assert kinds_of(client, person, worker, V_MADE, asked, asked)[0] == "booking_time_asked"
    kinds = kinds_of(client, person, worker, V_MOVED)
    assert kinds[0] == "booking_moved"
    assert "booking_cancelled" not in kinds


def test_cancelled_seat_is_cancelled(client: TestClient, person: Person, worker: Worker) -> None:
    seat = cal_com("CANCELLED", "A", TUESDAY, cancelledBy=MAYA.upper(), requestReschedule=True)
    assert kinds_of(client, person, worker, V_MADE, seat)[0] == "booking_cancelled"


SATURDAY = "2026-03-07T09:15:00Z"
BY_HOST = {"canceled_by": "Coach", "canceler_type": "host", "reason": "I am ill"}
C_AWAY_HOST = calendly("canceled", "A", TUESDAY, rescheduled=True, cancellation=BY_HOST, new_invitee="B")
C_AWAY_BARE = calendly("canceled", "A", TUESDAY, rescheduled=True, cancellation=BY_HOST, new_invitee=None)
C_AWAY_2 = calendly("canceled", "B", THURSDAY, rescheduled=True, new_invitee="C", old_invitee="A")
C_NEW_2 = calendly("created", "C", SATURDAY, old_invitee="B")
HOST = {"rescheduledBy": "coach@example.com", "rescheduleReason": "I am ill"}
V_MOVED_HOST = cal_com("RESCHEDULED", "B", THURSDAY, rescheduleUid="A", rescheduleId=7, **HOST)
V_AWAY_PLAIN = cal_com("CANCELLED", "A", TUESDAY, cancelledBy="coach@example.com")
V_MOVED_2 = cal_com("RESCHEDULED", "C", SATURDAY, rescheduleUid="B", **HOST)


@pytest.mark.parametrize("drain", ["after each", "at the end"])
@pytest.mark.parametrize(
    ("messages", "last"),
    [
        pytest.param([C_MADE, C_AWAY_HOST, C_NEW], THURSDAY, id="Calendly: by the host, cancellation first"),
        pytest.param([C_MADE, C_NEW, C_AWAY_HOST], THURSDAY, id="Calendly: by the host, new time first"),
        pytest.param([C_MADE, C_AWAY_BARE, C_NEW], THURSDAY, id="Calendly: the cancellation names no successor"),
        pytest.param([C_MADE, C_AWAY, C_NEW, C_AWAY_2, C_NEW_2], SATURDAY, id="Calendly: twice"),
        pytest.param([C_MADE, C_NEW, C_AWAY, C_NEW_2, C_AWAY_2], SATURDAY, id="Calendly: twice, new times first"),
        pytest.param([C_NEW_2, C_AWAY_2, C_NEW, C_AWAY, C_MADE], SATURDAY, id="Calendly: twice, all backwards"),
        pytest.param([V_MADE, V_MOVED_HOST], THURSDAY, id="Cal.com: by the host"),
        pytest.param([V_MOVED_HOST, V_AWAY, V_MADE], THURSDAY, id="Cal.com: by the host, backwards"),
        pytest.param([V_MADE, V_MOVED_HOST, V_AWAY_PLAIN], THURSDAY, id="Cal.com: the old one cancelled later"),
        pytest.param([V_MADE, V_MOVED_HOST, V_MOVED_2], SATURDAY, id="Cal.com: twice"),
        pytest.param([V_MADE, V_MOVED_2, V_MOVED_HOST], SATURDAY, id="Cal.com: twice, the second one first"),
        pytest.param([V_MADE, V_SAME, V_MADE], THURSDAY, id="Cal.com: the first message again"),
    ],
)
def test_moves_of_a_host_and_repeated_moves_end_at_the_last_time(
    client: TestClient, person: Person, worker: Worker, messages: list[dict[str, Any]], last: str, drain: str
) -> None:
    assert client.portal is not None
    for message in messages:
        assert send(client, message) == 200
        if drain == "after each":
            client.portal.call(worker.drain)
    client.portal.call(worker.drain)
    notices = person.get("/api/notices")["notices"]
    assert "booking_cancelled" not in [one["kind"] for one in notices]
    times = [one["data"]["at"] for one in notices if one["kind"] == "booking_moved"]
    assert times[0].startswith(last[:16])


@pytest.mark.parametrize(
    "messages",
    [
        [C_MADE, calendly("canceled", "A", TUESDAY, rescheduled=False, cancellation=BY_HOST)],
        [C_MADE, C_AWAY, calendly("canceled", "B", THURSDAY, rescheduled=False), C_NEW],
        [V_MADE, V_AWAY_PLAIN],
        [V_MADE, V_MOVED, cal_com("CANCELLED", "B", THURSDAY, rescheduleUid="A")],
        [V_MADE, V_SAME, cal_com("CANCELLED", "A", THURSDAY)],
    ],
)
def test_what_is_cancelled_in_the_end_is_told_as_cancelled(
    client: TestClient, person: Person, worker: Worker, messages: list[dict[str, Any]]
) -> None:
    assert kinds_of(client, person, worker, *messages)[0] == "booking_cancelled"
