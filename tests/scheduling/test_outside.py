"""External calendars: framing only if configured, and webhooks with signature checks and idempotency."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from hmac import new
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift import site
from dayshift.app import create_app
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.scheduling.models import bookings
from dayshift.settings import Settings
from tests.people import Person

SECRET = "a secret of both"
ATTENDEE = {"name": "Maya Torres", "email": "maya@example.com"}


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings.model_copy(update={"scheduling_secret": SECRET}))


def calendly(event: str = "invitee.created", uri: str = "https://api.calendly.com/invitees/A") -> dict[str, Any]:
    when = {"start_time": "2026-03-03T14:00:00Z", "end_time": "2026-03-03T14:30:00Z"}
    payload = {"uri": uri, **ATTENDEE, "timezone": "America/New_York", "scheduled_event": when}
    return {"event": event, "payload": payload}


def cal_com(event: str = "BOOKING_CREATED", uid: str = "A", **more: Any) -> dict[str, Any]:
    when = {"startTime": "2026-03-03T14:00:00Z", "endTime": "2026-03-03T14:30:00Z"}
    attendees = [{**ATTENDEE, "timeZone": "Europe/Nowhere"}]
    return {"triggerEvent": event, "payload": {"uid": uid, **when, "attendees": attendees, **more}}


def sign(signed: bytes, secret: str = SECRET) -> str:
    return new(secret.encode(), signed, sha256).hexdigest()


@pytest.fixture
def send(client: TestClient) -> Callable[..., int]:
    """Sends a webhook to the path of its vendor; returns the status."""

    def send(message: Any, *, secret: str = SECRET, at: float | None = None, body: bytes | None = None) -> int:
        encoded = json.dumps(message).encode()
        if "triggerEvent" in message:
            path, header = "cal.com", {"X-Cal-Signature-256": sign(encoded, secret)}
        else:
            moment = int(at or datetime.now(UTC).timestamp())
            signature = sign(f"{moment}.".encode() + encoded, secret)
            path, header = "calendly", {"Calendly-Webhook-Signature": f"t={moment},v1={signature}"}
        return client.post(f"/api/schedule/webhooks/{path}", content=body or encoded, headers=header).status_code

    return send


def stored_bookings(client: TestClient) -> list[tuple[str, str, str | None, str]]:
    def load(tx: Tx) -> list[tuple[str, str, str | None, str]]:
        columns = (bookings.c.external_id, bookings.c.state, bookings.c.user_id, bookings.c.zone)
        return [tuple(row) for row in tx.execute(select(*columns).order_by(bookings.c.created_at, bookings.c.id))]

    assert client.portal is not None
    return client.portal.call(client.app.state.services.db.read, load)


def test_external_booking_is_linked_to_account_once(
    client: TestClient, person: Person, send: Any, worker: Worker
) -> None:
    for _ in range(3):
        assert send(calendly()) == 200
    assert stored_bookings(client) == [("https://api.calendly.com/invitees/A", "booked", person.id, "America/New_York")]
    assert send(calendly("invitee.canceled")) == 200
    assert send(calendly()) == 200  # An old message does not reactivate the booking.
    assert [state for _, state, _, _ in stored_bookings(client)] == ["cancelled"]
    assert client.portal is not None
    client.portal.call(worker.drain)
    assert [row["kind"] for row in person.get("/api/notices")["notices"]] == ["booking_cancelled"]


def test_rescheduled_booking_replaces_original(client: TestClient, send: Any) -> None:
    assert send(cal_com()) == send(cal_com("BOOKING_RESCHEDULED", "B", rescheduleUid="A")) == 200
    assert [row[:2] for row in stored_bookings(client)] == [("A", "cancelled"), ("B", "booked")]
    assert stored_bookings(client)[0][2:] == (None, "UTC")
    assert send(cal_com("BOOKING_CANCELLED", "C")) == 200  # Its creation has not arrived yet and may follow.
    assert send(cal_com(uid="C")) == 200
    assert stored_bookings(client)[-1][:2] == ("C", "cancelled")


def test_forged_or_stale_webhook_is_rejected(client: TestClient, send: Any) -> None:
    assert send(calendly(), secret="another") == 401
    assert send(cal_com(), secret="another") == 401
    assert send(calendly(), at=datetime(2026, 1, 1, tzinfo=UTC).timestamp()) == 401
    assert send(cal_com(), body=json.dumps(cal_com(uid="X")).encode()) == 401
    for header in ("", "t=,v1=", "t=99999999999999,v1=x", "v1=x", "t=²,v1=x".encode()):
        reply = client.post("/api/schedule/webhooks/calendly", headers={"Calendly-Webhook-Signature": header}, json={})
        assert (reply.status_code, reply.json()["code"]) == (401, "bad_signature")
    assert stored_bookings(client) == []


def test_malformed_signed_webhook_changes_nothing(client: TestClient, send: Any) -> None:
    assert send({"triggerEvent": "BOOKING_CREATED", "payload": {}}) == 422
    assert send({"event": "invitee.created", "payload": {"uri": "x"}}) == 422
    assert send({"triggerEvent": "MEETING_ENDED"}) == 200
    assert send(cal_com(startTime="2026-02-29T14:00:00Z")) == 422
    assert stored_bookings(client) == []


def test_webhooks_are_disabled_without_a_secret(settings: Settings) -> None:
    with TestClient(create_app(settings), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        assert client.post("/api/schedule/webhooks/cal.com", json=cal_com()).status_code == 404


def test_security_policy_allows_calendar_frame_only_when_configured() -> None:
    assert "frame-src" not in site.security_headers()["Content-Security-Policy"]
    policy = site.security_headers(frame="https://calendly.com/coach/30min?x=1")["Content-Security-Policy"]
    assert "frame-src 'self' https://calendly.com;" in policy + ";"
