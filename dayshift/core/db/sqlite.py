"""SQLite: one writer thread with group commit, point reads in the loop, other reads in threads.

A single writer with a queue never gets 'database is locked', and sharing one fsync between all queued
writes makes `synchronous=FULL` nearly free (docs/decisions/0002).
"""

import asyncio
import contextlib
import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

from dayshift.core.db.database import DatabaseInUse
from dayshift.core.db.long_lists import allow_long_lists
from dayshift.core.db.maintenance import PROBE_SECONDS, probe_write, read_probe
from dayshift.core.db.sealed import use_keys
from dayshift.core.db.work import Work, WorkQueue, in_thread
from dayshift.core.errors import StorageFull
from dayshift.core.secret_keys import SecretKeys

log = structlog.get_logger()

P = ParamSpec("P")
T = TypeVar("T")

BATCH = 128
"""Maximum units of work per commit."""


class SqliteDatabase:
    """`core.db.Database` over one file. The module's docstring describes the concurrency."""

    def __init__(
        self, path: Path, keys: SecretKeys | None = None, *, only_server: bool = False, readers: int = 3
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _take_lock(path.with_name(path.name + ".lock")) if only_server else None
        self._engine = engine_of(path)
        use_keys(self._engine, keys)
        self._probes = engine_of(path, busy_seconds=PROBE_SECONDS)
        self._in_loop = _open_first(self._engine, path) if only_server else _open(self._engine, read_only=True)
        self._writer = _Writer(_open(self._engine, read_only=False))
        self._thread = threading.local()
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="db-read")
        self._closed = False

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return fn(self._in_loop, *args, **kwargs)

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def on_snapshot() -> T:
            tx = self._reader()
            _raw(tx).execute("BEGIN")
            try:
                return in_thread(lambda: fn(tx, *args, **kwargs))
            finally:
                _raw(tx).execute("ROLLBACK")

        return await asyncio.get_running_loop().run_in_executor(self._readers, on_snapshot)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        result: T = await self._writer.submit(lambda tx: fn(tx, *args, **kwargs))
        return result

    async def probe_reads(self) -> None:
        await asyncio.to_thread(read_probe, self._probes)

    async def probe(self) -> None:
        await self._writer.probe()

    async def purge_deleted(self) -> bool:
        return await asyncio.to_thread(_truncate_log, self._probes)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        self._readers.shutdown()
        self._in_loop.close()
        self._engine.dispose()
        if self._lock:
            self._lock.close()

    def _reader(self) -> Connection:
        if not hasattr(self._thread, "tx"):
            self._thread.tx = _open(self._engine, read_only=True)
        tx: Connection = self._thread.tx
        return tx


class _Writer:
    """The single writer thread."""

    def __init__(self, tx: Connection) -> None:
        self._tx = tx
        self._queue = WorkQueue(BATCH)
        self.submit = self._queue.submit
        self._thread = threading.Thread(target=self._run, name="db-write", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._queue.close()
        self._thread.join()
        self._tx.close()

    def _run(self) -> None:
        batch: list[Work] = []
        try:
            for batch in self._queue.batches():
                self._commit_together(batch)
        except BaseException as error:  # All later writes fail at once, and so does the probe.
            log.critical("the writer of the database has ended", exc_info=error)
            self._queue.fail(error, batch)

    async def probe(self) -> None:
        """Commit a write through the queue, or raise why that is impossible."""
        await self.submit(probe_write)

    def _commit_together(self, batch: list[Work]) -> None:
        raw = _raw(self._tx)
        try:
            raw.execute("BEGIN IMMEDIATE")
            for work in batch:
                self._run_in_savepoint(raw, work)
            raw.execute("COMMIT")
        except BaseException as failure:  # noqa: BLE001  (a full disk, a broken file, a fault: nothing is durable)
            with contextlib.suppress(sqlite3.Error):
                raw.execute("ROLLBACK")
            for work in batch:
                work.error = _for_caller(work.error or failure)

    def _run_in_savepoint(self, raw: sqlite3.Connection, work: Work) -> None:
        raw.execute("SAVEPOINT work")
        try:
            work.result = work.run(self._tx)
        except BaseException as error:
            work.error = error  # Re-raised in the caller.
            if not raw.in_transaction:  # On a full disk, SQLite rolls back the whole batch.
                raise
            raw.execute("ROLLBACK TO work")
        raw.execute("RELEASE work")


SYNCHRONOUS = "FULL"
"""Each commit is on the disk before it is acknowledged."""


def engine_of(path: Path, *, busy_seconds: float = 10.0) -> Engine:
    """Return an engine whose connections are configured for this module."""
    # Transactions are begun and ended explicitly above; the driver must not do it implicitly.
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # Parameters may be personal data, and error texts reach the log.
        connect_args={"check_same_thread": False, "timeout": busy_seconds},
    )

    @event.listens_for(engine, "connect")
    def configure(raw: sqlite3.Connection, _record: object) -> None:
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={SYNCHRONOUS}",
            "foreign_keys=ON",
            f"busy_timeout={round(busy_seconds * 1000)}",
            "cache_size=-16384",
            "mmap_size=268435456",
            "temp_store=MEMORY",
            "secure_delete=ON",  # The bytes of deleted rows are overwritten.
        ):
            raw.execute(f"PRAGMA {pragma}")

    allow_long_lists(engine)
    return engine


def _open(engine: Engine, *, read_only: bool) -> Connection:
    tx = engine.connect()
    if read_only:
        _raw(tx).execute("PRAGMA query_only=ON")
    return tx


RESERVE_BYTES = 1 << 20
"""Size of the file that a server deletes if its disk is full: opening the database takes some space, even for reads."""


def _open_first(engine: Engine, path: Path) -> Connection:
    """Open the database of a server, on a full disk by using the space that an earlier server reserved."""
    reserve = path.with_name(f"{path.name}.reserve")
    try:
        tx = _open(engine, read_only=True)
    except OperationalError:
        if not (reserve.exists() and _is_full(path.parent)):
            raise
        reserve.unlink()
        log.warning("disk full, the reserved space is used")
        return _open(engine, read_only=True)
    if not reserve.exists():
        try:
            reserve.write_bytes(bytes(RESERVE_BYTES))
        except OSError:
            reserve.unlink(missing_ok=True)
    return tx


def _is_full(folder: Path) -> bool:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < RESERVE_BYTES or (disk.f_files > 0 and disk.f_favail == 0)


def _truncate_log(engine: Engine) -> bool:
    with engine.connect() as tx:
        busy, _, _ = _raw(tx).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _raw(tx: Connection) -> sqlite3.Connection:
    driver = tx.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)  # noqa: S101  (for the type checker)
    return driver


def _for_caller(error: BaseException) -> BaseException:
    """Map a full disk to `StorageFull`; return other errors unchanged."""
    original = error.orig if isinstance(error, DBAPIError) else error
    full = getattr(original, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return StorageFull() if full else error


def _take_lock(path: Path) -> Any:
    handle = path.open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise DatabaseInUse(f"another server is using {path.with_suffix('')}") from error
    return handle
