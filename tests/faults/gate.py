"""A gate on the way to a service: open, slow, or shut, as a network and a service in trouble are."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PIECE = 64 * 1024


class Gate:
    """Passes every connection to a port of the loopback address on to another one.

    `delay` holds up each piece of a request, in seconds; while `shut`, connections break and no new one is served.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        self._shut = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready, self._over = threading.Event(), asyncio.Event()
        self._passing: set[asyncio.StreamWriter] = set()

    @property
    def shut(self) -> bool:
        """Whether nobody gets through."""
        return self._shut

    @shut.setter
    def shut(self, value: bool) -> None:
        self._shut = value
        if value and self._loop:
            self._loop.call_soon_threadsafe(self._break_all)

    @contextmanager
    def running(self) -> Iterator["Gate"]:
        """Stand on `port` until the end of the block."""
        thread = threading.Thread(target=lambda: asyncio.run(self._stand()), name="gate")
        thread.start()
        self._ready.wait()
        try:
            yield self
        finally:
            assert self._loop
            self._loop.call_soon_threadsafe(self._over.set)
            thread.join()

    async def _stand(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        self._break_all()
        await asyncio.sleep(0)  # The transports close with the loop's next turn.

    def _break_all(self) -> None:
        for writer in self._passing:
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._shut:
            writer.transport.abort()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self._passing |= {writer, there_writer}
        try:
            await asyncio.gather(
                self._pump(reader, there_writer, slowly=True), self._pump(there_reader, writer, slowly=False)
            )
        finally:
            self._passing -= {writer, there_writer}
            writer.close()
            there_writer.close()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, slowly: bool) -> None:
        with contextlib.suppress(OSError):
            while piece := await source.read(PIECE):
                if slowly and self.delay:
                    await asyncio.sleep(self.delay)
                target.write(piece)
                await target.drain()
        with contextlib.suppress(OSError):
            target.write_eof()
