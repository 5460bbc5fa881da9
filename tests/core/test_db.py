"""Transactions on both engines: isolation, rollback, timeouts and error reporting."""

import asyncio
import shutil
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import (
    Column,
    Integer,
    String,
    Table,
    bindparam,
    delete,
    func,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.db import (
    Database,
    Instant,
    Tx,
    insert,
    metadata,
    open_database,
    postgresql,
)
from dayshift.core.db.maintenance import probes
from dayshift.core.db.postgresql import PostgresqlDatabase, ServerTimeouts
from dayshift.core.db.sqlite import _Writer
from dayshift.core.errors import StorageFull, Unavailable
from dayshift.core.tasks import enqueue, tasks
from dayshift.settings import Settings
from tests import postgres

pytestmark = pytest.mark.both_engines

counters = Table("counters", metadata.__class__(), Column("id", String, primary_key=True), Column("n", Integer))


def run(url: str, scenario: Callable[[Database], Awaitable[None]]) -> None:
    async def main() -> None:
        db = open_database(url)
        try:
            await scenario(db)
        finally:
            db.close()

    asyncio.run(main())


def make_counter(tx: Tx) -> None:
    counters.create(tx)
    tx.execute(insert(counters).values(id="a", n=0))


def count_up(tx: Tx) -> int:
    n = tx.execute(select(counters.c.n).with_for_update()).scalar_one()
    tx.execute(update(counters).values(n=n + 1))
    return int(n + 1)


def read_counter(tx: Tx) -> int:
    return int(tx.execute(select(counters.c.n)).scalar_one())


def test_concurrent_increments_are_not_lost(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        seen = await asyncio.gather(*(db.write(count_up) for _ in range(20)))
        assert sorted(seen) == list(range(1, 21))
        assert await db.read(read_counter) == 20

    run(database_url, scenario)


def test_failed_write_rolls_back_alone(database_url: str) -> None:
    def fail(tx: Tx) -> None:
        count_up(tx)
        raise ValueError("no")

    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        results = await asyncio.gather(db.write(count_up), db.write(fail), db.write(count_up), return_exceptions=True)
        assert isinstance(results[1], ValueError)
        assert await db.lookup(read_counter) == 2

    run(database_url, scenario)


def test_cancelled_write_does_not_block_later_writes(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        cancelled = asyncio.ensure_future(db.write(count_up))
        await asyncio.sleep(0)
        cancelled.cancel()
        assert await db.write(count_up) in {1, 2}

    run(database_url, scenario)


def test_read_transaction_cannot_write(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        with pytest.raises(Exception, match=r"readonly|read-only"):
            await db.read(count_up)

    run(database_url, scenario)


def test_upserts_and_json_work_on_both_engines(database_url: str) -> None:
    def enqueue_twice(tx: Tx) -> list[object]:
        enqueue(tx, "a", {"n": 1, "word": "señor"}, key="k")
        enqueue(tx, "a", {"n": 2, "word": "señor"}, key="k")
        return [row.payload for row in tx.execute(select(tasks.c.payload))]

    async def scenario(db: Database) -> None:
        assert await db.write(enqueue_twice) == [{"n": 2, "word": "señor"}]

    run(database_url, scenario)


@pytest.mark.parametrize("length", [10, 70_000])
def test_lists_may_be_longer_than_the_parameters_of_a_statement(database_url: str, length: int) -> None:
    words, numbers = [f"{n}'\\\"é" for n in range(length)], list(range(length))
    of_words, of_numbers = bindparam("words", expanding=True), bindparam("numbers", expanding=True)

    def count(tx: Tx) -> list[int]:
        counters.create(tx)
        tx.execute(insert(counters), [{"id": words[5], "n": 5}, {"id": words[6], "n": -1}, {"id": "other", "n": -1}])
        known, other = counters.c.id.in_(of_words), counters.c.id.not_in(of_words)
        inside = select(func.count()).select_from(select(counters).where(known).subquery())
        every = select(func.count()).select_from(counters)
        one, both = {"words": set(words)}, {"words": words, "numbers": numbers}
        return [
            tx.execute(every.where(known), one).scalar_one(),
            tx.execute(every.where(other), one).scalar_one(),
            tx.execute(every.where(known, counters.c.n.in_(of_numbers)), both).scalar_one(),
            tx.execute(inside, one).scalar_one(),
            tx.execute(every.where(known), {"words": []}).scalar_one(),
            tx.execute(update(counters).where(known).values(n=counters.c.n + 1), one).rowcount,
            len(tx.execute(delete(counters).where(other).returning(counters.c.id), one).all()),
        ]

    async def scenario(db: Database) -> None:
        assert await db.write(count) == [2, 1, 1, 2, 0, 2, 1]

    run(database_url, scenario)


def test_timestamps_keep_time_zone_and_precision(database_url: str) -> None:
    at = now()
    moments = Table("moments", metadata.__class__(), Column("at", Instant))

    def create_table(tx: Tx) -> None:
        moments.create(tx)
        tx.execute(insert(moments).values(at=at))

    async def scenario(db: Database) -> None:
        await db.write(create_table)
        assert await db.read(lambda tx: tx.execute(select(moments.c.at)).scalar_one()) == at

    run(database_url, scenario)


def test_full_disk_raises_storage_full_and_recovers(sqlite_template: Path, tmp_path: Path) -> None:
    path = tmp_path / "full.sqlite3"
    shutil.copy(sqlite_template, path)

    def limit(tx: Tx, pages: int) -> None:
        tx.exec_driver_sql(f"PRAGMA max_page_count = {pages}")  # SQLite ignores limits below the current size.

    def grow(tx: Tx) -> None:
        enqueue(tx, "big", {"text": "x" * 100_000})

    def count(tx: Tx) -> int:
        return len(tx.execute(select(tasks.c.id)).all())

    async def scenario(db: Database) -> None:
        await db.write(limit, 1)
        results = await asyncio.gather(*(db.write(grow) for _ in range(3)), return_exceptions=True)
        assert [type(result) for result in results] == [StorageFull] * 3
        assert await db.read(count) == 0
        await db.write(limit, 1_000_000)
        await db.write(grow)
        assert await db.read(count) == 1

    run(f"sqlite:///{path}", scenario)


def test_statement_and_lock_timeouts(postgres_admin: str) -> None:
    timeouts = ServerTimeouts(statement=0.2, lock=0.1)
    url = make_url(postgres.create_database(postgres_admin, "timeouts")).set(drivername="postgresql+psycopg")
    db = PostgresqlDatabase(url, timeouts=timeouts)

    def hold_until(freed: threading.Event, held: threading.Event) -> Callable[[Tx], None]:
        def hold(tx: Tx) -> None:
            tx.execute(text("SELECT pg_advisory_xact_lock(1)"))
            held.set()
            assert freed.wait(30)

        return hold

    async def scenario() -> None:
        with pytest.raises(Unavailable):
            await db.read(lambda tx: tx.execute(text("SELECT pg_sleep(30)")))
        held, freed = threading.Event(), threading.Event()
        holding = asyncio.create_task(db.write(hold_until(freed, held)))
        await asyncio.to_thread(held.wait, 30)
        with pytest.raises(Unavailable):
            await db.write(lambda tx: tx.execute(text("SELECT pg_advisory_xact_lock(1)")))
        freed.set()
        await holding
        assert await db.read(lambda tx: tx.execute(text("SELECT 1")).scalar_one()) == 1, "the connection is usable"

    try:
        asyncio.run(scenario())
    finally:
        db.close()
        postgres.drop_database(postgres_admin, "timeouts")


def test_lost_connections_are_replaced_transparently(postgres_admin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "REST_SECONDS", 0.0)
    url = make_url(postgres.create_database(postgres_admin, "cut")).set(drivername="postgresql+psycopg")
    db = PostgresqlDatabase(url)
    select_one = text("SELECT 1")
    terminate = text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'cut' AND pid <> :own"
    )

    def terminate_other_connections(tx: Tx) -> int:
        own = tx.execute(text("SELECT pg_backend_pid()")).scalar_one()
        return int(tx.execute(terminate, {"own": own}).scalar_one())

    async def scenario() -> None:
        for _ in range(3):
            reads = [db.lookup(lambda tx: tx.execute(select_one).scalar_one()) for _ in range(20)]
            writes = [db.write(lambda tx: tx.execute(select_one).scalar_one()) for _ in range(20)]
            assert await asyncio.gather(*reads, *writes) == [1] * 40
            assert await db.write(terminate_other_connections) > 2

    try:
        asyncio.run(scenario())
    finally:
        db.close()
        postgres.drop_database(postgres_admin, "cut")


def test_failed_lookup_does_not_affect_batched_lookups(database_url: str) -> None:
    def select_from_missing_table(tx: Tx) -> None:
        tx.execute(text("SELECT nothing FROM nowhere"))

    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        lookups = [db.lookup(read_counter), db.lookup(select_from_missing_table), db.lookup(read_counter)]
        first, failed, last = await asyncio.gather(*lookups, return_exceptions=True)
        assert (first, last) == (0, 0)
        assert isinstance(failed, DBAPIError)

    run(database_url, scenario)


def test_error_messages_contain_no_row_values(database_url: str) -> None:
    def insert_null(tx: Tx) -> None:
        counters.drop(tx)
        tx.execute(text("CREATE TABLE counters (id VARCHAR PRIMARY KEY, n INTEGER NOT NULL)"))
        tx.execute(text("INSERT INTO counters VALUES (:id, NULL)"), {"id": "rosa@example.com"})

    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        with pytest.raises(IntegrityError) as caught:
            await db.write(insert_null)
        message = "".join(str(error) for error in (caught.value, caught.value.orig, caught.value.__cause__))
        assert "null" in message.casefold()
        assert "rosa" not in message

    run(database_url, scenario)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_worker_connections_have_no_statement_timeout(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"run_worker": True}))

    def bound(tx: Tx) -> str:
        return str(tx.execute(text("SHOW statement_timeout")).scalar())

    with TestClient(app) as client:
        assert client.portal
        assert client.portal.call(app.state.services.db.read, bound) == "30s"
        assert client.portal.call(app.state.services.background_db.read, bound) == "0"


def test_deadlocked_transaction_is_retried(postgres_admin: str) -> None:
    url = make_url(postgres.create_database(postgres_admin, "deadlock")).set(drivername="postgresql+psycopg")
    db = PostgresqlDatabase(url)
    attempts: list[str] = []
    both_hold_one = threading.Barrier(2)

    def lock_in_order(tx: Tx, *order: str) -> None:
        attempts.append(order[0])
        tx.execute(update(counters).where(counters.c.id == order[0]).values(n=counters.c.n + 1))
        if len(attempts) <= 2:
            both_hold_one.wait(30)
        tx.execute(update(counters).where(counters.c.id == order[1]).values(n=counters.c.n + 1))

    def counts(tx: Tx) -> list[int]:
        return list(tx.execute(select(counters.c.n)).scalars())

    async def scenario() -> None:
        await db.write(make_counter)
        await db.write(lambda tx: tx.execute(insert(counters).values(id="b", n=0)))
        await asyncio.gather(db.write(lock_in_order, "a", "b"), db.write(lock_in_order, "b", "a"))
        assert await db.read(counts) == [2, 2]
        assert len(attempts) == 3

    try:
        asyncio.run(scenario())
    finally:
        db.close()
        postgres.drop_database(postgres_admin, "deadlock")


@contextmanager
def locked(url: str, statement: str) -> Iterator[None]:
    """Hold a lock in another transaction for the duration of the block."""
    with psycopg.connect(url) as other:
        other.execute(statement)
        yield
        other.rollback()


@pytest.fixture
def timeouts() -> ServerTimeouts:
    return ServerTimeouts(statement=0.5, lock=1.0)


@pytest.fixture
def waiting(postgres_admin: str, timeouts: ServerTimeouts) -> Iterator[tuple[str, PostgresqlDatabase]]:
    """A database with counters `a` and `b`, opened with this `timeouts`."""
    url = postgres.create_database(postgres_admin, "waiting")
    with psycopg.connect(url) as other:
        other.execute("CREATE TABLE counters (id VARCHAR PRIMARY KEY, n INTEGER)")
        other.execute("INSERT INTO counters VALUES ('a', 0), ('b', 0)")
    db = PostgresqlDatabase(make_url(url).set(drivername="postgresql+psycopg"), timeouts=timeouts)
    yield url, db
    db.close()
    postgres.drop_database(postgres_admin, "waiting")


def test_reads_of_locked_table_time_out_together(
    waiting: tuple[str, PostgresqlDatabase],
) -> None:
    url, db = waiting

    def count(tx: Tx) -> int | None:
        return tx.execute(select(counters.c.n).where(counters.c.id == "a")).scalar()

    async def scenario() -> None:
        started = time.monotonic()
        lookups = [db.lookup(count) for _ in range(12)] + [db.read(count) for _ in range(12)]
        answers = await asyncio.gather(*lookups, return_exceptions=True)
        assert [type(answer) for answer in answers] == [Unavailable] * 24
        assert time.monotonic() - started < 6

    with locked(url, "LOCK TABLE counters IN ACCESS EXCLUSIVE MODE"):
        asyncio.run(scenario())


@pytest.mark.parametrize("timeouts", [ServerTimeouts(statement=10.0, lock=5.0)])
def test_locked_row_delays_only_its_writers(waiting: tuple[str, PostgresqlDatabase]) -> None:
    url, db = waiting

    def add(tx: Tx, query: str) -> None:
        tx.execute(update(counters).where(counters.c.id == query).values(n=counters.c.n + 1))

    async def scenario() -> None:
        stuck = [asyncio.create_task(db.write(add, "a")) for _ in range(20)]
        await asyncio.sleep(0.05)
        started = time.monotonic()
        await db.write(add, "b")
        assert time.monotonic() - started < 4.0
        assert not any(task.done() for task in stuck)
        assert [type(result) for result in await asyncio.gather(*stuck, return_exceptions=True)] == [Unavailable] * 20

    with locked(url, "SELECT * FROM counters WHERE id = 'a' FOR UPDATE"):
        asyncio.run(scenario())


@pytest.mark.parametrize("timeouts", [ServerTimeouts(statement=1.0, lock=1.0)])
def test_statement_timeout_is_reported_as_unavailable(waiting: tuple[str, PostgresqlDatabase]) -> None:
    _, db = waiting

    def read(tx: Tx) -> None:
        tx.execute(text("SELECT pg_sleep(5)"))

    async def scenario() -> None:
        for method in (db.read, db.lookup, db.write):
            started = time.monotonic()
            with pytest.raises(Unavailable):
                await method(read)
            assert time.monotonic() - started < 1.9, "the query was not retried"

    asyncio.run(scenario())


def test_probe_leaves_no_rows(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.probe()
        assert await db.read(lambda tx: tx.execute(select(probes)).all()) == []

    run(database_url, scenario)


class _Unexpected(Exception):
    pass


def test_no_fault_of_a_write_ends_the_writer(sqlite_template: Path, tmp_path: Path) -> None:
    shutil.copy(sqlite_template, tmp_path / "faulty.sqlite3")
    db = open_database(f"sqlite:///{tmp_path / 'faulty.sqlite3'}")

    def end_transaction(tx: Tx) -> None:
        tx.exec_driver_sql("ROLLBACK")  # As SQLite does on a full disk.
        raise _Unexpected

    async def scenario() -> None:
        with pytest.raises(_Unexpected):
            await db.write(end_transaction)
        await db.write(lambda _tx: None)
        await db.probe()

    asyncio.run(asyncio.wait_for(scenario(), 10))
    db.close()


@pytest.mark.parametrize("kind", [StopIteration, RecursionError, GeneratorExit, asyncio.CancelledError])
def test_no_fault_keeps_its_caller_or_others_waiting(database_url: str, kind: type[BaseException]) -> None:
    """No future takes a `StopIteration`: its request never ended, nor did those in the same batch."""
    db = open_database(database_url)

    def fail(_tx: Tx) -> None:
        raise kind

    def work(tx: Tx) -> int:
        return tx.execute(text("SELECT 1")).scalar_one()

    async def scenario() -> None:
        for method in (db.write, db.read, db.lookup):
            calls = [method(one) for one in (work, fail, work)]
            first, failed, last = await asyncio.gather(*calls, return_exceptions=True)
            assert (first, last) == (1, 1)
            assert isinstance(failed, RuntimeError if kind is StopIteration else kind)
            assert await method(work) == 1

    asyncio.run(asyncio.wait_for(scenario(), 10))
    db.close()


def test_writes_and_the_probe_fail_at_once_when_the_writer_has_ended(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(sqlite_template, tmp_path / "ended.sqlite3")
    db = open_database(f"sqlite:///{tmp_path / 'ended.sqlite3'}")

    def end(*_more: object) -> None:
        raise _Unexpected

    monkeypatch.setattr(_Writer, "_commit_together", end)

    async def scenario() -> None:
        writes = [db.write(lambda _tx: None) for _ in range(3)]
        assert all(isinstance(one, _Unexpected) for one in await asyncio.gather(*writes, return_exceptions=True))
        with pytest.raises(_Unexpected):
            await db.probe()

    asyncio.run(asyncio.wait_for(scenario(), 10))
    db.close()
