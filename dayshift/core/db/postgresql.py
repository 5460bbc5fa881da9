"""PostgreSQL: synchronous psycopg in threads."""

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from dayshift.core.db.long_lists import allow_long_lists
from dayshift.core.db.maintenance import PROBE_SECONDS, read_probe, write_probe
from dayshift.core.db.sealed import use_keys
from dayshift.core.db.work import in_thread
from dayshift.core.errors import Unavailable
from dayshift.core.secret_keys import SecretKeys

P = ParamSpec("P")
T = TypeVar("T")

REST_SECONDS = 1.0
"""Idle time after which a connection may have been dropped by the network."""

READERS = 4
WRITERS = 8
POINT_READERS = 2
"""Threads per process, which is also the maximum number of connections."""

LOCK_SLICE_SECONDS = 0.25
"""How long a thread waits for a lock before it does other work and retries: one locked row must not block all."""

CONFLICT_PAUSE_SECONDS = 0.05
"""Upper bound of the random pause before a retry."""

CONFLICTS = frozenset({"40001", "40P01", "55P03"})
"""SQLSTATEs after which the same transaction may succeed: serialization failure, deadlock, lock not available."""


class Conflict(Exception):
    """The transaction was rolled back because it conflicted with another one; it can be retried."""


@dataclass(frozen=True, slots=True)
class ServerTimeouts:
    """Server-side timeouts in seconds: statement, lock, and idle in transaction.

    They match how long a page request may wait. Commands and workers run long statements without these limits.
    """

    statement: float = 30.0
    lock: float = 5.0
    """Waits in slices, between which other work runs."""
    idle: float = 30.0

    def as_options(self) -> str:
        """Return the libpq `options` string."""
        bounds = {
            "statement_timeout": self.statement,
            "lock_timeout": min(self.lock, LOCK_SLICE_SECONDS),
            "idle_in_transaction_session_timeout": self.idle,
        }
        return " ".join(f"-c {name}={round(seconds * 1000)}" for name, seconds in bounds.items())


_PROBING = {
    "connect_timeout": round(PROBE_SECONDS),
    "options": f"-c statement_timeout={round(PROBE_SECONDS * 1000)} -c lock_timeout={round(PROBE_SECONDS * 1000)}",
}


class PostgresqlDatabase:
    """`core.db.Database` over SQLAlchemy's pool. Each method has its own threads, so that none waits for another."""

    def __init__(self, url: URL, keys: SecretKeys | None = None, *, timeouts: ServerTimeouts | None = None) -> None:
        options = timeouts.as_options() if timeouts else ""
        self._engine = _engine_of(url, READERS + WRITERS, options)
        self._each_alone = _engine_of(
            url, POINT_READERS, options, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True
        )
        for engine in (self._engine, self._each_alone):
            use_keys(engine, keys)
        self._conflict_seconds = (timeouts or ServerTimeouts()).lock
        self._probes = create_engine(url, poolclass=NullPool, connect_args=_PROBING, hide_parameters=True)
        self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._points = ThreadPoolExecutor(POINT_READERS, thread_name_prefix="db-points")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="db-read")
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="db-write")

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._points, self._each_alone.connect, lambda tx: fn(tx, *args, **kwargs))

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._readers, self._snapshots.begin, lambda tx: fn(tx, *args, **kwargs))

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._writers, self._engine.begin, lambda tx: fn(tx, *args, **kwargs))

    async def _run(
        self,
        threads: ThreadPoolExecutor,
        begin: Callable[[], AbstractContextManager[Connection]],
        fn: Callable[[Connection], T],
    ) -> T:
        """Run the transaction in a thread, and retry it on conflict, behind everything queued since."""

        def work() -> T:
            try:
                with begin() as tx:
                    return in_thread(lambda: fn(tx))
            except DBAPIError as error:
                raise _for_caller(error) from error

        loop, end = asyncio.get_running_loop(), time.monotonic() + self._conflict_seconds
        while True:
            try:
                return await loop.run_in_executor(threads, copy_context().run, work)
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
        for threads in (self._points, self._readers, self._writers):
            threads.shutdown()
        self._engine.dispose()
        self._each_alone.dispose()


def _engine_of(url: URL, connections: int, options: str, **how: Any) -> Engine:
    """Return an engine with at most so many connections; `options` are libpq's."""
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        connect_args={"options": options},
        hide_parameters=True,  # Parameters may be personal data, and error texts reach the log.
        **how,
    )
    _ping_after_idle(engine)
    _hide_row_details(engine)
    allow_long_lists(engine)
    return engine


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
