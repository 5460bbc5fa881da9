"""A system that never replies holds up neither other systems nor other background work."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker, enqueue
from dayshift.exchange.webhooks import DELIVER
from dayshift.worker import workers
from tests.exchange.receiver import Receiver
from tests.exchange.test_webhooks import ALL, Connection
from tests.staff import in_database


@pytest.fixture
def silent() -> Iterator[list[str]]:
    """Addresses that accept connections and never reply: more than the general worker has slots."""
    with ExitStack() as stack:
        urls = []
        for _ in range(6):
            one = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=50))
            urls.append(f"http://127.0.0.1:{one.getsockname()[1]}/")
        yield urls


def test_dead_systems_hold_up_nobody(
    client: TestClient, app: FastAPI, worker: Worker, receiver: Receiver, silent: list[str]
) -> None:
    connection = Connection(client, worker, receiver)
    for url in silent:
        made = connection.owner.ask("POST", "/webhooks", {"url": url, "events": ALL}, expect=201)
        for _ in range(10):
            connection.owner.ask("POST", f"/webhooks/{made['endpoint']['id']}/test")
    both = workers(app.state.services)

    async def run() -> float:
        running = asyncio.create_task(both.run())
        try:
            await asyncio.sleep(1)  # The dead ones have begun.
            await asyncio.to_thread(connection.test)
            begin = time.monotonic()
            while not receiver.received and time.monotonic() - begin < 10:  # noqa: ASYNC110  (it is a thread)
                await asyncio.sleep(0.05)
            return time.monotonic() - begin
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def other_work() -> bool:
        return not await both.lanes["general"].claim_due()

    assert client.portal
    assert client.portal.call(run) < 5
    in_database(client, lambda tx: enqueue(tx, DELIVER, {"endpoint_id": "none"}, key="none"))
    assert client.portal.call(other_work)  # The general worker leaves these tasks alone.
