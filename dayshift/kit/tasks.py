"""Durable background work: a task is a row, written in the same transaction as its cause.

A claimed task carries a lease and a fence. Its `due_at` becomes the end of the lease, so a task
whose worker died is simply due again, for any worker. A handler does its slow work outside any
transaction and returns what to write; that write and the end of the task are one transaction, so
effects in the database happen exactly once. Effects outside it need an idempotency key (the
task's id serves).
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Column, Index, Integer, String, Table, Text, bindparam, case, select, update

from dayshift.kit.clock import now
from dayshift.kit.db import Database, Instant, Json, Tx, insert, metadata
from dayshift.kit.ids import new_id

log = structlog.get_logger()

LEASE = timedelta(seconds=30)
MAX_ATTEMPTS = 10
STOP_SECONDS = 8.0
"""How long a worker that is told to stop waits for what is running; the rest is taken over later."""
POLL_SECONDS = 0.25
REST_SECONDS = 2.0
"""Pause of a worker whose database takes no writes: its disk is full, or it is being restarted."""

tasks = Table(
    "tasks",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("kind", String(80), nullable=False),
    Column("payload", Json, nullable=False),
    Column("key", String(200), unique=True),  # Held while the task is open; a second one joins the first.
    Column("state", String(8), nullable=False),  # ready | running | done | dead
    Column("due_at", Instant, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("fence", Integer, nullable=False),
    Column("last_error", Text),
    Column("created_at", Instant, nullable=False),
)
_OPEN = tasks.c.state.in_(("ready", "running"))
Index("ix_tasks_due_at", tasks.c.due_at, sqlite_where=_OPEN, postgresql_where=_OPEN)


@dataclass(frozen=True)
class Task:
    """A claimed task. `fence` proves the claim: once another worker claims it, ours writes nothing."""

    id: str
    kind: str
    payload: dict[str, Any]
    attempts: int
    fence: int


Write = Callable[[Tx], None]
Handler = Callable[[Task], Awaitable[Write | None]]


class Snooze(Exception):
    """Raised by a handler whose time has not come: try again after `delay`, which is no failure."""

    def __init__(self, delay: timedelta) -> None:
        super().__init__(f"not yet, again in {delay}")
        self.delay = delay


class LeaseLost(Exception):
    """Another worker has taken the task over; nothing of ours may be written."""


_insert = insert(tasks)
_enqueue = _insert.on_conflict_do_update(
    index_elements=[tasks.c.key],
    # Joining an open task makes it due with the newer payload. One that is running right now begins again:
    # its worker loses the fence, so that what it did with the older payload is not written.
    set_={
        "payload": _insert.excluded.payload,
        "state": "ready",
        "due_at": _insert.excluded.due_at,
        "attempts": 0,
        "fence": tasks.c.fence + 1,
    },
)
_due = select(tasks.c.id).where(_OPEN, tasks.c.due_at <= bindparam("now")).order_by(tasks.c.due_at)
_any_due = _due.limit(1)
_claim = (
    update(tasks)
    .where(tasks.c.id.in_(_due.limit(bindparam("most")).with_for_update(skip_locked=True)))
    .values(state="running", due_at=bindparam("until"), attempts=tasks.c.attempts + 1, fence=tasks.c.fence + 1)
    .returning(tasks.c.id, tasks.c.kind, tasks.c.payload, tasks.c.attempts, tasks.c.fence)
)
_mine = (tasks.c.id == bindparam("task")) & (tasks.c.fence == bindparam("held")) & (tasks.c.state == "running")
_settle = (
    update(tasks)
    .where(_mine)
    .values(
        state=bindparam("next"),
        due_at=bindparam("at"),
        attempts=bindparam("tries"),
        last_error=bindparam("why"),
        key=case((bindparam("next") == "done", None), else_=tasks.c.key),
    )
)
_extend = update(tasks).where(_mine).values(due_at=bindparam("until"))


def enqueue(
    tx: Tx, kind: str, payload: dict[str, Any], *, key: str | None = None, due_at: datetime | None = None
) -> None:
    """Ask for `kind` to be done with `payload`, at `due_at` (default: now).

    With a `key` at most one open task of that key exists: asking again begins it anew.
    """
    at = now()
    tx.execute(
        _enqueue,
        {
            "id": new_id(),
            "kind": kind,
            "payload": payload,
            "key": key,
            "state": "ready",
            "due_at": due_at or at,
            "attempts": 0,
            "fence": 0,
            "created_at": at,
        },
    )


def claim(tx: Tx, most: int, lease: timedelta = LEASE) -> list[Task]:
    """Take up to `most` due tasks for the time of a lease, oldest first. Safe among many workers."""
    at = now()
    rows = tx.execute(_claim, {"now": at, "until": at + lease, "most": most})
    return [Task(row.id, row.kind, row.payload, row.attempts, row.fence) for row in rows]


def finish(tx: Tx, task: Task) -> None:
    """Mark the task done, in the transaction of its effect. Raises `LeaseLost`."""
    _set(tx, task, "done", now(), tries=task.attempts)


def retry(tx: Tx, task: Task, error: BaseException) -> None:
    """Hand a failed task back: due again after a growing pause, or dead after `MAX_ATTEMPTS`."""
    state = "dead" if task.attempts >= MAX_ATTEMPTS else "ready"
    _set(tx, task, state, now() + back_off(task.attempts), tries=task.attempts, why=repr(error)[:2000])


def snooze(tx: Tx, task: Task, delay: timedelta) -> None:
    """Hand a task back whose time has not come; the attempt does not count."""
    _set(tx, task, "ready", now() + delay, tries=task.attempts - 1)


def back_off(attempts: int) -> timedelta:
    """Exponential pause with jitter: 1 s, 2 s, 4 s ... at most 10 minutes, each plus up to half."""
    return timedelta(seconds=min(600.0, 2.0 ** (attempts - 1)) * random.uniform(1, 1.5))  # noqa: S311


def _set(tx: Tx, task: Task, state: str, at: datetime, *, tries: int, why: str | None = None) -> None:
    values = {"task": task.id, "held": task.fence, "next": state, "at": at, "tries": tries, "why": why}
    if tx.execute(_settle, values).rowcount != 1:
        raise LeaseLost(task.id)


class Worker:
    """Claims due tasks and runs their handlers, up to `concurrency` at once, in this event loop.

    A claim holds for `lease` and is prolonged while its handler runs: so long after a worker's
    death, at the most, its tasks are taken over.
    """

    def __init__(
        self, db: Database, handlers: Mapping[str, Handler], *, concurrency: int = 4, lease: timedelta = LEASE
    ) -> None:
        self._db = db
        self._handlers = handlers
        self._concurrency = concurrency
        self._lease = lease
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Work until cancelled; then let what is running come to its end."""
        try:
            while True:
                pause = await self._claim_or_rest()
                await asyncio.sleep(pause)
        finally:
            if self._running:
                await asyncio.wait(self._running, timeout=STOP_SECONDS)

    async def _claim_or_rest(self) -> float:
        """Start what is due; returns the seconds to wait before looking again."""
        try:
            return 0 if await self.claim_due() else POLL_SECONDS
        except Exception:  # Whatever befell the database: when it is back, the work goes on.
            log.exception("no tasks could be claimed")
            return REST_SECONDS

    async def claim_due(self) -> int:
        """Start what is due and fits; returns how many tasks were started."""
        free = self._concurrency - len(self._running)
        if free == 0 or not await self._db.lookup(_has_due):
            return 0
        claimed = await self._db.write(claim, free, self._lease)
        for task in claimed:
            job = asyncio.create_task(self._run(task), name=f"{task.kind}:{task.id}")
            self._running.add(job)
            job.add_done_callback(self._running.discard)
        return len(claimed)

    async def drain(self) -> None:
        """Run everything that is due now, and what that makes due, then return. For tests and the CLI."""
        while await self.claim_due() or self._running:
            if self._running:
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)

    async def _run(self, task: Task) -> None:
        bound = log.bind(task=task.id, kind=task.kind, attempt=task.attempts)
        beat = asyncio.create_task(self._keep_lease(task))
        try:
            write = await self._handlers[task.kind](task)
            await self._db.write(_write_and_finish, task, write)
        except Snooze as later:
            await self._hand_back(snooze, task, later.delay)
        except LeaseLost:
            bound.warning("task taken over by another worker")
        except Exception as error:  # noqa: BLE001  (whatever a handler raises is retried, then dead)
            bound.error("task failed", exc_info=error, dead=task.attempts >= MAX_ATTEMPTS)
            await self._hand_back(retry, task, error)
        finally:
            beat.cancel()

    async def _hand_back(self, how: Callable[..., None], task: Task, reason: Any) -> None:
        try:
            await self._db.write(how, task, reason)
        except LeaseLost:
            pass
        except Exception:  # Without a database the end of the lease hands it back.
            log.exception("task not handed back", task=task.id, kind=task.kind)

    async def _keep_lease(self, task: Task) -> None:
        while True:
            await asyncio.sleep(self._lease.total_seconds() / 3)
            try:
                await self._db.write(_extend_lease, task, self._lease)
            except Exception:  # The next beat tries again; a lost lease harms nothing.
                log.exception("lease not prolonged", task=task.id, kind=task.kind)


def _has_due(tx: Tx) -> bool:
    return tx.execute(_any_due, {"now": now()}).first() is not None


def _write_and_finish(tx: Tx, task: Task, write: Write | None) -> None:
    finish(tx, task)
    if write is not None:
        write(tx)


def _extend_lease(tx: Tx, task: Task, lease: timedelta) -> None:
    tx.execute(_extend, {"task": task.id, "held": task.fence, "until": now() + lease})
