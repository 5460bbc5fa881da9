"""Fuzz test of the employer API's own contract: schemathesis with all its checks, see schemathesis.toml in this folder.

It runs only on PostgreSQL, which rejects more values than SQLite. Writes get past the
key, the member and the schema; that they succeed is shown in test_employer_api.py.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.core import http
from dayshift.core.limits import Rule
from dayshift.exchange.api_keys.keys import SCOPES
from dayshift.exchange.employer_api import PATH, access, employer_contract
from tests.people import Person
from tests.staff import applied, business, viewed

CONFIG = Path(__file__).with_name("schemathesis.toml")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_the_employer_api_conforms_to_its_contract(
    client: TestClient, address: str, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "CALLS", Rule("employer API", 1_000_000, 60))
    replies: Counter[tuple[str, int]] = Counter()

    def count(method: str, route: str, status: int, seconds: Any) -> None:
        replies[f"{method} {route.removeprefix(PATH)}", status] += 1

    monkeypatch.setattr(http, "count_request", count)
    diner = business(client)
    owner = diner.member("owner")
    application = applied(client, person, diner.jobs[0])
    viewed(client, owner, application)
    key = owner.ask("POST", "/api-keys", {"name": "HR system", "scopes": list(SCOPES)}, expect=201)["secret"]
    ids = {
        "FUZZ_KEY": key,
        "FUZZ_APPLICATION": application,
        "FUZZ_JOB": diner.postings[0],
        "FUZZ_MEMBER": owner.id,
        "FUZZ_PLACE": diner.locations[0],
    }
    result = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color",
         "run", f"{address}{PATH}/openapi.json", "--checks", "all"],
        cwd=tmp_path, env={**os.environ, **ids}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-20_000:]
    assert "No issues found" in result.stdout
    past_the_door = {route for route, status in replies if status in {200, 201, 404, 409}}
    assert {
        f"{verb.upper()} {path}" for path, verbs in employer_contract()["paths"].items() for verb in verbs
    } <= past_the_door
