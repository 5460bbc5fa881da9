"""Calendar fixtures. The clock is fixed at Monday, 2 March 2026, 8:00 in New York, with one coach by default."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.scheduling import read_coaches, save_coaches

ZONE = "America/New_York"
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NINE = "2026-03-03T14:00:00Z"
"""Tuesday, 9:00 in New York."""
TEN = "2026-03-03T15:00:00Z"


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel("2026-03-02T13:00:00Z", tick=False) as clock:
        yield clock


def coach(name: str = "sam", zone: str = ZONE, hours: str = "09:00-17:00", **more: Any) -> str:
    """Returns one coach as TOML, available every day during `hours`."""
    week = ", ".join(f'{day} = ["{hours}"]' for day in DAYS)
    values = {"name": f'"{name.title()}"', "email": f'"{name}@coaches.example"', "zone": f'"{zone}"', **more}
    lines = [f"{key} = {value}" for key, value in values.items()]
    return "\n".join(["[[coach]]", *lines, f"hours = {{{week}}}", ""])


@pytest.fixture
def staff(clock: Any, app: FastAPI, client: TestClient) -> Callable[..., None]:
    """Replaces the coaches with the given ones."""

    def staff(*written: str) -> None:
        assert client.portal is not None
        client.portal.call(app.state.services.db.write, save_coaches, read_coaches("".join(written)) if written else [])

    staff(coach())
    return staff


@pytest.fixture
def book(staff: Any, client: TestClient) -> Callable[..., Any]:
    """Posts a booking and returns the response."""

    def book(start: str = NINE, **more: Any) -> Any:
        body = {"startsAt": start, "zone": ZONE, "name": "Rosa Diaz", "email": "rosa@example.com", **more}
        return client.post("/api/schedule/bookings", json=body)

    return book


@pytest.fixture
def free(staff: Any, client: TestClient) -> Callable[..., list[str]]:
    """Returns the free start times for `days` days from `first`."""

    def free(first: str = "2026-03-03", days: int = 1, zone: str = ZONE) -> list[str]:
        reply = client.get("/api/schedule/slots", params={"zone": zone, "first": first, "days": days})
        assert reply.status_code == 200, reply.text
        return [slot["startsAt"] for slot in reply.json()["slots"]]

    return free
