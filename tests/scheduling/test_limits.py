"""Booking limits for guests and accounts, including concurrency, and cleanup."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.testclient import TestClient

from dayshift.core.limits import Limits
from dayshift.core.tasks import Worker
from dayshift.scheduling import invariants, schedule
from dayshift.scheduling.actions import MAX_FORGOTTEN, Visitor, book, forget_past_quarters
from dayshift.scheduling.errors import TooManyBookings
from dayshift.scheduling.models import bookings, coach_quarters
from tests.calendar import NINE, TEN, ZONE, coach
from tests.people import Person

START = datetime.fromisoformat(NINE)


def test_responses_include_time_zone(client: TestClient, book: Any, staff: Any) -> None:
    del staff
    slots = client.get("/api/schedule/slots", params={"zone": ZONE, "first": "2026-03-03"}).json()
    assert slots["zone"] == ZONE
    assert client.get("/api/schedule/offers", params={"zone": ZONE}).json()["zone"] == ZONE
    assert client.post("/api/schedule/holds", json={"startsAt": TEN, "zone": ZONE}).json()["zone"] == ZONE
    assert book().json()["zone"] == ZONE


def test_guests_cannot_book_a_coachs_whole_day(client: TestClient, app: FastAPI, staff: Any, free: Any) -> None:
    staff(coach(hours="09:00-13:00"))
    rosa = Person.register(client, "rosa@example.com")
    assert len(free()) == 8
    for number in range(6):
        app.state.services.limits = Limits()  # Simulates a separate network for each guest.
        start = (START + timedelta(minutes=30 * number)).isoformat()
        body = {"startsAt": start, "zone": ZONE, "name": "Guest", "email": f"guest{number}@example.com"}
        assert client.post("/api/schedule/bookings", json=body).status_code == 201
    assert free() == []
    last = {"startsAt": "2026-03-03T17:00:00Z", "zone": ZONE}
    assert client.post("/api/schedule/holds", json=last).json()["code"] == "slot_taken"
    slots = rosa.get(f"/api/schedule/slots?zone={ZONE}&first=2026-03-03&days=1")["slots"]
    assert [slot["startsAt"] for slot in slots] == ["2026-03-03T17:00:00Z", "2026-03-03T17:30:00Z"]
    rosa.post("/api/schedule/bookings", {**last, "name": "Rosa", "email": "rosa@example.com"}, expect=201)


def test_guest_holds_and_bookings_per_network_are_limited(client: TestClient, free: Any, book: Any) -> None:
    starts = free(days=7)
    held = [client.post("/api/schedule/holds", json={"startsAt": start, "zone": ZONE}) for start in starts[:30:2]]
    assert [reply.status_code for reply in held].count(201) == 12
    assert held[-1].json()["code"] == "rate_limited"
    booked = [book(start, email=f"guest{n}@example.com") for n, start in enumerate(starts[32:54:2])]
    assert [reply.status_code for reply in booked] == [201] * 10 + [429]


def test_account_can_hold_three_slots(client: TestClient, free: Any, clock: Any) -> None:
    rosa = Person.register(client, "rosa@example.com")
    starts = free()
    bodies = [{"startsAt": start, "zone": ZONE} for start in starts]
    keys = [rosa.post("/api/schedule/holds", body)["key"] for body in bodies[:3]]
    assert rosa.post("/api/schedule/holds", bodies[3], expect=409)["code"] == "too_many_bookings"
    rosa.post("/api/schedule/holds", {**bodies[3], "instead": keys[0]}, expect=201)
    clock.shift(601)
    rosa.post("/api/schedule/holds", bodies[4], expect=201)


def test_guest_bookings_do_not_count_against_account(client: TestClient, book: Any) -> None:
    for hour in (14, 15, 16):
        assert book(f"2026-03-03T{hour}:00:00Z").status_code == 201
    assert book("2026-03-03T17:00:00Z").json()["code"] == "too_many_bookings"
    rosa = Person.register(client, "rosa@example.com")
    body = {"zone": ZONE, "name": "Rosa", "email": "rosa@example.com"}
    for hour in (17, 18, 19):
        rosa.post("/api/schedule/bookings", {**body, "startsAt": f"2026-03-03T{hour}:00:00Z"}, expect=201)
    more = rosa.post("/api/schedule/bookings", {**body, "startsAt": "2026-03-03T20:00:00Z"}, expect=409)
    assert more["code"] == "too_many_bookings"


def test_concurrent_bookings_respect_limit(client: TestClient, app: FastAPI, staff: Any) -> None:
    del staff
    rosa = Person.register(client, "rosa@example.com")
    assert client.portal is not None
    for user_id in (rosa.id, None):

        async def attempt(number: int, user_id: str | None = user_id) -> bool:
            start = START + timedelta(days=number // 4 + (10 if user_id else 0), minutes=30 * (number % 4))
            visitor = Visitor(user_id, "Rosa", "rosa@example.com", None, ZONE)
            try:
                await app.state.services.db.write(book, start, visitor, None)
            except TooManyBookings:
                return False
            return True

        async def race() -> int:
            return sum(await asyncio.gather(*map(attempt, range(20))))

        assert client.portal.call(race) == 3


def add_old_quarters(tx: Any) -> None:
    """Add quarters to the only booking, the last of them beyond what one run deletes."""
    booking = tx.execute(select(bookings.c.id, bookings.c.coach_id)).one()
    for quarter in (0, MAX_FORGOTTEN - 1, MAX_FORGOTTEN):
        tx.execute(
            coach_quarters.insert(), {"coach_id": booking.coach_id, "quarter": quarter, "booking_id": booking.id}
        )


def test_past_quarters_and_expired_holds_are_deleted(
    client: TestClient, app: FastAPI, worker: Worker, book: Any, clock: Any
) -> None:
    assert book().status_code == 201
    assert client.portal is not None
    client.portal.call(app.state.services.db.write, schedule)

    def count_rows() -> tuple[int, int]:
        client.portal.call(worker.drain)

        def count(tx: Any) -> tuple[int, int]:
            tables = (bookings, coach_quarters)
            return tuple(tx.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)

        found: tuple[int, int] = client.portal.call(app.state.services.db.read, count)
        return found

    client.post("/api/schedule/holds", json={"startsAt": TEN, "zone": ZONE})
    assert count_rows() == (2, 4)
    clock.shift(86_400 + 60)
    assert count_rows() == (1, 2), "the hold has expired"
    clock.shift(9 * 86_400)
    assert count_rows() == (1, 0), "the booking is kept"
    # After a long pause a run deletes one month, starting with the oldest quarter, and later runs delete the rest.
    client.portal.call(app.state.services.db.write, add_old_quarters)
    assert [client.portal.call(app.state.services.db.write, forget_past_quarters) for _ in range(3)] == [2, 1, 0]
    for invariant in invariants(app.state.services.db):
        assert client.portal.call(invariant.find) == []
