"""Fuzz test of the published API contract: schemathesis with all its checks.

`schemathesis.toml` in this folder has the configuration and the reasons for expected errors. The test runs only on
PostgreSQL because nearly everything it checks happens before the database, and PostgreSQL rejects more values than
SQLite (NUL characters, overlong texts, far years). Each package's own tests run on both engines.
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


def start_interview(url: str) -> dict[str, str]:
    """Create an account with an interview in progress; returns the environment variables of the configuration."""
    with httpx2.Client(base_url=url) as client:
        body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
        registered = client.post("/api/auth/register", json={**body, "phone": "(212) 555-0142"}).json()
        client.cookies.clear()
        client.headers["Authorization"] = f"Bearer {registered['token']}"
        person = registered["user"]["id"]
        interview_body = {"userId": person, "jobTitle": "Line Cook", "scheduledAt": datetime.now(UTC).isoformat()}
        path = f"/api/interviews/{client.post('/api/interviews', json=interview_body).json()['id']}"
        client.post(f"{path}/consent", json={"version": "2026-11e", "recording": True, "aiScoring": True})
        started = client.post(f"{path}/start", json={"participantName": "Maya Torres", "userId": person})
        assert started.status_code == 200, started.text
        client.get("/openapi.json", timeout=120)  # The first answer takes longer than schemathesis waits.
    return {
        "FUZZ_TOKEN": registered["token"],
        "FUZZ_PERSON": person,
        "FUZZ_INTERVIEW": started.json()["interview"]["id"],
    }


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_server_conforms_to_its_contract(database_url: str, tmp_path: Path) -> None:
    installation = Installation.make(tmp_path, database_url, preloaded=True)
    with installation.server():
        program = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color"]
        result = subprocess.run(
            [*program, "run", f"{installation.url}/openapi.json", "--checks", "all"],
            cwd=tmp_path,
            env={**os.environ, **start_interview(installation.url)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stdout[-20_000:]
        assert "No issues found" in result.stdout
