"""Booking notifications: calendar invitations, reminders and unsubscribing."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import vobject
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.notifications.reminders import NIGHT_BEGINS, NIGHT_ENDS, wake_hour
from tests.calendar import TEN, coach
from tests.scheduling.test_availability import instants, zones


@pytest.fixture
def mails(client: TestClient, worker: Worker, tmp_path: Path) -> Any:
    """Runs due tasks and returns the new mails by recipient."""
    seen: set[str] = set()

    def mails() -> dict[str, Any]:
        assert client.portal is not None
        client.portal.call(worker.drain)
        new = [file for file in (tmp_path / "outbox").glob("*.eml") if file.name not in seen]
        seen.update(file.name for file in new)
        read = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in new]
        assert len({mail["To"].addresses[0].addr_spec for mail in read}) == len(read)
        return {mail["To"].addresses[0].addr_spec: mail for mail in read}

    return mails


def entry(mail: Any) -> tuple[str, Any]:
    """Returns the method and event of a mail's invitation, parsed by two libraries."""
    [part] = [part for part in mail.walk() if part.get_content_type() == "text/calendar" and not part.get_filename()]
    text = part.get_content()
    calendar = Calendar.from_ical(text)
    assert vobject.readOne(text).vevent.uid.value == calendar.walk("VEVENT")[0]["UID"]
    assert part["Content-Type"].params["method"] == calendar["METHOD"]
    [file] = [part for part in mail.walk() if part.get_filename() == "invite.ics"]
    assert file.get_content() == text
    return str(calendar["METHOD"]), calendar.walk("VEVENT")[0]


def test_invitations_follow_booking_changes(book: Any, mails: Any, client: TestClient) -> None:
    key = book(name="Rosa <b>Díaz", phoneNumber="(212) 555-0142").json()["key"]
    created = mails()
    assert set(created) == {"rosa@example.com", "sam@coaches.example"}
    rosa = created["rosa@example.com"]
    assert rosa["Subject"] == "You're booked: Tuesday, March 3, 9:00 AM EST"
    plain, html = (rosa.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert f"/your-booking?key={key}" in plain
    assert "Sam will call you at +12125550142" in html
    assert "<b>" not in html
    method, event = entry(rosa)
    assert (method, event["SEQUENCE"], event.start) == ("REQUEST", 0, datetime(2026, 3, 3, 14, tzinfo=UTC))
    assert "+12125550142" in entry(created["sam@coaches.example"])[1]["DESCRIPTION"]

    client.post(f"/api/schedule/bookings/{key}/move", json={"startsAt": TEN})
    moved = mails()
    assert moved["rosa@example.com"]["Subject"] == "New time: Tuesday, March 3, 10:00 AM EST"
    method, later = entry(moved["rosa@example.com"])
    assert (method, later["SEQUENCE"], later["UID"]) == ("REQUEST", 1, event["UID"])

    client.post(f"/api/schedule/bookings/{key}/cancel")
    cancelled = mails()
    method, cancellation = entry(cancelled["rosa@example.com"])
    assert (method, cancellation["SEQUENCE"], cancellation["UID"], cancellation["STATUS"]) == (
        "CANCEL",
        2,
        event["UID"],
        "CANCELLED",
    )
    assert entry(cancelled["sam@coaches.example"])[0] == "CANCEL"


def test_reminders_are_sent_a_day_and_an_hour_before(book: Any, mails: Any, clock: Any, client: TestClient) -> None:
    start = datetime(2026, 3, 5, 16, tzinfo=UTC)  # Thursday, 11:00 in New York
    key = book("2026-03-05T16:00:00Z", language="es").json()["key"]
    assert mails()["rosa@example.com"]["Subject"] == "Cita reservada: jueves, 5 de marzo, 11:00 a.m., hora oriental"
    clock.move_to(start - timedelta(hours=24, minutes=1))
    assert mails() == {}
    clock.shift(120)
    day = mails()["rosa@example.com"]
    assert "Recordatorio" in day["Subject"]
    assert day["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mails() == {}
    client.post(f"/api/schedule/bookings/{key}/move", json={"startsAt": "2026-03-05T17:00:00Z"})
    assert "Nueva hora" in mails()["rosa@example.com"]["Subject"]
    clock.move_to(start - timedelta(minutes=59))
    assert "rosa@example.com" in mails()  # The 24-hour reminder again, for the new time.
    clock.move_to(start + timedelta(minutes=1))
    assert "12:00 p.m., hora oriental" in mails()["rosa@example.com"]["Subject"]


def test_unsubscribing_stops_reminders_but_not_confirmations(
    book: Any, mails: Any, clock: Any, client: TestClient
) -> None:
    key = book("2026-03-05T16:00:00Z").json()["key"]
    mails()
    clock.move_to(datetime(2026, 3, 4, 16, 1, tzinfo=UTC))
    link = mails()["rosa@example.com"]["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert client.post(link.replace("?", "x?")).status_code == 404
    form = {"content": "List-Unsubscribe=One-Click", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}
    assert client.post(link, **form).status_code == 200
    preferences = client.get(link.replace("unsubscribe", "wants")).json()
    assert (preferences["address"], preferences["reminders"]) == ("rosa@example.com", False)
    assert preferences["interviews"] is True
    clock.move_to(datetime(2026, 3, 5, 15, 1, tzinfo=UTC))
    assert mails() == {}
    client.post(f"/api/schedule/bookings/{key}/cancel")
    assert mails()["rosa@example.com"]["Subject"].startswith("Canceled")
    updated = client.patch(link.replace("unsubscribe", "wants"), json={"reminders": True})
    assert updated.json()["reminders"] is True


def test_previous_coach_gets_cancellation(staff: Any, book: Any, mails: Any, client: TestClient) -> None:
    key = book().json()["key"]
    assert "sam@coaches.example" in mails()
    staff(coach("ana"))
    client.post(f"/api/schedule/bookings/{key}/move", json={"startsAt": TEN})
    moved = mails()
    assert entry(moved["sam@coaches.example"])[0] == "CANCEL"
    assert entry(moved["ana@coaches.example"])[0] == "REQUEST"


@given(
    instants,
    zones,
    st.integers(1, 24),
)
def test_reminders_are_not_sent_at_night_or_too_late(due: datetime, zone: ZoneInfo, hours: int) -> None:
    latest = due + timedelta(hours=hours)
    at = wake_hour(due, zone, latest)
    assert NIGHT_ENDS <= at.astimezone(zone).time() < NIGHT_BEGINS
    assert at <= latest
    assert abs(at - due) <= timedelta(hours=12, minutes=1)
