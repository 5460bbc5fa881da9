"""A small load generator: one process with a few dozen connections in a closed loop."""

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
    """Responses within `seconds`; `p50` and `p99` in ms; `failed` counts responses other than 2xx."""

    seconds: float
    answers: int
    failed: int
    p50: float
    p99: float


COUNTER = b"#COUNTER"
"""Placeholder that is replaced by a unique number of eight digits in each request."""


def endless(requests: list[bytes], first: int) -> Iterator[bytes]:
    """Yield the requests in an endless cycle, with the counter filled in."""
    for number, request in enumerate(itertools.cycle(requests), first):
        yield request.replace(COUNTER, b"%08d" % number)


class Connection(asyncio.Protocol):
    """A connection that sends the next request when the response has arrived."""

    def __init__(self, requests: Iterator[bytes], deadline: float, durations: list[float], failed: list[bytes]) -> None:
        self._requests, self._deadline, self._durations, self._failed = requests, deadline, durations, failed
        self._received = b""
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found or len(body) < _content_length(head):
            return
        self._durations.append(perf_counter() - self._sent)
        if not head.startswith(b"HTTP/1.1 2"):
            self._failed.append(head)
        if perf_counter() < self._deadline:
            self._send()
        else:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if exc:
            self._failed.append(str(exc).encode())
        self.closed.set_result(None)

    def _send(self) -> None:
        self._received = b""
        self._sent = perf_counter()
        self._transport.write(next(self._requests))


def _content_length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


async def run(port: int, requests: Iterator[bytes], connections: int, seconds: float) -> Result:
    """Send `requests` over `connections` concurrent connections for `seconds`, in a closed loop."""
    durations: list[float] = []
    failed: list[bytes] = []
    started = perf_counter()
    loop = asyncio.get_running_loop()
    closed = []
    for _ in range(connections):
        _, connection = await loop.create_connection(
            lambda: Connection(requests, started + seconds, durations, failed), "127.0.0.1", port
        )
        closed.append(connection.closed)
    await asyncio.gather(*closed)
    elapsed = perf_counter() - started
    durations.sort()
    p50, p99 = durations[len(durations) // 2], durations[len(durations) * 99 // 100]
    return Result(elapsed, len(durations), len(failed), p50 * 1000, p99 * 1000)


if __name__ == "__main__":
    # Arguments: port, connections, seconds, first counter value. Reads one base64 request per line from stdin and
    # prints the result to stdout.
    port, connections, seconds, first = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    requests = endless([base64.b64decode(line) for line in sys.stdin.buffer], first)
    print(json.dumps(asdict(uvloop.run(run(port, requests, connections, seconds)))))
