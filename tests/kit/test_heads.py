"""Connections as they are, byte by byte, against a server that has no other application than an echo."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from dayshift.kit import heads

MIB = 1024 * 1024
PATIENCE = 10.0

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d bytes" % size})


@asynccontextmanager
async def connection() -> AsyncIterator[Streams]:
    """An open connection to a fresh server."""
    server = uvicorn.Server(uvicorn.Config(echo, http=heads.BoundedHeads, lifespan="off", log_config=None))
    listening = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve([listening]))
    reader, writer = await asyncio.open_connection(*listening.getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await serving


async def sent(streams: Streams, *parts: bytes) -> bytes:
    """What comes back; empty where the connection ends without a word. It stops to send when nobody reads."""
    reader, writer = streams
    try:
        for part in parts:
            writer.write(part)
            await asyncio.wait_for(writer.drain(), PATIENCE)
            await asyncio.sleep(0)
        return await asyncio.wait_for(reader.readuntil(b" bytes\r\n0\r\n\r\n"), PATIENCE)
    except asyncio.IncompleteReadError as error:
        return error.partial
    except ConnectionError:
        return b""


def run(story: Callable[[Streams], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with connection() as streams:
            await story(streams)

    asyncio.run(whole())


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
def test_what_has_no_end_is_ended(beginning: bytes) -> None:
    async def story(streams: Streams) -> None:
        before = [beginning, *[b"a" * 16_384] * (2 * MIB // 16_384)]
        assert (await sent(streams, *before))[9:12] in {b"400", b""}

    run(story)


def test_many_fields_are_too_many_as_well() -> None:
    async def story(streams: Streams) -> None:
        fields = [b"X%d: %s\r\n" % (number, b"a" * 1000) for number in range(1000)]
        assert (await sent(streams, b"GET / HTTP/1.1\r\n", *fields))[9:12] in {b"400", b""}

    run(story)


@pytest.mark.parametrize("framing", [b"Content-Length: %d\r\n" % (2 * MIB), b"Transfer-Encoding: chunked\r\n"])
def test_a_body_is_no_head(framing: bytes) -> None:
    async def story(streams: Streams) -> None:
        body = b"a" * (2 * MIB)
        parts = [body[at : at + 4096] for at in range(0, len(body), 4096)]
        if b"chunked" in framing:
            parts = [*(b"1000\r\n%s\r\n" % part for part in parts), b"0\r\n\r\n"]
        answer = await sent(streams, b"POST / HTTP/1.1\r\nHost: x\r\n" + framing + b"\r\n", *parts)
        assert answer.startswith(b"HTTP/1.1 200")

    run(story)


def test_a_connection_serves_many_requests() -> None:
    async def story(streams: Streams) -> None:
        for _ in range(200):
            assert (await sent(streams, b"GET / HTTP/1.1\r\nX: %s\r\n\r\n" % (b"a" * 1000))).startswith(b"HTTP/1.1 200")

    run(story)


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nHo"])
def test_what_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, beginning: bytes) -> None:
    monkeypatch.setattr(heads, "MOST_SECONDS", 0.1)

    async def story(streams: Streams) -> None:
        assert await sent(streams, beginning) == b""

    run(story)


def test_a_slow_body_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "MOST_SECONDS", 0.1)

    async def story(streams: Streams) -> None:
        _, writer = streams
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
        await asyncio.sleep(0.5)
        assert (await sent(streams, b"b")).startswith(b"HTTP/1.1 200")

    run(story)
