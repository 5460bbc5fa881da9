"""The server keeps its published contract, whatever is sent to it: schemathesis, with all its checks.

`schemathesis.toml` beside this file says how, and why some answers are expected. It runs on PostgreSQL alone: what it
asks about is decided before any database is met, except for values that a database refuses, and PostgreSQL refuses
more of them (NUL characters, overlong texts, far years). The rooms' own tests run on both.
"""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from tests.faults.processes import Installation
from tests.people import PASSWORD

CONFIG = Path(__file__).with_name("schemathesis.toml")

pytestmark = pytest.mark.slow


def candidate_in_the_room(url: str) -> dict[str, str]:
    """Somebody with an interview that goes on, as the configuration names them."""
    with httpx2.Client(base_url=url) as client:
        body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
        entered = client.post("/api/auth/register", json={**body, "phone": "(212) 555-0142"}).json()
        client.cookies.clear()
        client.headers["Authorization"] = f"Bearer {entered['token']}"
        person = entered["user"]["id"]
        made = {"userId": person, "jobTitle": "Line Cook", "scheduledAt": datetime.now(UTC).isoformat()}
        path = f"/api/interviews/{client.post('/api/interviews', json=made).json()['id']}"
        client.post(f"{path}/consent", json={"version": "2026-11c", "recording": True, "aiScoring": True})
        begun = client.post(f"{path}/start", json={"participantName": "Maya Torres", "userId": person})
        assert begun.status_code == 200, begun.text
    return {"FUZZ_TOKEN": entered["token"], "FUZZ_PERSON": person, "FUZZ_INTERVIEW": begun.json()["interview"]["id"]}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_the_server_keeps_its_contract(database_url: str, tmp_path: Path) -> None:
    installation = Installation.make(tmp_path, database_url)
    with installation.server():
        program = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color"]
        done = subprocess.run(
            [*program, "run", f"{installation.url}/openapi.json", "--checks", "all"],
            cwd=tmp_path,
            env={**os.environ, **candidate_in_the_room(installation.url)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-20_000:]
        assert "No issues found" in done.stdout
