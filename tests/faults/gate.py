"""A TCP proxy that can delay or break connections, to simulate network and service failures."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CHUNK_BYTES = 64 * 1024


class Gate:
    """Forwards every connection to another local port.

    `delay` delays each chunk of a request, in seconds. While `shut`, existing connections break and new ones are
    refused.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        self._shut = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready, self._stopped = threading.Event(), asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def shut(self) -> bool:
        """Whether connections are blocked."""
        return self._shut

    @shut.setter
    def shut(self, value: bool) -> None:
        self._shut = value
        if value and self._loop:
            self._loop.call_soon_threadsafe(self._break_all)

    @contextmanager
    def running(self) -> Iterator["Gate"]:
        """Listen on `port` until the end of the block."""
        thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="gate")
        thread.start()
        self._ready.wait()
        try:
            yield self
        finally:
            assert self._loop
            self._loop.call_soon_threadsafe(self._stopped.set)
            thread.join()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopped.wait()
        server.close()
        self._break_all()
        await asyncio.sleep(0)  # Transports close in the loop's next iteration.

    def _break_all(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._shut:
            writer.transport.abort()
            return
        target_reader, target_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers |= {writer, target_writer}
        try:
            await asyncio.gather(
                self._pump(reader, target_writer, delayed=True), self._pump(target_reader, writer, delayed=False)
            )
        finally:
            self._writers -= {writer, target_writer}
            writer.close()
            target_writer.close()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, delayed: bool) -> None:
        with contextlib.suppress(OSError):
            while chunk := await source.read(CHUNK_BYTES):
                if delayed and self.delay:
                    await asyncio.sleep(self.delay)
                target.write(chunk)
                await target.drain()
        with contextlib.suppress(OSError):
            target.write_eof()
