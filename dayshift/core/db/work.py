"""Units of work for threads that do several in one go, and the way back to the event loop that waits for them."""

import asyncio
import contextlib
import queue
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection


class Work:
    """One unit of work, and what came of it."""

    def __init__(self, fn: Callable[[Connection], Any]) -> None:
        self.fn = fn
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Tell who waits. A caller that went away (a client hung up) does not undo what is done."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class WorkQueue:
    """Work in the order in which it came, handed to `threads` threads in batches.

    Whoever takes a batch takes all that waits, up to `most`: under load one wake-up, one commit and one word to the
    event loop then serve many callers, and without load nobody waits for company.
    """

    def __init__(self, threads: int, most: int) -> None:
        self._threads = threads
        self._most = most
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()

    def submit(self, fn: Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        """Ask for `fn`; the future has its result."""
        work = Work(fn)
        self._queue.put(work)
        return work.future

    def batches(self, rest: float | None = None) -> Iterator[list[Work]]:
        """What waits, again and again until the queue is closed; each batch is settled when the next is asked for.

        After `rest` seconds in which nothing came there is an empty batch, once.
        """
        is_open, wait = True, rest
        while is_open:
            try:
                batch = [self._queue.get(timeout=wait)]
            except queue.Empty:
                wait = None
                yield []
                continue
            wait = rest
            with contextlib.suppress(queue.Empty):
                while batch[-1] is not None and len(batch) < self._most:
                    batch.append(self._queue.get_nowait())
            is_open = batch[-1] is not None
            if work := [item for item in batch if item is not None]:
                yield work
                _settle_together(work)

    def close(self) -> None:
        """Take nothing more; what waits is still done."""
        for _ in range(self._threads):
            self._queue.put(None)


def _settle_together(batch: list[Work]) -> None:
    for loop in {work.loop for work in batch}:
        mine = [work for work in batch if work.loop is loop]
        with contextlib.suppress(RuntimeError):  # The loop has ended, and with it whoever waited.
            loop.call_soon_threadsafe(_settle_each, mine)


def _settle_each(batch: list[Work]) -> None:
    for work in batch:
        work.settle()
