"""PostgreSQL: synchronous psycopg in threads; transactions one by one, point reads several in one go."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from dayshift.kit.db.work import Work, WorkQueue
from dayshift.kit.errors import Unavailable

P = ParamSpec("P")
T = TypeVar("T")

POINT_THREADS = 2
POINTS_AT_ONCE = 8
"""Point reads that one thread takes on in one go; whoever comes meanwhile is for the other."""

REST_SECONDS = 1.0
"""After so long unused, a connection may have been cut by something on the way."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server may be kept waiting, in seconds: by a statement, by a lock, by a transaction of ours at rest.

    Nobody waits for a page longer; what takes longer on purpose is done by commands and workers, without these bounds.
    """

    statement: float = 30.0
    lock: float = 5.0
    at_rest: float = 30.0

    def as_options(self) -> str:
        """What libpq says to the server as a connection opens."""
        bounds = {
            "statement_timeout": self.statement,
            "lock_timeout": self.lock,
            "idle_in_transaction_session_timeout": self.at_rest,
        }
        return " ".join(f"-c {name}={round(seconds * 1000)}" for name, seconds in bounds.items())


class PostgresqlDatabase:
    """`kit.db.Database` over a pool of as many connections as threads, so that nobody waits twice."""

    def __init__(self, url: URL, *, connections: int = 8, patience: Patience | None = None) -> None:
        self._engine = create_engine(
            url,
            pool_size=connections + POINT_THREADS,
            max_overflow=0,
            connect_args={"options": patience.as_options()} if patience else {},
            hide_parameters=True,  # What people sent has no place in a log, and an error's text gets there.
        )
        _ask_after_a_rest(self._engine)
        _tell_of_no_row(self._engine)
        self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="db")
        self._points = _Points(self._engine)

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        result: T = await self._points.submit(lambda tx: fn(tx, *args, **kwargs))
        return result

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._snapshots, lambda tx: fn(tx, *args, **kwargs))

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._engine, lambda tx: fn(tx, *args, **kwargs))

    def close(self) -> None:
        self._points.close()
        self._threads.shutdown()
        self._engine.dispose()

    async def _run(self, engine: Engine, fn: Callable[[Connection], T]) -> T:
        def in_transaction() -> T:
            try:
                with engine.begin() as tx:
                    return fn(tx)
            except OperationalError as error:  # It is being restarted, took too long, or two were in each other's way.
                raise Unavailable from error

        return await asyncio.get_running_loop().run_in_executor(self._threads, in_transaction)


class _Points:
    """A few threads that answer point reads, each on a connection that it keeps.

    Every statement is a transaction of its own, so a connection that has broken meanwhile costs nobody anything:
    what it did not answer is asked again on a new one.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._queue = WorkQueue(POINT_THREADS, most=POINTS_AT_ONCE)
        self.submit = self._queue.submit
        self._threads = [
            threading.Thread(target=self._run, name=f"db-points-{number}", daemon=True)
            for number in range(POINT_THREADS)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._queue.close()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        tx: Connection | None = None
        for batch in self._queue.batches():
            for work in batch:
                tx = self._answer(tx, work)
        if tx is not None:
            tx.close()

    def _answer(self, tx: Connection | None, work: Work) -> Connection | None:
        """Do the work; returns the connection for the next one, None where a new one is needed."""
        kept = tx is not None
        try:
            tx = tx or self._engine.connect()
            work.result = work.fn(tx)
        except BaseException as error:  # noqa: BLE001  (it belongs to the caller, who gets it back)
            broken = isinstance(error, DBAPIError) and error.connection_invalidated
            if tx is not None:
                tx.close()
            if broken and kept:
                return self._answer(None, work)
            work.error = _for_caller(error)
            return None
        return tx


def _ask_after_a_rest(engine: Engine) -> None:
    """Have the pool ask the server whether a connection still stands, but only one that has rested for a while.

    Asking before each use costs a round trip for each unit of work. In a busy pool a break is met by those few that
    were at work, who are told to come again; all others get new connections.
    """

    @event.listens_for(engine, "checkin")
    def rest(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        since = record.info.pop("rests_since", None)
        if since is not None and time.monotonic() - since > REST_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except psycopg.Error as error:
                raise InvalidatePoolError from error


def _tell_of_no_row(engine: Engine) -> None:
    """Leave out of an error what the server adds to it in detail: the row that it refused, and so somebody's data."""

    @event.listens_for(engine, "handle_error")
    def shorten(context: ExceptionContext) -> None:
        original, ours = context.original_exception, context.sqlalchemy_exception
        if isinstance(original, psycopg.Error) and ours is not None and original.diag.message_primary:
            original.args = (original.diag.message_primary,)
            ours.args = (f"({type(original).__name__}) {original.diag.message_primary}",)


def _for_caller(error: BaseException) -> BaseException:
    """Being restarted or taking too long is a condition of the server; all else stays as it is."""
    if not isinstance(error, OperationalError):
        return error
    unavailable = Unavailable()
    unavailable.__cause__ = error
    return unavailable
