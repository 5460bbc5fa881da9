"""The interface for all database access, and the choice between the two engines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, make_url, text

from dayshift.core.errors import CannotStart
from dayshift.core.extras import load
from dayshift.core.secret_keys import SecretKeys

Tx = Connection
"""An open transaction. Functions that take one may read and write, and must neither commit nor wait."""

P = ParamSpec("P")
T = TypeVar("T")


_PLAN_FOR_VALUES = text("SET LOCAL plan_cache_mode = force_custom_plan")
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")


def hold_lock(tx: Tx, name: str) -> None:
    """Hold the lock `name` until the commit, so that a count cannot change between a limit's check and the insert.

    Take it before locking rows that other transactions may lock while they wait for it. SQLite has one writer: a no-op.
    """
    if tx.dialect.name == "postgresql":
        tx.execute(_LOCK, {"name": name})


def plan_for_values(tx: Tx) -> None:
    """Plan the statements of this transaction for the values that they are run with.

    After ten runs PostgreSQL plans a prepared statement for any values, which is a hundred times as slow where it
    matters how many rows a value has. SQLite plans for any values anyway: a no-op.
    """
    if tx.dialect.name == "postgresql":
        tx.execute(_PLAN_FOR_VALUES)


class DatabaseInUse(CannotStart):
    """Another server process already uses this SQLite file."""


class Database(Protocol):
    """Runs domain functions inside transactions.

    Every call takes `fn(tx, *args, **kwargs)` and returns its result. An exception from `fn` rolls back
    only that call's own work and propagates to the caller.
    """

    async def lookup(self, fn: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a few indexed point reads. On SQLite they run in the event loop, in microseconds."""
        ...

    async def read(self, fn: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run any read on one consistent snapshot, outside the event loop."""
        ...

    async def write(self, fn: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run one transaction; return only after it is durable."""
        ...

    async def probe_reads(self) -> None:
        """Read on a separate connection. Raises the database's error, within a few seconds."""
        ...

    async def probe(self) -> None:
        """Commit a small write. Raises the database's error, within a few seconds.

        On SQLite by the thread that makes all writes, on PostgreSQL on a separate connection.
        """
        ...

    async def purge_deleted(self) -> bool:
        """Remove what deleted rows have left in the database's files; return whether all of it is gone.

        SQLite moves its log into the database file, where deleted content is overwritten; not while a long read runs.
        PostgreSQL's autovacuum does it by itself.
        """
        ...

    def close(self) -> None:
        """Finish accepted work, then release every connection. Idempotent."""
        ...


def engine_for(url: str) -> Engine:
    """Return an engine without a pool's threads and limits, for commands. Raises `ExtraMissing`."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        load("psycopg", "DAYSHIFT_DATABASE_URL", "postgresql")
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(parsed, hide_parameters=True)


@contextmanager
def transaction(url: str) -> Iterator[Tx]:
    """One transaction on a connection of its own, for commands. Raises `ExtraMissing`."""
    engine = engine_for(url)
    try:
        with engine.begin() as tx:
            yield tx
    finally:
        engine.dispose()


def open_database(url: str, keys: SecretKeys | None = None, *, only_server: bool = False) -> Database:
    """Open the database at `url` ('sqlite:///PATH' or 'postgresql://...'). Its secrets open with `keys`.

    `only_server` takes a lock that limits a SQLite file to one server process; a second one raises
    `DatabaseInUse`. With PostgreSQL it sets statement, lock and idle-transaction timeouts.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        from dayshift.core.db.sqlite import SqliteDatabase  # noqa: PLC0415  (load only the engine in use)

        return SqliteDatabase(Path(parsed.database or ""), keys, only_server=only_server)
    engine = load("dayshift.core.db.postgresql", "DAYSHIFT_DATABASE_URL", "postgresql")
    timeouts = engine.ServerTimeouts() if only_server else None
    database: Database = engine.PostgresqlDatabase(parsed.set(drivername="postgresql+psycopg"), keys, timeouts=timeouts)
    return database
