"""Cleanup of finished tasks and handling of dead letters."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from sqlalchemy import func, select
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.db import Database, Tx
from dayshift.core.tasks import (
    MAX_ATTEMPTS,
    Task,
    Worker,
    count_tasks,
    dead_letters,
    drop,
    enqueue,
    invariants,
    revive,
    tasks,
)
from tests.core.test_tasks import START, run

pytestmark = pytest.mark.both_engines


async def fail(_task: Task) -> None:
    raise RuntimeError("the mail server is gone")


async def succeed(_task: Task) -> None:
    return


def rows(tx: Tx) -> list[tuple[str, int, dict[str, str]]]:
    return [(row.state, row.attempts, row.payload) for row in tx.execute(select(tasks).order_by(tasks.c.id))]


def enqueue_work(tx: Tx, kind: str = "work") -> None:
    enqueue(tx, kind, {"address": "maya@example.com"})


async def exhaust_retries(db: Database) -> None:
    """Run until every failing task is dead."""
    with time_machine.travel(START, tick=False) as clock:
        await db.write(enqueue_work)
        for _ in range(MAX_ATTEMPTS):
            await Worker(db, {"work": fail}).drain()
            clock.shift(timedelta(hours=1))


def test_finished_task_drops_its_payload(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(enqueue_work)
        await Worker(db, {"work": succeed}).drain()
        assert await db.read(rows) == [("done", 1, {})]

    run(database_url, scenario)


def test_old_finished_tasks_are_deleted(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(enqueue_work)
            worker = Worker(db, {"work": succeed})
            await worker.drain()
            clock.shift(timedelta(days=6))
            await worker._clear_up()
            assert len(await db.read(rows)) == 1
            clock.shift(timedelta(days=2))
            await worker._clear_up()
            assert await db.read(rows) == []

    run(database_url, scenario)


def test_dead_letter_can_be_revived(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await exhaust_retries(db)
        [letter] = await db.read(dead_letters)
        assert (letter.kind, letter.attempts) == ("work", MAX_ATTEMPTS)
        assert "the mail server is gone" in str(letter.last_error)
        assert [(count.state, count.tasks) for count in await db.read(count_tasks)] == [("dead", 1)]

        assert await db.write(revive, ["another"]) == 0
        assert await db.write(revive, [letter.id]) == 1
        await Worker(db, {"work": succeed}).drain()
        assert await db.read(rows) == [("done", 1, {})]

    run(database_url, scenario)


def test_only_dead_letters_can_be_dropped(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await exhaust_retries(db)
        await db.write(enqueue_work)
        ids = await db.read(lambda tx: list(tx.execute(select(tasks.c.id)).scalars()))
        assert await db.write(drop, ids) == 1
        assert [state for state, _, _ in await db.read(rows)] == ["ready"]

    run(database_url, scenario)


def test_task_that_kills_its_workers_becomes_dead_letter(database_url: str) -> None:
    def claim_without_finishing(tx: Tx) -> None:
        enqueue_work(tx)
        tx.execute(tasks.update().values(attempts=MAX_ATTEMPTS))

    async def scenario(db: Database) -> None:
        await db.write(claim_without_finishing)
        await Worker(db, {"work": succeed}).drain()
        [letter] = await db.read(dead_letters)
        assert "died" in str(letter.last_error)

    run(database_url, scenario)


async def broken(db: Database) -> list[str]:
    return [one.name for one in invariants(db) if await one.find()]


def test_unknown_task_waits_for_a_newer_worker(database_url: str) -> None:
    """During an upgrade, older and newer workers share the queue."""

    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(enqueue_work, "newer")
            await Worker(db, {"work": succeed}).drain()
            assert [(state, attempts) for state, attempts, _ in await db.read(rows)] == [("ready", 0)]
            assert await broken(db) == ["tasks.unknown"]
            clock.shift(timedelta(minutes=1))
            await Worker(db, {"work": succeed, "newer": succeed}).drain()
            assert [state for state, _, _ in await db.read(rows)] == ["done"]
            assert await broken(db) == []

    run(database_url, scenario)


def test_stopping_worker_releases_unfinished_tasks(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dayshift.core.tasks.worker.STOP_SECONDS", 0.05)
    started = asyncio.Event()

    async def hang(_task: Task) -> None:
        started.set()
        await asyncio.Event().wait()

    async def scenario(db: Database) -> None:
        await db.write(enqueue_work)
        running = asyncio.create_task(Worker(db, {"work": hang}).run())
        await asyncio.wait_for(started.wait(), 10)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert [(state, attempts) for state, attempts, _ in await db.read(rows)] == [("ready", 0)]
        await Worker(db, {"work": succeed}).drain()  # Immediately, without waiting for the lease to expire.
        assert [state for state, _, _ in await db.read(rows)] == ["done"]

    run(database_url, scenario)


def test_commands_list_and_retry_dead_letters(database_url: str, tmp_path: Path) -> None:
    def dayshift(*arguments: str) -> str:
        environment = {"DAYSHIFT_DATA_DIR": str(tmp_path), "DAYSHIFT_DATABASE_URL": database_url}
        shown = CliRunner().invoke(main, ["tasks", *arguments], env=environment)
        assert shown.exit_code == 0, shown.output
        return shown.stdout

    async def states(db: Database) -> None:
        assert await db.read(count) == 0

    def count(tx: Tx) -> int:
        return tx.execute(select(func.count()).where(tasks.c.state == "dead")).scalar_one()

    run(database_url, exhaust_retries)
    shown = dayshift("list")
    assert "1 dead" in shown
    assert "the mail server is gone" in shown
    assert "maya" not in shown
    assert dayshift("retry", "all") == "1 to be tried again\n"
    run(database_url, states)
