"""PostgreSQL: synchronous psycopg in threads; one transaction at a time per connection, point reads in batches."""

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from dayshift.core.db.long_lists import allow_long_lists
from dayshift.core.db.maintenance import PROBE_SECONDS, read_probe, write_probe
from dayshift.core.db.work import Work, WorkQueue, in_thread
from dayshift.core.errors import Unavailable

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4
WRITERS = 8
POINT_READERS = 2
"""Threads per process, which is also the maximum number of connections."""

POINTS_AT_ONCE = 8
"""Maximum point reads per batch of one thread; later ones go to the other thread."""

LOCK_SLICE_SECONDS = 0.25
"""How long a thread waits for a lock before it does other work and retries: one locked row must not block all."""

CONFLICT_PAUSE_SECONDS = 0.05
"""Upper bound of the random pause before a retry."""

CONFLICTS = frozenset({"40001", "40P01", "55P03"})
"""SQLSTATEs after which the same transaction may succeed: serialization failure, deadlock, lock not available."""

REST_SECONDS = 1.0
"""Idle time after which a connection may have been dropped by the network."""


class Conflict(Exception):
    """The transaction was rolled back because it conflicted with another one; it can be retried."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Server-side timeouts in seconds: statement, lock, and idle in transaction.

    They match how long a page request may wait. Commands and workers run long statements without these limits.
    """

    statement: float = 30.0
    lock: float = 5.0
    """Waits in slices, between which other work runs."""
    at_rest: float = 30.0

    def as_options(self) -> str:
        """Return the libpq `options` string."""
        bounds = {
            "statement_timeout": self.statement,
            "lock_timeout": min(self.lock, LOCK_SLICE_SECONDS),
            "idle_in_transaction_session_timeout": self.at_rest,
        }
        return " ".join(f"-c {name}={round(seconds * 1000)}" for name, seconds in bounds.items())


_PROBING = {
    "connect_timeout": round(PROBE_SECONDS),
    "options": f"-c statement_timeout={round(PROBE_SECONDS * 1000)} -c lock_timeout={round(PROBE_SECONDS * 1000)}",
}


class PostgresqlDatabase:
    """`core.db.Database` over a pool with one connection per thread."""

    def __init__(self, url: URL, *, patience: Patience | None = None) -> None:
        self._engine = create_engine(
            url,
            pool_size=READERS + WRITERS + POINT_READERS,
            max_overflow=0,
            connect_args={"options": patience.as_options()} if patience else {},
            hide_parameters=True,  # Parameters may be personal data, and error texts reach the log.
        )
        self._conflict_seconds = (patience or Patience()).lock
        self._probes = create_engine(url, poolclass=NullPool, connect_args=_PROBING, hide_parameters=True)
        _ping_after_idle(self._engine)
        _hide_row_details(self._engine)
        allow_long_lists(self._engine)
        self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="db-read")
        each_alone = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._points = _Threads("db-points", POINT_READERS, each_alone, most=POINTS_AT_ONCE, again=True)
        self._writers = _Threads("db-write", WRITERS, self._engine)

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._retried(lambda: self._points.submit(lambda tx: fn(tx, *args, **kwargs)))

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def on_snapshot() -> T:
            try:
                with self._snapshots.begin() as tx:
                    return in_thread(lambda: fn(tx, *args, **kwargs))
            except DBAPIError as error:
                raise _for_caller(error) from error

        loop = asyncio.get_running_loop()
        return await self._retried(lambda: loop.run_in_executor(self._readers, on_snapshot))

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def in_transaction(tx: Connection) -> T:
            with tx.begin():
                return fn(tx, *args, **kwargs)

        return await self._retried(lambda: self._writers.submit(in_transaction))

    async def _retried(self, attempt: Callable[[], "asyncio.Future[T]"]) -> T:
        """Run the transaction, and retry it on conflict, behind everything queued since."""
        end = time.monotonic() + self._conflict_seconds
        while True:
            try:
                return await attempt()
            except Conflict as error:
                if time.monotonic() >= end:
                    raise Unavailable from error
            await asyncio.sleep(random.uniform(0, CONFLICT_PAUSE_SECONDS))  # noqa: S311

    async def probe_reads(self) -> None:
        await asyncio.to_thread(read_probe, self._probes)

    async def probe(self) -> None:
        await asyncio.to_thread(write_probe, self._probes)

    async def purge_deleted(self) -> bool:
        return True

    def close(self) -> None:
        self._points.close()
        self._writers.close()
        self._readers.shutdown()
        self._engine.dispose()


