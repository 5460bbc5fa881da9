"""PostgreSQL: synchronous psycopg in threads, one thread hop for each unit of work."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.exc import OperationalError

from dayshift.kit.errors import Unavailable

P = ParamSpec("P")
T = TypeVar("T")


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
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,
            connect_args={"options": patience.as_options()} if patience else {},
            hide_parameters=True,  # What people sent has no place in a log, and an error's text gets there.
        )
        self._points = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="db")

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._points, lambda tx: fn(tx, *args, **kwargs))

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._snapshots, lambda tx: fn(tx, *args, **kwargs))

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(self._engine, lambda tx: fn(tx, *args, **kwargs))

    def close(self) -> None:
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
