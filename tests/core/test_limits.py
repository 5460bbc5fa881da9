"""Rate limits shared by several processes through Redis, and the behavior while Redis is down."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import time_machine
from prometheus_client import REGISTRY, generate_latest
from starlette.testclient import TestClient
from structlog.testing import CapturingLogger

from dayshift.core import limits
from dayshift.core.limits import Limits, RateLimited, Rule
from tests.faults.processes import free_port, kill, wait_until
from tests.people import server_services

pytestmark = pytest.mark.both_engines

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


def test_processes_share_limits_and_count_alone_without_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        assert [await first.allows(RULE, "maya") for _ in range(3)] == [True, True, False]
        assert await first.left(RULE, "maya") == (0, 60)
        assert [await second.allows(RULE, "maya") for _ in range(3)] == [True, True, False]
        outages = [call.args for call in log.calls]
        assert outages == [("Redis is unreachable: attempts are counted in this process",)] * 2, "once per process"
        assert b"dayshift_limits_in_memory 1.0" in generate_latest(REGISTRY)
        with redis(tmp_path, port):
            for process in (first, second):
                await process.allows(RULE, "the one who notices that the old connection is gone")
            assert [await second.allows(RULE, "noah") for _ in range(3)] == [True, True, False]
            assert not await first.allows(RULE, "noah")
            assert b"dayshift_limits_in_memory 0.0" in generate_latest(REGISTRY)
        await first.close()
        await second.close()

    asyncio.run(scenario())


def test_durable_limits_outlive_the_process_and_count_concurrent_attempts(client: TestClient) -> None:
    db = server_services(client).db
    rule = Rule("knock a day", 3, 86_400, durable=True)

    async def knock(times: int) -> list[bool]:
        counted = Limits(db=db)  # As after a restart.
        return list(await asyncio.gather(*(counted.allows(rule, "maya") for _ in range(times))))

    async def left() -> tuple[int, int]:
        return await Limits(db=db).left(rule, "maya")

    portal = client.portal
    assert portal is not None
    with time_machine.travel(1_790_000_000, tick=False) as clock:
        assert portal.call(knock, 2) == [True, True]
        clock.shift(100)
        assert portal.call(left) == (1, 86_300)
        assert sorted(portal.call(knock, 4)) == [False, False, False, True]
        clock.shift(86_300)
        assert portal.call(left) == (3, 1)
        assert portal.call(knock, 1) == [True], "a window ends a day after its first attempt"


def test_windows_in_memory_end_and_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BEFORE_SWEEP", 3)

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
            assert len(counted._own._counts) == 100, "maya's window has ended"

    asyncio.run(scenario())
