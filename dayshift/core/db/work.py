"""The queue of work for the one thread that writes to SQLite, and results back to the event loop."""

import asyncio
import contextlib
import queue
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from typing import Any, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")


def in_thread(fn: Callable[[], T]) -> T:
    """Return the result of `fn`, for a future. Raises `RuntimeError` for `StopIteration`, which no future takes."""
    try:
        return fn()
    except StopIteration as error:
        raise RuntimeError("StopIteration in a transaction") from error


class Work:
    """One unit of work and its result or error. It runs in the context of its caller."""

    def __init__(self, fn: Callable[[Connection], Any]) -> None:
        self._fn = fn
        self._context = copy_context()
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self, tx: Connection) -> Any:
        """Return the result of the work in this transaction."""
        return in_thread(lambda: self._context.run(self._fn, tx))

    def settle(self) -> None:
        """Resolve the caller's future. A caller that was cancelled (its client disconnected) does not undo the work."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class WorkQueue:
    """A FIFO queue of work, taken in batches by one thread.

    The thread takes everything queued, up to `most`: under load one wake-up, one commit and one event loop callback
    serve many callers; without load, work starts at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._failure: BaseException | None = None

    def submit(self, fn: Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        """Queue `fn`; the future resolves to its result."""
        work = Work(fn)
        self._queue.put(work)
        if self._failure is not None:
            self.fail(self._failure)
        return work.future

    def fail(self, error: BaseException, batch: Sequence[Work] = ()) -> None:
        """Fail the batch that was taken, all queued work, and all later work: the thread has ended."""
        self._failure = error
        failed = list(batch)
        with contextlib.suppress(queue.Empty):
            while True:
                if (work := self._queue.get_nowait()) is not None:
                    failed.append(work)
        for work in failed:
            work.error = work.error or error
        _settle_together(failed)

    def batches(self) -> Iterator[list[Work]]:
        """Yield batches of queued work until the queue is closed; a batch is settled when the next one is requested."""
        is_open = True
        while is_open:
            batch = [self._queue.get()]
            with contextlib.suppress(queue.Empty):
                while batch[-1] is not None and len(batch) < self._most:
                    batch.append(self._queue.get_nowait())
            is_open = batch[-1] is not None
            if work := [item for item in batch if item is not None]:
                yield work
                _settle_together(work)

    def close(self) -> None:
        """Reject new work; queued work still runs."""
        self._queue.put(None)


def _settle_together(batch: list[Work]) -> None:
    for loop in {work.loop for work in batch}:
        mine = [work for work in batch if work.loop is loop]
        with contextlib.suppress(RuntimeError):  # The loop is closed, so no caller is left.
            loop.call_soon_threadsafe(_settle_each, mine)


def _settle_each(batch: list[Work]) -> None:
    for work in batch:
        work.settle()
