"""Limits that many processes share in a Redis, and what holds while it is gone."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import CapturingLogger

from dayshift.core import limits
from dayshift.core.limits import Limits, RateLimited, Rule
from tests.faults.processes import free_port, kill, wait_until

TWICE = Rule("knock", 2, 60)


@contextmanager
def redis(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A Redis of our own that keeps nothing on its disk."""
    program = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(program, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: listens(port))
        yield process
    finally:
        kill(process)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_two_processes_count_together_and_a_lost_redis_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = CapturingLogger()
    monkeypatch.setattr(limits, "log", log)
    monkeypatch.setattr(limits, "REST_SECONDS", 0.0)
    port = free_port()

    async def scenario() -> None:
        here, there = (Limits(f"redis://127.0.0.1:{port}") for _ in range(2))
        with redis(tmp_path, port):
            await here.count(TWICE, "maya")
            await there.count(TWICE, "maya")
            with pytest.raises(RateLimited) as refused:
                await here.count(TWICE, "maya")
            assert 1 <= refused.value.data["retryAfter"] <= 60
        for _ in range(5):
            await here.count(TWICE, "maya")
        assert [call.args for call in log.calls] == [("tries are not counted",)] * 5
        with redis(tmp_path, port):
            for process in (here, there):
                await process.allows(TWICE, "the one who notices that the old connection is gone")
            assert [await there.allows(TWICE, "noah") for _ in range(3)] == [True, True, False]
            assert not await here.allows(TWICE, "noah")
        await here.close()
        await there.close()

    asyncio.run(scenario())
