"""Information leaks: secrets in the log, and response times that reveal accounts."""

import re
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from tests.faults.processes import Installation, stop, wait_until
from tests.people import PASSWORD, Person


@pytest.mark.slow
def test_log_contains_no_personal_data_or_secrets(tmp_path: Path) -> None:
    """Runs a real server and worker, then searches the log for everything the user sent or received."""
    email, wrong, new_password = "maya.torres@example.com", "a wrong guess 7", "tall green 9 boats"
    outbox, installation = tmp_path / "data" / "outbox", Installation.make(tmp_path / "data", preloaded=True)
    browser = httpx2.Client(base_url=installation.url, timeout=60, headers={"Sec-Fetch-Site": "same-origin"})
    with installation.server() as server, browser as client:
        name = {"firstName": "Mayabella", "lastName": "Torresblanca"}
        body = {**name, "email": email, "password": PASSWORD, "phone": "+12125550142"}
        registered = send(client, 201, "register", body)
        send(client, 401, "login", {"email": email, "password": wrong})
        send(client, 200, "forgot-password", {"email": email})
        code = wait_for_code(outbox, "*.eml", r"Subject: (\d{6})")
        client.cookies.clear()
        token = send(client, 200, "set-password", {"email": email, "password": new_password, "code": code})["token"]
        client.cookies.clear()
        client.headers["Authorization"] = f"Bearer {token}"
        send(client, 200, "verify-phone/start", {})
        phone_code = wait_for_code(outbox, "*.txt", r"\s(\d{6})\s")
        send(client, 200, "verify-phone", {"code": phone_code})
        person = registered["user"]["id"]
        search = client.post("/api/job-searches", json={"searchQuery": "dishwasher with a secret", "userId": person})
        rejected = client.post("/api/job-searches", json={"searchQuery": ["another secret"], "userId": person})
        assert (search.status_code, rejected.status_code) == (201, 422)
        client.get(f"/api/users/{person}", headers={"Cookie": "dayshift_session=planted-secret"})
        assert stop(server) == 0  # A killed one might not have written the last line.
    log = installation.log.read_text()
    assert log.count('"event": "request"') >= 9
    typed_secrets = [
        email,
        "maya.torres",
        PASSWORD,
        wrong,
        new_password,
        code,
        phone_code,
        "Mayabella",
        "Torresblanca",
        "5550142",
    ]
    server_secrets = [registered["token"], token, "secret", person, "argon2"]
    assert [secret for secret in (*typed_secrets, *server_secrets) if secret in log] == []


def send(client: httpx2.Client, expect: int, path: str, body: dict[str, str]) -> Any:
    reply = client.post(f"/api/auth/{path}", json=body)
    assert reply.status_code == expect, reply.text
    return reply.json()


def wait_for_code(outbox: Path, files: str, pattern: str) -> str:
    found: list[str] = []

    def find_codes() -> bool:
        found.extend(code for file in outbox.glob(files) for code in re.findall(pattern, file.read_text()))
        return bool(found)

    wait_until(find_codes)
    return found[0]


@pytest.mark.real_hashes
def test_sign_in_time_does_not_reveal_accounts(client: TestClient, person: Person) -> None:
    """Measured in processor time: skipping the password hash would be ten times as fast."""

    def fastest(email: str) -> float:
        return min(seconds(client, {"email": email, "password": "wrong password"}) for _ in range(5))

    fastest("warm@example.com")
    known, unknown = fastest("maya@example.com"), fastest("nobody@example.com")
    assert 1 / 3 < known / unknown < 3


def seconds(client: Any, body: dict[str, str]) -> float:
    started = time.process_time()  # Processor time of this process, which runs the server, so other load has no effect.
    assert client.post("/api/auth/login", json=body).status_code == 401
    return time.process_time() - started
