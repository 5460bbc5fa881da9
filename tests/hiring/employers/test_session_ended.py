"""Why a session of a member does not open the desk any more."""

from datetime import timedelta

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import open_member_session
from dayshift.hiring.employers.session import COOKIE
from tests.staff import business, in_database


def ended(client: TestClient, token: str | None) -> object:
    headers = {"Cookie": f"{COOKIE.name}={token}"} if token else {}
    reply = client.get("/api/desk/me", headers=headers)
    assert (reply.status_code, reply.json()["code"]) == (401, "staff_not_signed_in")
    return reply.json().get("ended")


def sign_in(tx: Tx, member_id: str, device: str) -> str:
    return open_member_session(tx, member_id, device, 1, confirmed=True)


@pytest.mark.parametrize("ending", ["expired", "revoked"])
def test_a_dead_session_says_whether_its_time_is_over(client: TestClient, ending: str) -> None:
    maria = business(client).member("manager")
    assert client.get("/api/desk/me", headers={"Cookie": f"{COOKIE.name}={maria.token}"}).status_code == 200
    if ending == "revoked":
        maria.ask("POST", "/sign-out")
        assert ended(client, maria.token) == "revoked"
    else:
        with time_machine.travel(now() + timedelta(days=400), tick=True):
            assert ended(client, maria.token) == "expired"


def test_the_reason_outlives_the_session_by_a_week(client: TestClient) -> None:
    diner = business(client)
    maria = diner.member("manager")
    with time_machine.travel(now() + timedelta(days=2), tick=True):  # Sessions of tests last a day.
        in_database(client, sign_in, maria.id, "Laptop")
        assert ended(client, maria.token) == "expired"
    with time_machine.travel(now() + timedelta(days=9), tick=True):
        in_database(client, sign_in, maria.id, "Laptop")
        assert ended(client, maria.token) == "revoked"


def test_who_was_not_signed_in_is_told_nothing(client: TestClient) -> None:
    assert ended(client, None) is None
