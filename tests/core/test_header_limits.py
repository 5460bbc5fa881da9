"""Connection limits, tested with raw sockets against a server that runs a minimal echo application."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from dayshift.core import header_limits

MIB = 1024 * 1024
TIMEOUT = 10.0

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Responds with the length of the request body."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d bytes" % size})


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[tuple[uvicorn.Server, tuple[str, int]]]:
    """Runs a new server and yields it with its address."""
    server = uvicorn.Server(uvicorn.Config(app, http=header_limits.BoundedHeads, lifespan="off", log_config=None))
    listening = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve([listening]))
    try:
        yield server, listening.getsockname()
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def connection() -> AsyncIterator[Streams]:
    """Yields an open connection to a new server."""
    async with serving(echo) as (_, address):
        reader, writer = await asyncio.open_connection(*address)
        try:
            yield reader, writer
        finally:
            writer.close()


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    while not condition():  # noqa: ASYNC110  (what it waits for has no event)
        await asyncio.sleep(0.01)


async def send_and_read(streams: Streams, *parts: bytes) -> bytes:
    """Send parts and return the response, or nothing if the server closes the connection without one.

    Sending stops while the server does not read.
    """
    reader, writer = streams
    try:
        for part in parts:
            writer.write(part)
            await asyncio.wait_for(writer.drain(), TIMEOUT)
            await asyncio.sleep(0)
        return await asyncio.wait_for(reader.readuntil(b" bytes\r\n0\r\n\r\n"), TIMEOUT)
    except asyncio.IncompleteReadError as error:
        return error.partial
    except ConnectionError:
        return b""


def run(scenario: Callable[[Streams], Awaitable[None]]) -> None:
    async def main() -> None:
        async with connection() as streams:
            await scenario(streams)

    asyncio.run(main())


@pytest.mark.parametrize(
    "beginning",
    [
        b"GET /",
        b"GET / HTTP/1.1\r\nX: ",
        b"GET / HTTP/1.1\r\nHost: x\r\nCookie: a",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    ],
)
def test_endless_header_is_rejected(beginning: bytes) -> None:
    async def scenario(streams: Streams) -> None:
        before = [beginning, *[b"a" * 16_384] * (2 * MIB // 16_384)]
        assert (await send_and_read(streams, *before))[9:12] in {b"400", b""}

    run(scenario)


def test_too_many_header_fields_are_rejected() -> None:
    async def scenario(streams: Streams) -> None:
        fields = [b"X%d: %s\r\n" % (number, b"a" * 1000) for number in range(1000)]
        assert (await send_and_read(streams, b"GET / HTTP/1.1\r\n", *fields))[9:12] in {b"400", b""}

    run(scenario)


@pytest.mark.parametrize("framing", [b"Content-Length: %d\r\n" % (2 * MIB), b"Transfer-Encoding: chunked\r\n"])
def test_body_does_not_count_as_header(framing: bytes) -> None:
    async def scenario(streams: Streams) -> None:
        body = b"a" * (2 * MIB)
        parts = [body[at : at + 4096] for at in range(0, len(body), 4096)]
        if b"chunked" in framing:
            parts = [*(b"1000\r\n%s\r\n" % part for part in parts), b"0\r\n\r\n"]
        answer = await send_and_read(streams, b"POST / HTTP/1.1\r\nHost: x\r\n" + framing + b"\r\n", *parts)
        assert answer.startswith(b"HTTP/1.1 200")

    run(scenario)


def test_connection_serves_many_requests() -> None:
    async def scenario(streams: Streams) -> None:
        for _ in range(200):
            assert (await send_and_read(streams, b"GET / HTTP/1.1\r\nX: %s\r\n\r\n" % (b"a" * 1000))).startswith(
                b"HTTP/1.1 200"
            )

    run(scenario)


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nHo"])
def test_incomplete_header_times_out(monkeypatch: pytest.MonkeyPatch, beginning: bytes) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.1)

    async def scenario(streams: Streams) -> None:
        assert await send_and_read(streams, beginning) == b""

    run(scenario)


REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def test_connection_stays_open_between_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.5)

    async def scenario(streams: Streams) -> None:
        for _ in range(2):
            assert (await send_and_read(streams, REQUEST)).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(1.2)

    run(scenario)


@pytest.mark.parametrize("beginning", [b"\r\n", b"GET / HTTP/1.1\r\nHo"])
def test_incomplete_header_of_a_later_request_times_out(monkeypatch: pytest.MonkeyPatch, beginning: bytes) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.1)

    async def scenario(streams: Streams) -> None:
        assert (await send_and_read(streams, REQUEST)).startswith(b"HTTP/1.1 200")
        assert await send_and_read(streams, beginning) == b""

    run(scenario)


@pytest.mark.parametrize("framing", [b"Content-Length: 100000", b"Transfer-Encoding: chunked"])
def test_stalled_body_times_out(monkeypatch: pytest.MonkeyPatch, framing: bytes) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.1)

    async def scenario(streams: Streams) -> None:
        beginning = b"POST / HTTP/1.1\r\nHost: x\r\n" + framing + b"\r\n\r\n5\r\nhello\r\n"
        assert await send_and_read(streams, beginning) == b""

    run(scenario)


def test_slow_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.2)

    async def scenario(streams: Streams) -> None:
        reader, writer = streams
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        async with asyncio.timeout(TIMEOUT):
            while not reader.at_eof():
                writer.write(b"a")
                with contextlib.suppress(TimeoutError, ConnectionError):
                    await asyncio.wait_for(reader.read(1), 0.02)

    run(scenario)


def test_steady_body_is_read_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.5)
    monkeypatch.setattr(header_limits, "MIN_BYTES", 10)

    async def scenario(streams: Streams) -> None:
        _, writer = streams
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 400\r\n\r\n")
        for _ in range(39):
            writer.write(b"a" * 10)
            await asyncio.sleep(0.05)
        assert (await send_and_read(streams, b"a" * 10)).startswith(b"HTTP/1.1 200")

    run(scenario)


async def send_64_mib(_scope: Any, receive: Any, send: Any) -> None:
    """Responds with 64 MiB, in one chunk for POST requests."""
    await receive()
    chunk_count = 1 if _scope["method"] == "POST" else 64
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for number in range(chunk_count):
        body = {"body": b"a" * (64 * MIB // chunk_count), "more_body": number < chunk_count - 1}
        await send({"type": "http.response.body", **body})


@pytest.mark.parametrize("method", [b"GET", b"POST"])
@pytest.mark.parametrize("pace", [0, 100])
def test_unread_response_is_dropped(monkeypatch: pytest.MonkeyPatch, method: bytes, pace: int) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.2)

    async def scenario() -> None:
        async with serving(send_64_mib) as (server, address):
            with socket.socket() as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.connect(address)
                client.sendall(method + b" / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                async with asyncio.timeout(TIMEOUT):
                    await wait_until(lambda: len(server.server_state.connections) == 1)
                    while server.server_state.connections:
                        if pace:
                            client.recv(pace)
                        await asyncio.sleep(0.02)

    asyncio.run(scenario())


def test_slowly_read_response_is_delivered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limits, "MAX_SECONDS", 0.5)

    async def scenario() -> None:
        async with serving(send_64_mib) as (_, address):
            reader, writer = await asyncio.open_connection(*address, limit=64 * 1024)
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            size = 0
            while chunk := await reader.read(MIB):
                size += len(chunk)
                await asyncio.sleep(0.001)
            assert size > 64 * MIB
            writer.close()

    asyncio.run(scenario())


def test_incomplete_requests_do_not_exhaust_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limits.BoundedHeads, "most_connections", 20)

    async def scenario() -> None:
        async with serving(echo) as (server, address):
            beginnings = [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"]
            stalled_writers = []
            for number in range(60):
                _, writer = await asyncio.open_connection(*address)
                writer.write(beginnings[number % 3])
                stalled_writers.append(writer)
            for _ in range(5):
                streams = await asyncio.open_connection(*address)
                assert (await send_and_read(streams, b"GET /healthz HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 200")
                assert len(server.server_state.connections) <= 21
                streams[1].close()
            for writer in stalled_writers:
                writer.transport.abort()

    asyncio.run(scenario())


def test_connections_stay_below_open_file_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limits.resource, "getrlimit", lambda _kind: (1024, 2048))
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(header_limits.resource, "setrlimit", lambda _kind, limits: raised.append(limits))
    monkeypatch.setattr(header_limits.BoundedHeads, "most_connections", 0)
    header_limits.allow_connections()
    assert raised == [(2048, 2048)]
    assert header_limits.BoundedHeads.most_connections == 2048 - header_limits.OTHER_FILES
