"""A coach's page and calendar feed, booking invariants, and erasing an address."""

from typing import Any

import vobject
from icalendar import Calendar
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.core.db import Tx
from dayshift.privacy.erase import erase_address
from dayshift.scheduling.actions import renew_link
from dayshift.scheduling.invariants import invariants
from dayshift.scheduling.models import bookings, coach_quarters
from dayshift.scheduling.queries import active_coaches, coach_key
from tests.calendar import NINE, TEN, ZONE
from tests.people import server_services


def link(client: TestClient) -> str:
    def load(tx: Tx) -> str:
        return coach_key(tx, active_coaches(tx)[0])

    assert client.portal is not None
    return client.portal.call(client.app.state.services.db.read, load)


def run(client: TestClient, fn: Any, *args: Any) -> Any:
    assert client.portal is not None
    return client.portal.call(server_services(client).db.write, fn, *args)


def test_coach_page_lists_bookings_and_requires_key(book: Any, client: TestClient) -> None:
    book(TEN, name="Ana", email="ana@example.com")
    book(NINE, phoneNumber="(212) 555-0142")
    cancelled = book("2026-03-03T16:00:00Z", email="gone@example.com").json()["key"]
    client.post(f"/api/schedule/bookings/{cancelled}/cancel")
    key = link(client)
    page = client.get(f"/api/coach/{key}").json()
    assert (page["name"], page["zone"]) == ("Sam", ZONE)
    assert [(booking["startsAt"], booking["name"], booking["phone"]) for booking in page["bookings"]] == [
        (NINE, "Rosa Diaz", "+12125550142"),
        (TEN, "Ana", None),
    ]
    booking_key = book("2026-03-03T18:00:00Z", email="other@example.com").json()["key"]
    for bad in (key[:-1], key + "x", booking_key, "x.y", key.replace(":1.", ":2.")):
        assert client.get(f"/api/coach/{bad}").status_code == 404
        assert client.get(f"/api/coach/{bad}/calendar.ics").status_code == 404


def test_calendar_feed_follows_changes(book: Any, client: TestClient) -> None:
    key = book().json()["key"]
    reply = client.get(f"/api/coach/{link(client)}/calendar.ics")
    assert reply.headers["content-type"].startswith("text/calendar")
    [event] = Calendar.from_ical(reply.text).walk("VEVENT")
    assert (event["SUMMARY"], event["SEQUENCE"]) == ("Dayshift: Rosa Diaz", 0)
    assert vobject.readOne(reply.text).vevent.uid.value == event["UID"]
    client.post(f"/api/schedule/bookings/{key}/move", json={"startsAt": TEN})
    [moved] = Calendar.from_ical(client.get(f"/api/coach/{link(client)}/calendar.ics").text).walk("VEVENT")
    assert (moved["UID"], moved["SEQUENCE"], moved.start.hour) == (event["UID"], 1, 15)
    client.post(f"/api/schedule/bookings/{key}/cancel")
    empty = client.get(f"/api/coach/{link(client)}/calendar.ics").text
    assert Calendar.from_ical(empty).walk("VEVENT") == []


def test_renewed_link_invalidates_earlier_one(staff: Any, client: TestClient) -> None:
    before = link(client)
    run(client, renew_link, "sam@coaches.example")
    assert client.get(f"/api/coach/{before}").status_code == 404
    assert client.get(f"/api/coach/{link(client)}").status_code == 200


def test_doctor_detects_inconsistent_bookings(book: Any, client: TestClient) -> None:
    def violations() -> dict[str, int]:
        assert client.portal is not None
        checks = invariants(server_services(client).db)
        return {check.name: len(client.portal.call(check.find)) for check in checks}

    assert book(NINE).status_code == book(TEN, email="ana@example.com").status_code == 201
    assert violations() == {"scheduling.times": 0, "scheduling.doubles": 0}

    def overlap(tx: Tx) -> None:
        tx.execute(update(bookings).values(starts_at=bookings.c.starts_at))
        first = tx.execute(bookings.select().order_by(bookings.c.starts_at)).first()
        assert first is not None
        tx.execute(update(bookings).values(starts_at=first.starts_at, ends_at=first.ends_at))

    run(client, overlap)
    assert violations() == {"scheduling.times": 0, "scheduling.doubles": 1}
    run(client, lambda tx: tx.execute(coach_quarters.delete()) and None)
    assert violations()["scheduling.times"] == 2


def test_bookings_of_an_address_can_be_erased(book: Any, client: TestClient, free: Any) -> None:
    key = book().json()["key"]
    assert NINE not in free()
    assert run(client, erase_address, "rosa@example.com") == 1
    assert client.get(f"/api/schedule/bookings/{key}").status_code == 404
    assert NINE in free()
