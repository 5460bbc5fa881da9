"""A process that is killed between sending and recording repeats its deliveries: at least once, none lost."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from tests.exchange.receiver import Received, Receiver
from tests.exchange.test_webhooks import Connection

ROOT = Path(__file__).parents[2]
TIMEOUT = 60.0


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


@pytest.mark.slow
def test_killed_process_repeats_what_it_had_not_recorded(
    client: TestClient, worker: Worker, receiver: Receiver, database_url: str, tmp_path: Path
) -> None:
    connection = Connection(client, worker, receiver)
    expected = {f"msg_{connection.test()['id']}" for _ in range(8)}
    processes: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        command = [sys.executable, "-m", "tests.exchange.slow_endpoint", database_url, str(tmp_path)]
        processes.append(subprocess.Popen(command, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"}))

    def kill_on_third(_: Received) -> tuple[int, bytes]:
        if len(receiver.received) == 2:
            processes[0].send_signal(signal.SIGKILL)  # Two have replies, none is recorded.
        return 200, b""

    receiver.reply = kill_on_third
    try:
        start()
        assert processes[0].wait(TIMEOUT) == -signal.SIGKILL
        assert {one["state"] for one in connection.deliveries()} == {"pending"}
        before = [one.id for one in receiver.received]
        assert len(before) >= 2
        receiver.status(200)
        start()
        until(lambda: all(one["state"] == "delivered" for one in connection.deliveries()))
    finally:
        for process in processes:
            process.kill()
            process.wait()
    arrived = [one.id for one in receiver.received]
    assert set(arrived) == expected
    assert set(arrived[len(before) :]) == expected  # Also those that had arrived: they were not recorded.
