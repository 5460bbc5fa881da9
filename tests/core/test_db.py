"""Transactions on both engines: nothing lost, nothing half done, nobody else disturbed."""

import asyncio
import shutil
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import (
    Boolean,
    Column,
    Integer,
    LargeBinary,
    String,
    Table,
    bindparam,
    cast,
    func,
    literal,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.db import Database, Instant, Json, Tx, fetched, insert, metadata, open_database, postgresql, prepared
from dayshift.core.db.maintenance import probes
from dayshift.core.db.postgresql import Patience, PostgresqlDatabase
from dayshift.core.errors import StorageFull, Unavailable
from dayshift.core.tasks import enqueue, tasks
from dayshift.settings import Settings
from tests import postgres

counters = Table("counters", metadata.__class__(), Column("id", String, primary_key=True), Column("n", Integer))


def run(url: str, scenario: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        db = open_database(url)
        try:
            await scenario(db)
        finally:
            db.close()

    asyncio.run(whole())


def make_counter(tx: Tx) -> None:
    counters.create(tx)
    tx.execute(insert(counters).values(id="a", n=0))


def count_up(tx: Tx) -> int:
    n = tx.execute(select(counters.c.n).with_for_update()).scalar_one()
    tx.execute(update(counters).values(n=n + 1))
    return int(n + 1)


def read_counter(tx: Tx) -> int:
    return int(tx.execute(select(counters.c.n)).scalar_one())


def test_concurrent_read_then_writes_lose_nothing(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        seen = await asyncio.gather(*(db.write(count_up) for _ in range(20)))
        assert sorted(seen) == list(range(1, 21))
        assert await db.read(read_counter) == 20

    run(database_url, scenario)


def test_a_failing_unit_rolls_back_alone(database_url: str) -> None:
    def fail(tx: Tx) -> None:
        count_up(tx)
        raise ValueError("no")

    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        results = await asyncio.gather(db.write(count_up), db.write(fail), db.write(count_up), return_exceptions=True)
        assert isinstance(results[1], ValueError)
        assert await db.lookup(read_counter) == 2

    run(database_url, scenario)


def test_a_caller_that_goes_away_leaves_the_writer_working(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        gone = asyncio.ensure_future(db.write(count_up))
        await asyncio.sleep(0)
        gone.cancel()
        assert await db.write(count_up) in {1, 2}

    run(database_url, scenario)


def test_reads_cannot_write(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        with pytest.raises(Exception, match=r"readonly|read-only"):
            await db.read(count_up)

    run(database_url, scenario)


def test_upserts_and_json_mean_the_same_on_both_engines(database_url: str) -> None:
    def twice(tx: Tx) -> list[object]:
        enqueue(tx, "a", {"n": 1, "word": "señor"}, key="k")
        enqueue(tx, "a", {"n": 2, "word": "señor"}, key="k")
        return [row.payload for row in tx.execute(select(tasks.c.payload))]

    async def scenario(db: Database) -> None:
        assert await db.write(twice) == [{"n": 2, "word": "señor"}]

    run(database_url, scenario)


def test_instants_are_aware_and_exact(database_url: str) -> None:
    at = now()
    moments = Table("moments", metadata.__class__(), Column("at", Instant))

    def keep(tx: Tx) -> None:
        moments.create(tx)
        tx.execute(insert(moments).values(at=at))

    async def scenario(db: Database) -> None:
        await db.write(keep)
        assert await db.read(lambda tx: tx.execute(select(moments.c.at)).scalar_one()) == at

    run(database_url, scenario)


def test_a_prepared_statement_answers_as_it_does_in_the_usual_way(database_url: str) -> None:
    kept = Table(
        "kept",
        metadata.__class__(),
        Column("id", String, primary_key=True),
        Column("at", Instant),
        Column("seen", Boolean),
        Column("hash", LargeBinary),
        Column("facts", Json),
    )
    of = select(kept, kept.c.at.is_(None).label("never")).where(
        kept.c.hash == bindparam("hash"), kept.c.at.is_not_distinct_from(bindparam("at", type_=Instant))
    )
    ask = prepared(of)
    rows: list[dict[str, Any]] = [
        {"id": "full", "at": now(), "seen": True, "hash": b"\0\xff", "facts": {"señor": [1, None]}},
        {"id": "bare", "at": None, "seen": None, "hash": b"", "facts": None},
    ]

    def keep(tx: Tx) -> None:
        kept.create(tx)
        tx.execute(insert(kept), rows)

    def both(tx: Tx, row: dict[str, Any]) -> tuple[object, object]:
        values = {"hash": row["hash"], "at": row["at"]}
        usual = tx.execute(of, values).first()
        return ask(tx, values), usual and tuple(usual)

    async def scenario(db: Database) -> None:
        await db.write(keep)
        for row in rows:
            for way in (db.lookup, db.read, db.write):
                quick, usual = await way(both, row)
                assert quick == usual
                assert quick == (*row.values(), row["at"] is None)
        assert await db.lookup(both, {"hash": b"nobody's", "at": None}) == (None, None)

    run(database_url, scenario)


def test_what_is_wrong_with_a_prepared_statement_is_said_in_the_usual_way(database_url: str) -> None:
    ask = prepared(select(counters.c.n).where(counters.c.id == bindparam("id")))

    async def scenario(db: Database) -> None:
        with pytest.raises(DBAPIError):  # There is no such table yet.
            await db.lookup(ask, {"id": "a"})
        await db.write(make_counter)
        assert await db.lookup(ask, {"id": "a"}) == (0,)

    run(database_url, scenario)


def test_a_full_disk_is_said_plainly_and_room_is_all_it_takes(sqlite_template: Path, tmp_path: Path) -> None:
    path = tmp_path / "full.sqlite3"
    shutil.copy(sqlite_template, path)

    def limit(tx: Tx, pages: int) -> None:
        tx.exec_driver_sql(f"PRAGMA max_page_count = {pages}")  # SQLite never goes below what the file has.

    def grow(tx: Tx) -> None:
        enqueue(tx, "big", {"text": "x" * 100_000})

    def count(tx: Tx) -> int:
        return len(tx.execute(select(tasks.c.id)).all())

    async def scenario(db: Database) -> None:
        await db.write(limit, 1)
        together = await asyncio.gather(*(db.write(grow) for _ in range(3)), return_exceptions=True)
        assert [type(result) for result in together] == [StorageFull] * 3
        assert await db.read(count) == 0
        await db.write(limit, 1_000_000)
        await db.write(grow)
        assert await db.read(count) == 1

    run(f"sqlite:///{path}", scenario)


def test_nobody_waits_for_a_statement_or_a_lock_without_end(postgres_admin: str) -> None:
    patience = Patience(statement=0.2, lock=0.1)
    url = make_url(postgres.create_database(postgres_admin, "patience")).set(drivername="postgresql+psycopg")
    db = PostgresqlDatabase(url, patience=patience)

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
        assert await db.read(lambda tx: tx.execute(text("SELECT 1")).scalar_one()) == 1, "the connection is good again"

    try:
        asyncio.run(scenario())
    finally:
        db.close()
        postgres.drop_database(postgres_admin, "patience")


def test_a_cut_connection_costs_a_point_read_nothing_and_one_that_rested_nobody_anything(
    postgres_admin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "REST_SECONDS", 0.0)
    url = make_url(postgres.create_database(postgres_admin, "cut")).set(drivername="postgresql+psycopg")
    db = PostgresqlDatabase(url)
    one = text("SELECT 1")
    ask_one = prepared(select(literal(1)))
    cut = text("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'cut' AND pid <> :own")

    def cut_the_others(tx: Tx) -> int:
        own = tx.execute(text("SELECT pg_backend_pid()")).scalar_one()
        return int(tx.execute(cut, {"own": own}).scalar_one())

    async def scenario() -> None:
        for _ in range(3):
            ask = [db.lookup(lambda tx: (ask_one(tx, {}) or (None,))[0]) for _ in range(20)]
            write = [db.write(lambda tx: tx.execute(one).scalar_one()) for _ in range(20)]
            assert await asyncio.gather(*ask, *write) == [1] * 40
            assert await db.write(cut_the_others) > 2

    try:
        asyncio.run(scenario())
    finally:
        db.close()
        postgres.drop_database(postgres_admin, "cut")


def test_a_point_read_that_fails_is_told_to_its_caller_alone(database_url: str) -> None:
    def wrong(tx: Tx) -> None:
        tx.execute(text("SELECT nothing FROM nowhere"))

    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        asked = [db.lookup(read_counter), db.lookup(wrong), db.lookup(read_counter)]
        first, failed, last = await asyncio.gather(*asked, return_exceptions=True)
        assert (first, last) == (0, 0)
        assert isinstance(failed, DBAPIError)

    run(database_url, scenario)


def test_an_error_names_no_row(database_url: str) -> None:
    def twice(tx: Tx) -> None:
        counters.drop(tx)
        tx.execute(text("CREATE TABLE counters (id VARCHAR PRIMARY KEY, n INTEGER NOT NULL)"))
        tx.execute(text("INSERT INTO counters VALUES (:id, NULL)"), {"id": "rosa@example.com"})

    async def scenario(db: Database) -> None:
        await db.write(make_counter)
        with pytest.raises(IntegrityError) as caught:
            await db.write(twice)
        told = "".join(str(error) for error in (caught.value, caught.value.orig, caught.value.__cause__))
        assert "null" in told.casefold()
        assert "rosa" not in told

    run(database_url, scenario)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_the_servers_own_worker_is_not_bounded_as_its_pages_are(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"run_worker": True}))

    def bound(tx: Tx) -> str:
        return str(tx.execute(text("SHOW statement_timeout")).scalar())

    with TestClient(app) as client:
        assert client.portal
        assert client.portal.call(app.state.services.db.read, bound) == "30s"
        assert client.portal.call(app.state.services.background_db.read, bound) == "0"


def test_a_deadlock_is_retried_until_both_have_committed(postgres_admin: str) -> None:
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
    """Another transaction holds a lock until the end of the block."""
    with psycopg.connect(url) as other:
        other.execute(statement)
        yield
        other.rollback()


@pytest.fixture
def patience() -> Patience:
    return Patience(statement=0.5, lock=1.0)


@pytest.fixture
def waiting(postgres_admin: str, patience: Patience) -> Iterator[tuple[str, PostgresqlDatabase]]:
    """A database with counters `a` and `b`, as a server opens it with this `patience`."""
    url = postgres.create_database(postgres_admin, "waiting")
    with psycopg.connect(url) as other:
        other.execute("CREATE TABLE counters (id VARCHAR PRIMARY KEY, n INTEGER)")
        other.execute("INSERT INTO counters VALUES ('a', 0), ('b', 0)")
    db = PostgresqlDatabase(make_url(url).set(drivername="postgresql+psycopg"), patience=patience)
    yield url, db
    db.close()
    postgres.drop_database(postgres_admin, "waiting")


def test_reads_of_a_locked_table_fail_soon_and_all_at_about_the_same_time(
    waiting: tuple[str, PostgresqlDatabase],
) -> None:
    url, db = waiting
    ask = prepared(select(counters.c.n).where(counters.c.id == bindparam("id")))

    async def scenario() -> None:
        began = time.monotonic()
        asked = [db.lookup(ask, {"id": "a"}) for _ in range(12)] + [db.read(ask, {"id": "a"}) for _ in range(12)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [Unavailable] * 24
        assert time.monotonic() - began < 6

    with locked(url, "LOCK TABLE counters IN ACCESS EXCLUSIVE MODE"):
        asyncio.run(scenario())


@pytest.mark.parametrize("patience", [Patience(statement=5.0, lock=2.5)])
def test_a_locked_row_delays_only_those_who_want_it(waiting: tuple[str, PostgresqlDatabase]) -> None:
    url, db = waiting

    def add(tx: Tx, of: str) -> None:
        tx.execute(update(counters).where(counters.c.id == of).values(n=counters.c.n + 1))

    async def scenario() -> None:
        stuck = [asyncio.create_task(db.write(add, "a")) for _ in range(20)]
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await db.write(add, "b")
        assert time.monotonic() - began < 1.0
        assert not any(task.done() for task in stuck)
        assert [type(one) for one in await asyncio.gather(*stuck, return_exceptions=True)] == [Unavailable] * 20

    with locked(url, "SELECT * FROM counters WHERE id = 'a' FOR UPDATE"):
        asyncio.run(scenario())


@pytest.mark.parametrize("quick", [True, False])
def test_a_timeout_within_a_read_is_no_fault_of_ours(waiting: tuple[str, PostgresqlDatabase], *, quick: bool) -> None:
    _, db = waiting
    ask = prepared(select(func.length(cast(func.pg_sleep(5), String))))

    def read(tx: Tx) -> None:
        if quick:
            ask(tx, {})
        else:
            fetched(tx, "SELECT pg_sleep(5)")

    async def scenario() -> None:
        for way in (db.read, db.lookup, db.write):
            began = time.monotonic()
            with pytest.raises(Unavailable):
                await way(read)
            assert time.monotonic() - began < 1.0, "it was not tried twice"

    asyncio.run(scenario())


def test_a_probe_writes_and_leaves_nothing(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.probe()
        assert await db.read(lambda tx: tx.execute(select(probes)).all()) == []

    run(database_url, scenario)
