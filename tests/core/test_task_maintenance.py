"""What becomes of tasks that end: the done are forgotten, the dead are kept for a person."""

import asyncio
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from sqlalchemy import func, select

from dayshift.core.db import Database, Tx
from dayshift.core.tasks import MAX_ATTEMPTS, Task, Worker, count_tasks, dead_letters, drop, enqueue, revive, tasks
from tests.core.test_tasks import START, run


async def refuse(_task: Task) -> None:
    raise RuntimeError("the mail server is gone")


async def agree(_task: Task) -> None:
    return


def rows(tx: Tx) -> list[tuple[str, int, dict[str, str]]]:
    return [(row.state, row.attempts, row.payload) for row in tx.execute(select(tasks).order_by(tasks.c.id))]


def ask(tx: Tx, kind: str = "work") -> None:
    enqueue(tx, kind, {"address": "maya@example.com"})


async def let_die(db: Database) -> None:
    """Work until every task that fails is dead."""
    with time_machine.travel(START, tick=False) as clock:
        await db.write(ask)
        for _ in range(MAX_ATTEMPTS):
            await Worker(db, {"work": refuse}).drain()
            clock.shift(timedelta(hours=1))


def test_a_done_task_forgets_what_was_asked(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(ask)
        await Worker(db, {"work": agree}).drain()
        assert await db.read(rows) == [("done", 1, {})]

    run(database_url, scenario)


def test_what_was_done_long_ago_is_removed(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(ask)
            worker = Worker(db, {"work": agree})
            await worker.drain()
            clock.shift(timedelta(days=6))
            await worker._clear_up()
            assert len(await db.read(rows)) == 1
            clock.shift(timedelta(days=2))
            await worker._clear_up()
            assert await db.read(rows) == []

    run(database_url, scenario)


def test_a_dead_letter_lives_again_by_hand(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await let_die(db)
        [letter] = await db.read(dead_letters)
        assert (letter.kind, letter.attempts) == ("work", MAX_ATTEMPTS)
        assert "the mail server is gone" in str(letter.last_error)
        assert [(count.state, count.tasks) for count in await db.read(count_tasks)] == [("dead", 1)]

        assert await db.write(revive, ["another"]) == 0
        assert await db.write(revive, [letter.id]) == 1
        await Worker(db, {"work": agree}).drain()
        assert await db.read(rows) == [("done", 1, {})]

    run(database_url, scenario)


def test_a_dead_letter_is_dropped_by_hand_and_nothing_else_is(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await let_die(db)
        await db.write(ask)
        ids = await db.read(lambda tx: list(tx.execute(select(tasks.c.id)).scalars()))
        assert await db.write(drop, ids) == 1
        assert [state for state, _, _ in await db.read(rows)] == ["ready"]

    run(database_url, scenario)


def test_a_task_that_kills_its_workers_is_given_up(database_url: str) -> None:
    def claimed_and_never_handed_back(tx: Tx) -> None:
        ask(tx)
        tx.execute(tasks.update().values(attempts=MAX_ATTEMPTS))

    async def scenario(db: Database) -> None:
        await db.write(claimed_and_never_handed_back)
        await Worker(db, {"work": agree}).drain()
        [letter] = await db.read(dead_letters)
        assert "died" in str(letter.last_error)

    run(database_url, scenario)


def test_an_unknown_task_waits_for_a_worker_that_knows_it(database_url: str) -> None:
    """While an installation is upgraded, older and newer workers share the tasks."""

    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(ask, "newer")
            await Worker(db, {"work": agree}).drain()
            assert [(state, attempts) for state, attempts, _ in await db.read(rows)] == [("ready", 0)]
            clock.shift(timedelta(minutes=1))
            await Worker(db, {"work": agree, "newer": agree}).drain()
            assert [state for state, _, _ in await db.read(rows)] == ["done"]

    run(database_url, scenario)


def test_a_worker_that_stops_hands_back_what_takes_too_long(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dayshift.core.tasks.worker.STOP_SECONDS", 0.05)
    begun = asyncio.Event()

    async def take_forever(_task: Task) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def scenario(db: Database) -> None:
        await db.write(ask)
        working = asyncio.create_task(Worker(db, {"work": take_forever}).run())
        await asyncio.wait_for(begun.wait(), 10)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert [(state, attempts) for state, attempts, _ in await db.read(rows)] == [("ready", 0)]
        await Worker(db, {"work": agree}).drain()  # At once: nobody waits for the end of a lease.
        assert [state for state, _, _ in await db.read(rows)] == ["done"]

    run(database_url, scenario)


def test_the_commands_show_and_revive_dead_letters(database_url: str, tmp_path: Path) -> None:
    def dayshift(*arguments: str) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("DAYSHIFT_")}
        environment |= {"DAYSHIFT_DATA_DIR": str(tmp_path), "DAYSHIFT_DATABASE_URL": database_url}
        program = [sys.executable, "-m", "dayshift.cli", "tasks", *arguments]
        return subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout

    async def states(db: Database) -> None:
        assert await db.read(count) == 0

    def count(tx: Tx) -> int:
        return tx.execute(select(func.count()).where(tasks.c.state == "dead")).scalar_one()

    run(database_url, let_die)
    shown = dayshift("list")
    assert "1 dead" in shown
    assert "the mail server is gone" in shown
    assert "maya" not in shown
    assert dayshift("retry", "all") == "1 to be tried again\n"
    run(database_url, states)
