"""A small load generator: a process of its own with a few dozen connections, each of which asks again at once."""

import asyncio
import base64
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import uvloop


@dataclass(frozen=True)
class Result:
    """Answers within `seconds`; `p50` and `p99` in ms; `failed` counts answers other than 2xx."""

    seconds: float
    answers: int
    failed: int
    p50: float
    p99: float


COUNTER = b"#COUNTER"
"""Stands in a request for eight digits that are new each time."""


def endless(requests: list[bytes], first: int) -> Iterator[bytes]:
    """The requests in turn, over and over, with the counter filled in."""
    for number, request in enumerate(itertools.cycle(requests), first):
        yield request.replace(COUNTER, b"%08d" % number)


class Caller(asyncio.Protocol):
    """One connection that sends a request, takes the answer, and sends the next."""

    def __init__(self, requests: Iterator[bytes], until: float, took: list[float], failed: list[bytes]) -> None:
        self._requests, self._until, self._took, self._failed = requests, until, took, failed
        self._received = b""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found or len(body) < _content_length(head):
            return
        self._took.append(perf_counter() - self._sent)
        if not head.startswith(b"HTTP/1.1 2"):
            self._failed.append(head)
        if perf_counter() < self._until:
            self._send()
        else:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if exc:
            self._failed.append(str(exc).encode())
        self.ended.set_result(None)

    def _send(self) -> None:
        self._received = b""
        self._sent = perf_counter()
        self._transport.write(next(self._requests))


def _content_length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


async def run(port: int, requests: Iterator[bytes], connections: int, seconds: float) -> Result:
    """Send `requests` over `connections` connections at once for `seconds`, in a closed loop."""
    took: list[float] = []
    failed: list[bytes] = []
    started = perf_counter()
    loop = asyncio.get_running_loop()
    callers = []
    for _ in range(connections):
        _, caller = await loop.create_connection(
            lambda: Caller(requests, started + seconds, took, failed), "127.0.0.1", port
        )
        callers.append(caller.ended)
    await asyncio.gather(*callers)
    took_all = perf_counter() - started
    took.sort()
    return Result(took_all, len(took), len(failed), took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000)


if __name__ == "__main__":
    # Arguments: port, connections, seconds, first number. A line of base64 for each request comes on stdin,
    # the result goes to stdout.
    port, connections, seconds, first = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    requests = endless([base64.b64decode(line) for line in sys.stdin.buffer], first)
    print(json.dumps(asdict(uvloop.run(run(port, requests, connections, seconds)))))
