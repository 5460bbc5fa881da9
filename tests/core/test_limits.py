"""Rate limits shared by several processes through Redis, and the behavior while Redis is down."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import time_machine
from structlog.testing import CapturingLogger

from dayshift.core import limits
from dayshift.core.limits import Limits, RateLimited, Rule
from tests.faults.processes import free_port, kill, wait_until

RULE = Rule("knock", 2, 60)


@contextmanager
def redis(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a private Redis without persistence."""
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


def test_processes_share_limits_and_redis_outage_allows_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = CapturingLogger()
    monkeypatch.setattr(limits, "log", log)
    monkeypatch.setattr(limits, "REST_SECONDS", 0.0)
    port = free_port()

    async def scenario() -> None:
        first, second = (Limits(f"redis://127.0.0.1:{port}") for _ in range(2))
        with redis(tmp_path, port):
            await first.count(RULE, "maya")
            await second.count(RULE, "maya")
            with pytest.raises(RateLimited) as rejected:
                await first.count(RULE, "maya")
            assert 1 <= rejected.value.data["retryAfter"] <= 60
        for _ in range(5):
            await first.count(RULE, "maya")
        assert [call.args for call in log.calls] == [("tries are not counted",)] * 5
        with redis(tmp_path, port):
            for process in (first, second):
                await process.allows(RULE, "the one who notices that the old connection is gone")
            assert [await second.allows(RULE, "noah") for _ in range(3)] == [True, True, False]
            assert not await first.allows(RULE, "noah")
        await first.close()
        await second.close()

    asyncio.run(scenario())


def test_windows_in_memory_end_and_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BEFORE_SWEEP", 3)

    async def scenario() -> None:
        counted = Limits()
        with time_machine.travel(1_000_000, tick=False) as clock:
            assert [await counted.allows(RULE, "maya") for _ in range(3)] == [True, True, False]
            assert await counted.left(RULE, "maya") == (0, 60)
            assert await counted.left(RULE, "noah") == (2, 1)
            clock.shift(59)
            assert not await counted.allows(RULE, "maya"), "a window begins with its first attempt"
            clock.shift(1)
            assert await counted.allows(RULE, "maya")
            assert await counted.left(RULE, "maya") == (1, 60)
            clock.shift(60)
            for number in range(100):
                await counted.allows(RULE, f"person {number}")
            assert len(counted._windows._counts) == 100, "maya's window has ended"  # type: ignore[union-attr]

    asyncio.run(scenario())
