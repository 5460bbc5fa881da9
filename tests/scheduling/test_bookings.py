"""Bookings over HTTP: free slots, holds, changes by link, and rejected requests."""

import asyncio
from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import IntegrityError
from starlette.testclient import TestClient

from dayshift.core.db import Database, Tx
from dayshift.scheduling.models import bookings, coach_quarters, coaches
from tests.calendar import NINE, TEN, ZONE, coach
from tests.people import Person

pytestmark = pytest.mark.both_engines


def test_booked_slot_is_taken_until_cancelled(book: Any, free: Any, client: TestClient) -> None:
    assert len(free()) == 16
    created = book()
    assert created.status_code == 201, created.text
    booking = created.json()
    assert booking["coachName"] == "Sam"
    assert NINE not in free()
    again = book(email="other@example.com")
    assert (again.status_code, again.json()["code"]) == (409, "slot_taken")
    link = f"/api/schedule/bookings/{booking['key']}"
    assert client.get(link).json() == booking
    for _ in range(2):
        assert client.post(f"{link}/cancel").json()["state"] == "cancelled"
    assert NINE in free()
    moved = client.post(f"{link}/move", json={"startsAt": TEN})
    assert (moved.status_code, moved.json()["code"]) == (409, "booking_over")


def test_moved_booking_frees_its_old_slot(book: Any, free: Any, client: TestClient) -> None:
    key = book().json()["key"]
    assert book(TEN, email="other@example.com").status_code == 201
    taken = client.post(f"/api/schedule/bookings/{key}/move", json={"startsAt": TEN})
    assert taken.status_code == 409
    assert NINE not in free()  # The failed move keeps the original slot.
    moved = client.post(f"/api/schedule/bookings/{key}/move", json={"startsAt": "2026-03-03T16:00:00Z"})
    assert moved.json()["startsAt"] == "2026-03-03T16:00:00Z"
    assert NINE in free()
    assert "2026-03-03T16:00:00Z" not in free()


def test_hold_reserves_slot_until_it_expires(book: Any, free: Any, client: TestClient, clock: Any) -> None:
    body = {"startsAt": NINE, "zone": ZONE}
    held = client.post("/api/schedule/holds", json=body).json()
    assert NINE not in free()
    assert book().status_code == 409
    assert client.post("/api/schedule/holds", json=body).status_code == 409
    other = client.post("/api/schedule/holds", json={**body, "startsAt": TEN, "instead": held["key"]}).json()
    assert NINE in free()
    assert TEN not in free()
    assert book(TEN, hold=other["key"]).status_code == 201
    last = client.post("/api/schedule/holds", json=body).json()
    clock.shift(601)
    assert NINE in free()
    assert book(hold=last["key"], email="late@example.com").status_code == 201  # Expired, but the slot was still free.
    assert client.delete(f"/api/schedule/holds/{last['key']}").status_code == 200
    assert NINE not in free()  # The hold is already a booking.


def test_released_hold_frees_slot(free: Any, client: TestClient) -> None:
    held = client.post("/api/schedule/holds", json={"startsAt": NINE, "zone": ZONE}).json()
    assert client.delete(f"/api/schedule/holds/{held['key']}").status_code == 200
    assert NINE in free()


def test_buffer_and_daily_limit_are_enforced(staff: Any, book: Any, free: Any) -> None:
    staff(coach(buffer_minutes=15, daily_limit=2))
    assert book(NINE).status_code == 201
    assert "2026-03-03T14:30:00Z" not in free()
    assert book("2026-03-03T14:30:00Z").status_code == 409
    assert book(TEN).status_code == 201
    assert free() == []
    assert book("2026-03-03T20:00:00Z").status_code == 409
    assert len(free("2026-03-04")) == 16


def test_least_booked_coach_is_chosen(staff: Any, book: Any) -> None:
    staff(coach("sam"), coach("ana"))
    names = Counter(book(NINE, email=f"{n}@example.com").json().get("coachName") for n in range(3))
    assert names == {"Sam": 1, "Ana": 1, None: 1}


def test_former_coach_gets_no_new_bookings(staff: Any, book: Any, client: TestClient) -> None:
    key = book().json()["key"]
    staff(coach("ana", zone="America/Denver"))
    assert client.get(f"/api/schedule/bookings/{key}").json()["coachName"] == "Sam"
    assert book(NINE, email="b@example.com").status_code == 409  # 7:00 in Denver
    assert book("2026-03-03T16:00:00Z", email="b@example.com").json()["coachName"] == "Ana"


def test_slots_are_grouped_by_candidates_days(free: Any) -> None:
    assert free("2026-03-03", zone="Asia/Tokyo")[0] == "2026-03-02T15:00:00Z"
    assert len(free("2026-03-07", days=3)) == 48
    assert free("2026-03-08")[0] == "2026-03-08T13:00:00Z"  # Clocks went forward that night.
    assert free("2026-03-07")[0] == "2026-03-07T14:00:00Z"


