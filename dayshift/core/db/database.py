"""The port through which everything reaches the database, and the choice between its two engines."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, make_url, text

from dayshift.core.errors import CannotStart
from dayshift.core.extras import load

Tx = Connection
"""An open transaction. Whoever holds one may read and write, and must neither commit nor wait."""

P = ParamSpec("P")
T = TypeVar("T")


_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")


def hold_lock(tx: Tx, name: str) -> None:
    """Hold the lock `name` until the commit: what a limit counts cannot change between its check and the insert.

    Take it before rows that others may lock while they wait for it. SQLite has a single writer and needs none.
    """
    if tx.dialect.name == "postgresql":
        tx.execute(_LOCK, {"name": name})


class DatabaseInUse(CannotStart):
    """Another server process already serves this SQLite file."""


class Database(Protocol):
    """Runs domain functions inside transactions.

    Every call takes `fn(tx, *args, **kwargs)` and returns what it returns. An exception of `fn`
    rolls its own work back and reaches the caller; nobody else's work is touched.
    """

    async def lookup(self, fn: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A few indexed point reads. On SQLite they are answered in the event loop, in microseconds."""
        ...

    async def read(self, fn: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Any reading, on one consistent snapshot, outside the event loop."""
        ...

    async def write(self, fn: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One transaction; returns only after it is durable."""
        ...

    async def probe(self) -> None:
        """Commit a small write on a connection of its own. Raises what the database says, within a few seconds."""
        ...

    def close(self) -> None:
        """Finish what was accepted, then release every connection. Idempotent."""
        ...


def open_database(url: str, *, only_server: bool = False) -> Database:
    """Open the database at `url` ('sqlite:///PATH' or 'postgresql://...').

    `only_server` takes the lock by which a SQLite file has one server process at the most; a second
    one raises `DatabaseInUse`. With PostgreSQL it bounds how long a statement or a lock is waited for.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        from dayshift.core.db.sqlite import SqliteDatabase  # noqa: PLC0415  (one engine is loaded, not both)

        return SqliteDatabase(Path(parsed.database or ""), only_server=only_server)
    engine = load("dayshift.core.db.postgresql", "DAYSHIFT_DATABASE_URL", "postgresql")
    patience = engine.Patience() if only_server else None
    database: Database = engine.PostgresqlDatabase(parsed.set(drivername="postgresql+psycopg"), patience=patience)
    return database
