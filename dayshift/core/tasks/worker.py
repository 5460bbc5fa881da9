"""The worker: claims due tasks and runs their handlers in this event loop."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from time import perf_counter
from typing import Any

import structlog
from opentelemetry.trace import SpanKind, Tracer

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.db.maintenance import refresh_statistics
from dayshift.core.metrics import count_attempt
from dayshift.core.tasks.maintenance import remove_done
from dayshift.core.tasks.queue import (
    LEASE,
    MAX_ATTEMPTS,
    UNKNOWN,
    Handler,
    LeaseLost,
    Snooze,
    Task,
    claim,
    extend_lease,
    has_due,
    leave,
    retry,
    snooze,
    write_and_finish,
)
from dayshift.core.traces import Attributes, start_span

log = structlog.get_logger()

STOP_SECONDS = 3.0
"""How long a stopping worker waits for running tasks; other workers take over the rest."""
POLL_SECONDS = 0.25
REST_SECONDS = 2.0
"""Pause of a worker whose database rejects writes: its disk is full, or it is restarting."""
CLEAR_UP_EVERY = timedelta(hours=1)


class WorkerDied(RuntimeError):
    """Every worker that started the task died before finishing it."""

    def __init__(self) -> None:
        super().__init__("every worker that began with it died")


class Worker:
    """Claims due tasks and runs their handlers, up to `concurrency` at once, in this event loop.

    Tasks of the `urgent` kinds are claimed first, and one slot is reserved for them. With `only`, it claims those kinds
    and leaves the cleanup to another worker; `without` are kinds that it leaves to another worker.

    A claim is a lease of length `lease`, extended while the handler runs. If a worker dies, other workers
    take over its tasks within that time.
    """

    def __init__(  # noqa: PLR0913  (independent options)
        self,
        db: Database,
        handlers: Mapping[str, Handler],
        *,
        concurrency: int = 4,
        lease: timedelta = LEASE,
        tracer: Tracer | None = None,
        urgent: Collection[str] = (),
        only: Collection[str] = (),
        without: Collection[str] = (),
    ) -> None:
        self._db = db
        self._handlers = handlers
        self._concurrency = concurrency
        self._lease = lease
        self._tracer = tracer
        self._urgent = tuple(urgent)
        self._kinds = tuple(only) or None
        self._without = tuple(without)
        self._reserved = 1 if urgent and concurrency > 1 else 0
        self._running: set[asyncio.Task[None]] = set()
        self._clear_up_at = now()

    async def run(self) -> None:
        """Work until cancelled; then let running tasks finish."""
        try:
            while True:
                if not await self._claim_or_pause():
                    await self._wait()
        finally:
            await self._stop()

    async def _stop(self) -> None:
        """Wait for running tasks; release those that take too long, so that another worker can start them at once."""
        if self._running:
            await asyncio.wait(self._running, timeout=STOP_SECONDS)
        for job in self._running:
            job.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _wait(self) -> None:
        """Return when a slot becomes free, at the latest after the poll interval."""
        if self._running:
            await asyncio.wait(self._running, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(POLL_SECONDS)

    async def _claim_or_pause(self) -> int:
        """Start due tasks; return how many were started. Pauses if the database fails."""
        try:
            await self._clear_up()
            return await self.claim_due()
        except Exception:
            log.exception("claiming tasks failed")
            await asyncio.sleep(REST_SECONDS)
            return 0

    async def _clear_up(self) -> None:
        """Every hour, remove old tasks in small batches, then refresh the database's statistics."""
        if self._kinds is None and now() >= self._clear_up_at:
            removed = await self._db.write(remove_done)
            if not removed:
                await self._db.write(refresh_statistics)
            self._clear_up_at = now() + (timedelta(0) if removed else CLEAR_UP_EVERY)

    async def claim_due(self) -> int:
        """Start as many due tasks as there are free slots; return how many."""
        free = self._concurrency - len(self._running)
        kinds = self._urgent if free == self._reserved else self._kinds
        if free == 0 or not await self._db.lookup(has_due, kinds, without=self._without):
            return 0
        claimed = await self._db.write(self._claim, free)
        for task in claimed:
            job = asyncio.create_task(self._run(task), name=f"{task.kind}:{task.id}")
            self._running.add(job)
            job.add_done_callback(self._running.discard)
        return len(claimed)

    def _claim(self, tx: Tx, free: int) -> list[Task]:
        urgent = claim(tx, free, self._lease, kinds=self._urgent) if self._urgent else []
        left = free - len(urgent) - self._reserved
        if left <= 0:
            return urgent
        return urgent + claim(tx, left, self._lease, kinds=self._kinds, without=self._without)

    async def drain(self) -> None:
        """Run all due tasks, and those they enqueue as due, then return. For tests and the CLI."""
        busy = True
        while busy:
            busy = bool(self._running)  # Read before the claim, which misses tasks added by one that is finishing.
            busy = await self.claim_due() > 0 or busy
            if self._running:
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)

    async def _run(self, task: Task) -> None:
        bound = log.bind(task=task.id, kind=task.kind, attempt=task.attempts)
        if task.kind not in self._handlers:  # Enqueued by a newer version; its own workers handle it.
            bound.warning("task of unknown kind skipped")
            await self._hand_back(leave, task, UNKNOWN)
            return
        if task.attempts > MAX_ATTEMPTS:  # Claimed this often without ever being released: it crashes workers.
            await self._hand_back(retry, task, WorkerDied())
            return
        beat = asyncio.create_task(self._keep_lease(task))
        try:
            await self._do(task)
        except asyncio.CancelledError:
            await self._hand_back(snooze, task, timedelta(0))
            raise
        except LeaseLost:
            bound.warning("task taken over by another worker")
        except Exception as error:  # noqa: BLE001  (any handler error is retried, then dead)
            bound.error("task failed", exc_info=error, dead=task.attempts >= MAX_ATTEMPTS)
            await self._hand_back(retry, task, error)
        finally:
            beat.cancel()

    async def _do(self, task: Task) -> None:
        about: Attributes = {
            "dayshift.task.kind": task.kind,
            "dayshift.task.id": task.id,
            "dayshift.task.attempt": task.attempts,
        }
        began, outcome = perf_counter(), "failed"
        try:
            with start_span(self._tracer, f"task {task.kind}", SpanKind.CONSUMER, about, task.trace) as span:
                try:
                    write = await self._handlers[task.kind](task)
                    await self._db.write(write_and_finish, task, write)
                    outcome = "done"
                except Snooze as later:  # The write may raise it too, and is rolled back.
                    outcome = "later"
                    span.set_attribute("dayshift.task.snoozed", True)
                    await self._hand_back(snooze, task, later.delay)
        finally:
            count_attempt(task.kind, outcome, perf_counter() - began)

    async def _hand_back(self, how: Callable[..., None], task: Task, reason: Any) -> None:
        try:
            await self._db.write(how, task, reason)
        except LeaseLost:
            pass
        except Exception:  # If the database is down, the task is released when its lease expires.
            log.exception("releasing the task failed", task=task.id, kind=task.kind)

    async def _keep_lease(self, task: Task) -> None:
        while True:
            await asyncio.sleep(self._lease.total_seconds() / 3)
            try:
                await self._db.write(extend_lease, task, self._lease)
            except Exception:  # Retried at the next interval; losing the lease is harmless.
                log.exception("extending the lease failed", task=task.id, kind=task.kind)