def test_user_sees_only_own_bookings(book: Any, client: TestClient, clock: Any, staff: Any) -> None:
    rosa = Person.register(client, "rosa@example.com")
    maya = Person.register(client, "maya@example.com")
    body = {"startsAt": NINE, "zone": ZONE, "name": "Rosa Diaz", "email": "rosa@example.com"}
    created = rosa.post("/api/schedule/bookings", body)
    assert rosa.get("/api/schedule/bookings")["bookings"] == [created]
    assert maya.get("/api/schedule/bookings")["bookings"] == []
    clock.shift(2 * 86400)
    assert rosa.get("/api/schedule/bookings")["bookings"] == []
    assert client.get(f"/api/schedule/bookings/{created['key']}").json()["changeable"] is False
    rejected = client.post(f"/api/schedule/bookings/{created['key']}/cancel")
    assert (rejected.status_code, rejected.json()["code"]) == (409, "booking_over")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"zone": "America/Atlantis"}, "zone"),
        ({"zone": "localtime"}, "zone"),
        ({"phoneNumber": "12"}, "phoneNumber"),
        ({"phoneNumber": "+1 21"}, "phoneNumber"),
        ({"email": "rosa@"}, "email"),
        ({"name": "  "}, "name"),
        ({"startsAt": "2026-03-03T14:00:00"}, "startsAt"),
        ({"startsAt": "2026-02-29T14:00:00Z"}, "startsAt"),
        ({"startsAt": "2026-03-03T14:07:00Z"}, "startsAt"),
    ],
)
def test_invalid_fields_are_reported(book: Any, change: dict[str, Any], field: str) -> None:
    reply = book(**{"start": NINE, **{("start" if key == "startsAt" else key): value for key, value in change.items()}})
    assert reply.status_code == 422
    assert set(reply.json()["fields"]) == {field}


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ("2026-03-01T14:00:00Z", "slot_past"),
        ("2026-03-02T13:30:00Z", "slot_past"),  # Half an hour from now is too soon.
        ("2026-03-03T13:30:00Z", "slot_taken"),  # Before working hours.
        ("2026-03-03T22:00:00Z", "slot_taken"),
        ("2026-03-03T14:15:00Z", "slot_taken"),  # Between two slots.
        ("2027-03-03T14:00:00Z", "slot_taken"),
    ],
)
def test_unavailable_times_are_rejected(book: Any, start: str, code: str) -> None:
    reply = book(start)
    assert (reply.status_code, reply.json()["code"]) == (409, code)


def test_tampered_link_returns_404(book: Any, client: TestClient) -> None:
    key, other = book().json()["key"], book(TEN).json()["key"]
    crossed = key.split(".")[0] + "." + other.split(".")[1]
    for bad in (key[:-1], key + "x", crossed, "x", "a.b", other.split(".")[1]):
        assert client.get(f"/api/schedule/bookings/{bad}").status_code == 404, bad
        assert client.post(f"/api/schedule/bookings/{bad}/cancel").status_code == 404
        assert client.post(f"/api/schedule/bookings/{bad}/move", json={"startsAt": TEN}).status_code == 404


def test_bookings_per_address_are_limited(book: Any) -> None:
    for hour in (14, 15, 16):
        assert book(f"2026-03-03T{hour}:00:00Z").status_code == 201
    rejected = book("2026-03-03T17:00:00Z")
    assert (rejected.status_code, rejected.json()["code"]) == (409, "too_many_bookings")
    assert book("2026-03-03T17:00:00Z", email="other@example.com").status_code == 201


def test_offers_exclude_past_and_taken_slots(book: Any, client: TestClient, clock: Any, staff: Any) -> None:
    def days() -> list[tuple[str, str]]:
        reply = client.get("/api/schedule/offers", params={"zone": ZONE})
        return [(offer["day"], offer["startsAt"][11:16]) for offer in reply.json()["offers"]]

    staff(coach(hours="08:00-20:00"))
    assert days() == [
        ("today", "20:00"), ("today", "22:30"), ("tomorrow", "14:00"),
        ("tomorrow", "19:00"), ("tomorrow", "00:00"), ("weekend", "15:00"),
    ]  # fmt: skip
    assert book(NINE).status_code == 201
    clock.shift(8 * 3600)
    assert days() == [("today", "22:30"), ("tomorrow", "19:00"), ("tomorrow", "00:00"), ("weekend", "15:00")]
    staff()
    assert days() == []


def test_concurrent_bookings_of_one_slot_succeed_once(app: Any, client: TestClient, staff: Any) -> None:
    from dayshift.scheduling.actions import Visitor, book
    from dayshift.scheduling.errors import SlotTaken

    db: Database = app.state.services.db
    start = datetime.fromisoformat(NINE)

    async def race() -> Counter[str]:
        async def attempt(n: int) -> str:
            visitor = Visitor(None, f"Racer {n}", f"racer{n}@example.com", None, ZONE)
            try:
                await db.write(book, start, visitor, None)
            except SlotTaken:
                return "taken"
            return "booked"

        return Counter(await asyncio.gather(*map(attempt, range(200))))

    assert client.portal is not None
    assert client.portal.call(race) == {"booked": 1, "taken": 199}

    def count(tx: Tx) -> tuple[int, int]:
        rows = tx.execute(select(func.count()).select_from(bookings)).scalar_one()
        return rows, tx.execute(select(func.count()).select_from(coach_quarters)).scalar_one()

    assert client.portal.call(db.read, count) == (1, 2)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_booking_locks_the_chosen_coach_only(app: Any, client: TestClient, staff: Any, book: Any) -> None:
    staff(coach(), coach("ada"))
    busy = book().json()["coachName"]
    engine = create_engine(app.state.services.settings.database.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as other:
        other.execute(select(coaches.c.id).where(coaches.c.name == busy).with_for_update())
        made = book(TEN, email="other@example.com")
        assert made.status_code == 201, made.text
        assert made.json()["coachName"] != busy
    engine.dispose()


def test_database_rejects_two_bookings_of_one_quarter(app: Any, client: TestClient, book: Any) -> None:
    assert book().status_code == 201

    def insert_duplicate(tx: Tx) -> None:
        row = tx.execute(select(coach_quarters)).first()
        assert row is not None
        tx.execute(coach_quarters.insert(), row._asdict())

    assert client.portal is not None
    with pytest.raises(IntegrityError):
        client.portal.call(app.state.services.db.write, insert_duplicate)
