"""Ten systems of an employer get 200 deliveries a second together, while one of them never replies."""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, open_database
from dayshift.core.outgoing import Outgoing
from dayshift.core.secret_keys import SecretKeys
from dayshift.core.tasks import Worker
from dayshift.exchange.webhooks import DELIVER, SECONDS, handlers
from dayshift.exchange.webhooks.actions import add_event, create_endpoint
from dayshift.exchange.webhooks.events import LATE
from dayshift.hiring.employers import add_member, create_employer, find_member
from dayshift.tables import migrate
from dayshift.worker import WEBHOOK_SLOTS

ENDPOINTS = 10
PER_SECOND = 200
DURATION = 15.0
MAX_P95 = 5000.0
"""Milliseconds from an event to its arrival: less than the first retry, and far less than the dead system's timeout."""
MAX_GROWTH = 1.5
"""Factor by which one dead system may slow down the others: noise of a shared machine."""
FAST = 500.0
"""Milliseconds below which a growth is noise: the worker looks for due tasks every 250 ms."""
LEFT = timedelta(seconds=30)

Handle = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


def isolation(_jobs: int) -> dict[str, str]:
    """Compare the arrivals at nine systems with and without a tenth that is dead."""
    alone, _ = asyncio.run(_run(dead=False))
    beside, attempts = asyncio.run(_run(dead=True))
    lost = sum(len(arrived) < round(DURATION * PER_SECOND / ENDPOINTS) for arrived in beside)
    before, after = _p95(alone), _p95(beside)
    print(
        f"isolation: {PER_SECOND} deliveries/s for {DURATION:.0f} s; nine systems, p50/p95 with the tenth working: "
        f"{_p50(alone):.0f}/{before:.0f} ms, with the tenth dead: {_p50(beside):.0f}/{after:.0f} ms, "
        f"{lost} of them without all deliveries; connections to the dead one: {attempts}"
    )
    passed = not lost and attempts > 0 and after <= MAX_P95 and after <= max(before * MAX_GROWTH, FAST)
    return {"isolation": "pass" if passed else "fail"}


async def _run(*, dead: bool) -> tuple[list[list[float]], int]:
    """Return milliseconds until each delivery arrived, for each of the nine, and the connections to the tenth."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/webhooks.sqlite3"
        migrate(url)
        db = open_database(url, SecretKeys("", Path(folder)))
        sent: dict[int, float] = {}
        arrived: list[list[float]] = [[] for _ in range(ENDPOINTS - 1)]
        tenth: list[float] = []
        done = asyncio.Event()

        async def hang(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            tenth.append(0)
            await done.wait()
            writer.close()

        systems = [_system(sent, one) for one in arrived] + [hang if dead else _system(sent, tenth)]
        servers = [await asyncio.start_server(one, "127.0.0.1", 0, backlog=256) for one in systems]
        addresses = [f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/" for server in servers]
        employer = await db.write(_connect, addresses)
        own = handlers(db, Outgoing(private_allowed=True, seconds=SECONDS))
        worker = Worker(db, own, only=[DELIVER], concurrency=WEBHOOK_SLOTS)
        working = asyncio.create_task(worker.run())
        try:
            expected = await _send(db, employer, sent)
            end = time.perf_counter() + LEFT.total_seconds()
            while any(len(one) < expected for one in arrived) and time.perf_counter() < end:  # noqa: ASYNC110  (the other side is a server)
                await asyncio.sleep(0.05)
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            done.set()
            await asyncio.sleep(0.1)
            for server in servers:
                server.close()
            db.close()
        return arrived, len(tenth)


def _connect(tx: Tx, addresses: list[str]) -> str:
    employer = create_employer(tx, "Bench", "UTC")
    member = find_member(tx, add_member(tx, employer, "owner@bench.example", "Owner", "owner").id)
    assert member is not None
    for address in addresses:
        create_endpoint(tx, member, address, [LATE], now())
    return employer


async def _send(db: Database, employer: str, sent: dict[int, float]) -> int:
    """Add events at a constant rate; return how many."""
    events = round(DURATION * PER_SECOND / ENDPOINTS)
    begin = time.perf_counter()
    for number in range(events):
        await asyncio.sleep(max(0.0, begin + number * ENDPOINTS / PER_SECOND - time.perf_counter()))
        sent[number] = time.perf_counter()
        await db.write(add_event, employer, LATE, {"number": number}, now())
    return events


def _system(sent: dict[int, float], arrived: list[float]) -> Handle:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        number = json.loads(await reader.readexactly(length))["data"]["number"]
        arrived.append((time.perf_counter() - sent[number]) * 1000)
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    return handle


def _p50(arrived: list[list[float]]) -> float:
    return statistics.median([one for system in arrived for one in system] or [float("inf")])


def _p95(arrived: list[list[float]]) -> float:
    found = [one for system in arrived for one in system]
    return statistics.quantiles(found, n=20)[-1] if len(found) > 1 else float("inf")
