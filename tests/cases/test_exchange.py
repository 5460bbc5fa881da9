"""What programs of employers and of their tracking systems send, and what they read in errors."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.exchange.webhooks.delivery import MAX_WAIT, asked_wait
from tests.exchange.conftest import settings
from tests.exchange.test_assessment import Tracking, ats, diner, owner
from tests.hiring.applications.test_candidate import sent
from tests.hiring.employers.test_posting import COOK
from tests.people import Person
from tests.staff import Business, StaffMember, viewed

__all__ = ["ats", "diner", "owner", "settings"]

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_key_of_another_body_is_a_conflict(diner: Business, owner: StaffMember) -> None:
    key, body = {"Idempotency-Key": "posting-1"}, {**COOK, "locationId": diner.locations[0]}
    first = owner.ask("POST", "/jobs", body, expect=201, headers=key)
    assert owner.ask("POST", "/jobs", body, expect=201, headers=key)["id"] == first["id"]
    other = owner.ask("POST", "/jobs", {**body, "title": "Night Host"}, expect=409, headers=key)
    assert other["code"] == "key_reused"


def test_key_of_another_message_or_move_is_a_conflict(
    client: TestClient, diner: Business, owner: StaffMember, person: Person
) -> None:
    application = sent(person, diner)
    viewed(client, owner, application)
    desk, own = f"/applications/{application}/messages", f"/api/applications/{application}/messages"
    key = {"Idempotency-Key": "message-1"}
    for text, status in (("See you soon", 201), ("See you soon", 201), ("Do not come", 409)):
        owner.ask("POST", desk, {"text": text}, expect=status, headers=key)
        assert person.call("POST", own, {"text": text}, headers=key).status_code == status
    assert [one["text"] for one in owner.ask("GET", desk)["messages"]] == ["See you soon"] * 2
    for number, (first, second) in enumerate(
        [
            ({"action": "decline", "reason": "experience"}, {"action": "decline", "reason": "times"}),
            ({"action": "ask", "text": "Mornings?"}, {"action": "close", "reason": "filled"}),
        ]
    ):
        version = owner.ask("GET", f"/applications/{application}")["version"]
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"decision-{number}"}
        path = f"/applications/{application}/moves"
        for _ in range(2):
            owner.ask("POST", path, first, headers=headers)
        assert owner.ask("POST", path, second, expect=409, headers=headers)["code"] == "key_reused"
        owner.ask("DELETE", f"/applications/{application}/pending")


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        (" 30 ", 30),
        ("Mon, 02 Mar 2026 12:10:00 GMT", 600),
        ("Mon, 02 Mar 2026 11:00:00 GMT", 0),
        ("999999999999", MAX_WAIT.total_seconds()),
        ("Mon, 02 Mar 2026 12:10:00 -0000", 600),
        ("9" * 5000, MAX_WAIT.total_seconds()),
        ("soon", 0),
        ("-5", 0),
        ("", 0),
    ],
)
def test_wait_that_an_endpoint_asks_for_is_bounded(header: str, seconds: float) -> None:
    assert asked_wait(header, AT) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        (b'{"email": "a@example.com", "password": }', "body", "not valid JSON"),
        (b'{"email": "a@example.com"}', "password", "fill this in"),
        (b'{"email": "a@example.com", "password": ""}', "password", "fill this in"),
        (b'{"email": "a@example.com", "password": 7}', "password", "send text"),
        (b'{"email": "%s@example.com", "password": "x"}' % (b"a" * 300), "email", "at most 254 characters"),
        (b'{"email": "a@example.com", "password": "x", "more": 1}', "more", "unknown"),
        (b"[]", "body", "object"),
    ],
)
def test_errors_are_sentences(client: TestClient, body: bytes, field: str, words: str) -> None:
    reply = client.post("/api/auth/login", content=body, headers={"Content-Type": "application/json"})
    assert reply.status_code == 422
    [(name, said)] = reply.json()["fields"].items()
    assert name == field
    assert words in said
    assert "String" not in said
    assert "Input" not in said


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"last_name": None}, ("Sukarno", "")),
        ({"first_name": None, "last_name": "Sukarno"}, ("Sukarno", "")),
        ({"first_name": "", "last_name": " Sukarno "}, ("Sukarno", "")),
        ({"first_name": "Soo Yeon\u200b", "last_name": "Park", "preferred_name": None}, ("Soo Yeon", "Park")),
    ],
)
def test_order_takes_names_as_a_tracking_system_has_them(
    diner: Business, owner: StaffMember, ats: Tracking, change: dict[str, Any], names: tuple[str, str]
) -> None:
    candidate = {"first_name": "Sukarno", "email": " one@example.com\u00a0", **change}
    assert ats.send(diner.postings[0], **candidate).status_code == 200
    [order] = owner.ask("GET", "/assessments")["orders"]
    assert order["name"] == " ".join(filter(None, names))


@pytest.mark.parametrize(
    "body",
    [
        {"api_call": None, "errors": None, "partner_interview_id": None},
        {"errors": [None, "a" * 900]},
        {"errors": "one text"},
        {"errors": ["x"] * 40},
        {},
    ],
)
def test_report_of_an_error_is_never_refused(ats: Tracking, body: dict[str, Any]) -> None:
    assert ats.call("POST", "response_error", json=body).status_code == 200
