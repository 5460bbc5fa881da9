"""Guesses of the second factor: daily limits that neither a restart nor an outage of Redis lifts."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.limits import Limits
from dayshift.hiring.employers import open_member_session
from dayshift.hiring.employers.sign_in_routes import TRY_CODE_DAY
from tests.people import server_services
from tests.staff import StaffMember, business, in_database

HOUR = 3600


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False) as clock:
        yield clock


def guess(client: TestClient, member: StaffMember, path: str = "/second-factor/code") -> str:
    """The code of the reply to a guess in a new session: each session ends after five."""
    token = in_database(
        client, lambda tx: open_member_session(tx, member.id, "Test", 1, confirmed=False, address_proved_at=now())
    )
    reply = StaffMember(client, member.id, member.name, token).call("POST", path, {"code": "000000"})
    return str(reply.json()["code"])


def restart(client: TestClient) -> None:
    """Forget what is counted in memory, as a new process does."""
    services = server_services(client)
    services.limits = Limits("", services.db)


def test_second_factor_guesses_per_day_are_limited(clock: Any, client: TestClient) -> None:
    maria = business(client).member("manager")
    found = []
    for _ in range(TRY_CODE_DAY.times + 1):
        found.append(guess(client, maria, "/second-factor" if len(found) % 2 else "/second-factor/code"))
        restart(client)
    assert found == ["invalid_code"] * TRY_CODE_DAY.times + ["rate_limited"]
    clock.shift(23 * HOUR)
    assert guess(client, maria) == "rate_limited"
    clock.shift(HOUR)
    assert guess(client, maria) == "invalid_code"


def test_second_factor_guesses_per_network_and_day_are_limited(clock: Any, client: TestClient, app: FastAPI) -> None:
    app.state.services.settings.tries_per_address = 3
    diner = business(client)
    members = [diner.member("manager", name) for name in ("Ann Lee", "Ben Wu", "Cleo Ray", "Dan Fox")]
    found = []
    for member in members:
        found.append(guess(client, member))
        restart(client)
    assert found == ["invalid_code"] * 3 + ["rate_limited"]