class _Threads:
    """A pool of at most `most_threads` threads, each of which keeps a connection while it has work.

    Checking a connection out and in costs more than a small statement. A new thread starts, and takes its connection,
    only if no other is free. With `again`, work that failed on a broken connection is retried once on a new one: for
    reads only.
    """

    def __init__(self, name: str, most_threads: int, engine: Engine, *, most: int = 1, again: bool = False) -> None:
        self._name = name
        self._most_threads = most_threads
        self._engine = engine
        self._again = again
        self._queue = WorkQueue(most_threads, most)
        self._free = threading.Semaphore(0)
        self._threads: list[threading.Thread] = []

    def submit(self, fn: Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        future = self._queue.submit(fn)
        if not self._free.acquire(blocking=False) and len(self._threads) < self._most_threads:
            name = f"{self._name}-{len(self._threads)}"
            self._threads.append(threading.Thread(target=self._run, name=name, daemon=True))
            self._threads[-1].start()
        return future

    def close(self) -> None:
        self._queue.close()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        tx: Connection | None = None
        for batch in self._queue.batches(rest=REST_SECONDS):
            for work in batch:
                tx = self._do(tx, work)
                self._free.release()
            if tx and not batch:  # Idle: return the connection to the pool, which checks that it is alive.
                tx.close()
                tx = None
        if tx:
            tx.close()

    def _do(self, tx: Connection | None, work: Work) -> Connection | None:
        """Run the work; return the connection to reuse, or None if a new one is needed."""
        kept = tx is not None
        try:
            tx = tx or self._engine.connect()
            work.result = work.run(tx)
        except BaseException as error:  # noqa: BLE001  (re-raised in the caller)
            broken = isinstance(error, DBAPIError) and error.connection_invalidated
            if tx:
                with contextlib.suppress(Exception):  # A thread must survive whatever its connection does.
                    tx.close()
            if broken and kept and self._again:
                return self._do(None, work)
            work.error = _for_caller(error)
            return None
        return tx


def _ping_after_idle(engine: Engine) -> None:
    """Have the pool ping a connection before use, but only after it was idle for a while.

    A ping before each use costs a round trip per unit of work. In a busy pool, only the work in progress fails when
    connections break; callers get `Unavailable` and retry, and later work gets new connections.
    """

    @event.listens_for(engine, "checkin")
    def record_checkin(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["idle_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ping(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        since = record.info.pop("idle_since", None)
        if since is not None and time.monotonic() - since > REST_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except psycopg.Error as error:
                raise InvalidatePoolError from error


def _hide_row_details(engine: Engine) -> None:
    """Remove the server's DETAIL from errors: it quotes the rejected row, which may be personal data."""

    @event.listens_for(engine, "handle_error")
    def shorten(context: ExceptionContext) -> None:
        original, ours = context.original_exception, context.sqlalchemy_exception
        if isinstance(original, psycopg.Error) and ours is not None and original.diag.message_primary:
            original.args = (original.diag.message_primary,)
            ours.args = (f"({type(original).__name__}) {original.diag.message_primary}",)


def _for_caller(error: BaseException) -> BaseException:
    """Map restarts and timeouts of the server to `Unavailable`; return other errors unchanged."""
    original = getattr(error, "orig", None)
    if isinstance(original, psycopg.Error) and original.sqlstate in CONFLICTS:
        conflict = Conflict(str(original))
        conflict.__cause__ = error
        return conflict
    if not isinstance(error, OperationalError):
        return error
    unavailable = Unavailable()
    unavailable.__cause__ = error
    return unavailable
