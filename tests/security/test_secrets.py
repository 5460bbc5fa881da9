"""What must not be told: by the log, or by how long an answer takes."""

import re
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from tests.faults.processes import Installation, wait_until
from tests.people import PASSWORD, Person


@pytest.mark.slow
def test_the_log_of_a_whole_visit_holds_nothing_that_anybody_sent(tmp_path: Path) -> None:
    """A real server, its worker and its log: everything that a person typed or got is looked for in it."""
    email, wrong, second = "maya.torres@example.com", "a wrong guess 7", "tall green 9 boats"
    outbox, installation = tmp_path / "data" / "outbox", Installation.make(tmp_path / "data")
    browser = httpx2.Client(base_url=installation.url, timeout=60, headers={"Sec-Fetch-Site": "same-origin"})
    with installation.server(), browser as client:
        name = {"firstName": "Mayabella", "lastName": "Torresblanca"}
        body = {**name, "email": email, "password": PASSWORD, "phone": "+12125550142"}
        entered = send(client, 201, "register", body)
        send(client, 401, "login", {"email": email, "password": wrong})
        send(client, 200, "forgot-password", {"email": email})
        code = wait_for_code(outbox, "*.eml", r"Subject: (\d{6})")
        client.cookies.clear()
        token = send(client, 200, "set-password", {"email": email, "password": second, "code": code})["token"]
        client.cookies.clear()
        client.headers["Authorization"] = f"Bearer {token}"
        send(client, 200, "verify-phone/start", {})
        texted = wait_for_code(outbox, "*.txt", r"\s(\d{6})\s")
        send(client, 200, "verify-phone", {"code": texted})
        person = entered["user"]["id"]
        wish = client.post("/api/job-searches", json={"searchQuery": "dishwasher with a secret", "userId": person})
        refused = client.post("/api/job-searches", json={"searchQuery": ["another secret"], "userId": person})
        assert (wish.status_code, refused.status_code) == (201, 422)
        client.get(f"/api/users/{person}", headers={"Cookie": "dayshift_session=planted-secret"})
    log = installation.log.read_text()
    assert log.count('"event": "request"') >= 9
    sent = [email, "maya.torres", PASSWORD, wrong, second, code, texted, "Mayabella", "Torresblanca", "5550142"]
    kept = [entered["token"], token, "secret", person, "argon2"]
    assert [secret for secret in (*sent, *kept) if secret in log] == []


def send(client: httpx2.Client, expect: int, path: str, body: dict[str, str]) -> Any:
    reply = client.post(f"/api/auth/{path}", json=body)
    assert reply.status_code == expect, reply.text
    return reply.json()


def wait_for_code(outbox: Path, files: str, pattern: str) -> str:
    found: list[str] = []

    def look() -> bool:
        found.extend(code for file in outbox.glob(files) for code in re.findall(pattern, file.read_text()))
        return bool(found)

    wait_until(look)
    return found[0]


@pytest.mark.real_hashes
def test_an_unknown_address_takes_as_long_as_a_wrong_password(client: TestClient, person: Person) -> None:
    """By the processor time that it takes: whoever skipped the hashing would be ten times as quick."""

    def quickest(email: str) -> float:
        return min(seconds(client, {"email": email, "password": "wrong password"}) for _ in range(5))

    quickest("warm@example.com")
    known, unknown = quickest("maya@example.com"), quickest("nobody@example.com")
    assert 1 / 3 < known / unknown < 3


def seconds(client: Any, body: dict[str, str]) -> float:
    began = time.process_time()  # Of this process, in which the server runs: nothing else on the machine counts.
    assert client.post("/api/auth/login", json=body).status_code == 401
    return time.process_time() - began
