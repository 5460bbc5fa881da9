"""The examples under "Webhooks" in docs/exchange-api.md work as they are."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.exchange.webhooks.events import EVENTS, TEST
from dayshift.exchange.webhooks.signing import new_secret, shown
from tests.exchange.test_webhooks import ALL, Connection

TEXT = (Path(__file__).parents[2] / "docs/exchange-api.md").read_text("utf-8").split("\n## Webhooks\n", 1)[1]


def example(language: str) -> str:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)[0]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def environment() -> dict[str, str]:
    return {**os.environ, "WEBHOOK_SECRET": shown(new_secret()), "PORT": str(free_port())}


@pytest.fixture
def receiver_of_docs(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """The receiver in the documentation, running."""
    yield from started(environment)


def started(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", example("python")]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", int(environment["PORT"])), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.communicate()


def curl(environment: dict[str, str]) -> str:
    done = subprocess.run(["bash", "-c", example("bash")], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.usefixtures("receiver_of_docs")
def test_curl_and_the_receiver(environment: dict[str, str]) -> None:
    assert curl(environment) == "204"
    assert curl({**environment, "WEBHOOK_SECRET": shown(new_secret())}) == "400"


def test_receiver_accepts_our_deliveries(client: TestClient, worker: Worker, environment: dict[str, str]) -> None:
    class Elsewhere:
        url = f"http://127.0.0.1:{environment['PORT']}/hook"

    connection = Connection(client, worker, Elsewhere())  # type: ignore[arg-type]
    for process in started({**environment, "WEBHOOK_SECRET": connection.secret}):
        connection.test()
        connection.run()
        assert connection.deliveries()[0]["status"] == 204
        assert process.stdout
        assert process.stdout.readline().startswith("endpoint.test {'endpoint_id': ")


def test_every_event_is_documented() -> None:
    table = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
    assert {name for cell in table for name in re.findall(r"`([^`]+)`", cell)} == {*EVENTS, TEST}
    assert set(ALL) == set(EVENTS)
