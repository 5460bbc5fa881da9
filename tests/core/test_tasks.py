"""Durable tasks: idempotency, leases, retries, dead letters and events."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from sqlalchemy import select

from dayshift.core import events
from dayshift.core.db import Database, Tx, open_database
from dayshift.core.errors import StorageFull
from dayshift.core.events import forwarding, publish
from dayshift.core.tasks import (
    LEASE,
    MAX_ATTEMPTS,
    Handler,
    LeaseLost,
    Snooze,
    Task,
    Worker,
    Write,
    back_off,
    claim,
    enqueue,
    finish,
    run_by,
    tasks,
)

pytestmark = pytest.mark.both_engines

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def run(url: str, scenario: Callable[[Database], Awaitable[None]]) -> None:
    async def main() -> None:
        db = open_database(url)
        try:
            await scenario(db)
        finally:
            db.close()

    asyncio.run(main())


@dataclass(frozen=True)
class Moved(events.Event):
    """An event for the test."""

    place: str


def enqueue_work(tx: Tx, key: str | None = None, delay: timedelta = timedelta()) -> None:
    enqueue(tx, "work", {"n": 1}, key=key, due_at=datetime.now(UTC) + delay)


def states(tx: Tx) -> list[str]:
    return list(tx.execute(select(tasks.c.state).order_by(tasks.c.created_at)).scalars())


async def add_effect(task: Task) -> Write:
    def write(tx: Tx) -> None:
        tx.execute(
            tasks.insert().values(
                id=f"effect-{task.id[-20:]}",
                kind="effect",
                payload={},
                state="done",
                due_at=START,
                attempts=0,
                fence=0,
                created_at=START,
            )
        )

    return write


def count_effects(tx: Tx) -> int:
    return len(tx.execute(select(tasks.c.id).where(tasks.c.kind == "effect")).all())


def test_effect_and_completion_commit_together(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        for _ in range(5):
            await db.write(enqueue_work)
        await Worker(db, {"work": add_effect}).drain()
        assert await db.read(count_effects) == 5
        assert set(await db.read(states)) == {"done"}

    run(database_url, scenario)


def test_concurrent_workers_run_each_task_once(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        for _ in range(40):
            await db.write(enqueue_work)
        await asyncio.gather(*(Worker(db, {"work": add_effect}).drain() for _ in range(4)))
        assert await db.read(count_effects) == 40  # A second effect of a task would violate the primary key.

    run(database_url, scenario)


def test_expired_lease_is_taken_over_and_stale_worker_cannot_finish(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(enqueue_work)
            [first_claim] = await db.write(claim, 5)
            assert await db.write(claim, 5) == []
            clock.shift(LEASE + timedelta(seconds=1))
            [second_claim] = await db.write(claim, 5)
            assert second_claim.id == first_claim.id
            with pytest.raises(LeaseLost):
                await db.write(finish, first_claim)
            await db.write(finish, second_claim)
            assert await db.read(states) == ["done"]

    run(database_url, scenario)


def test_worker_sets_lease_duration(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(enqueue_work)
            [first_claim] = await db.write(claim, 5, timedelta(seconds=3))
            clock.shift(timedelta(seconds=4))
            assert [task.id for task in await db.write(claim, 5)] == [first_claim.id]

    run(database_url, scenario)


def test_worker_survives_database_failures(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dayshift.core.tasks.worker.REST_SECONDS", 0.01)
    done = asyncio.Event()

    async def handle(_task: Task) -> None:
        done.set()

    class Failing:
        """A database whose disk is full for the first three writes."""

        def __init__(self, db: Database) -> None:
            self.lookup, self.read, self._write, self.left = db.lookup, db.read, db.write, 3

        async def write(self, *args: Any) -> Any:
            if self.left:
                self.left -= 1
                raise StorageFull
            return await self._write(*args)

    async def scenario(db: Database) -> None:
        await db.write(enqueue_work)
        running = asyncio.create_task(Worker(Failing(db), {"work": handle}).run())
        await asyncio.wait_for(done.wait(), 5)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    run(database_url, scenario)


def test_failing_task_is_retried_then_dead(database_url: str) -> None:
    async def fail(_task: Task) -> None:
        raise RuntimeError("the world is down")

    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(enqueue_work)
            for attempt in range(MAX_ATTEMPTS):
                assert await db.read(states) == ["ready"], attempt
                await Worker(db, {"work": fail}).drain()
                clock.shift(timedelta(minutes=16))
            assert await db.read(states) == ["dead"]
            await Worker(db, {"work": add_effect}).drain()
            assert await db.read(count_effects) == 0

    run(database_url, scenario)


def test_snooze_does_not_count_as_failure(database_url: str) -> None:
    async def wait(_task: Task) -> None:
        raise Snooze(timedelta(hours=1))

    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False) as clock:
            await db.write(enqueue_work)
            for _ in range(MAX_ATTEMPTS + 3):
                await Worker(db, {"work": wait}).drain()
                clock.shift(timedelta(hours=1, seconds=1))
            assert await db.read(states) == ["ready"]

    run(database_url, scenario)


def test_snooze_in_final_write_does_not_count_as_failure(database_url: str) -> None:
    def write(_tx: Tx) -> None:
        raise Snooze(timedelta(hours=1))

    async def work(_task: Task) -> Write:
        return write

    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False):
            await db.write(enqueue_work)
            await Worker(db, {"work": work}).drain()
            row = await db.read(lambda tx: tx.execute(select(*tasks.c)).one())
            assert (row.state, row.attempts, row.last_error) == ("ready", 0, None)
            assert row.due_at == START + timedelta(hours=1)

    run(database_url, scenario)


def test_enqueueing_same_key_reschedules_open_task(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(enqueue_work, "k", timedelta(hours=1))
        assert await db.write(claim, 5) == []
        await db.write(enqueue_work, "k")
        assert len(await db.write(claim, 5)) == 1
        assert len(await db.read(states)) == 1

    run(database_url, scenario)


def test_enqueueing_running_task_restarts_it(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(enqueue_work, "k")
        [older] = await db.write(claim, 5)
        await db.write(enqueue_work, "k")
        with pytest.raises(LeaseLost):
            await db.write(finish, older)
        assert [task.id for task in await db.write(claim, 5)] == [older.id]

    run(database_url, scenario)


def test_key_is_reusable_after_task_is_done(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        for _ in range(2):
            await db.write(enqueue_work, "k")
            await Worker(db, {"work": add_effect}).drain()
        assert await db.read(count_effects) == 2

    run(database_url, scenario)


def test_event_reaches_every_subscriber(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "subscribers", lambda: {Moved: ["a", "b"]})
    received: list[tuple[str, str]] = []

    def listen(name: str) -> Callable[[Task], Awaitable[None]]:
        async def handle(task: Task) -> None:
            received.append((name, task.payload["place"]))

        return handle

    async def scenario(db: Database) -> None:
        await db.write(publish, Moved("Tulsa"), Moved("Boise"))
        await db.write(enqueue, "fact.Moved", {"place": "Older"})  # Enqueued by the version before.
        await Worker(db, {**forwarding(), "a": listen("a"), "b": listen("b")}).drain()
        assert sorted(received) == [(name, place) for name in "ab" for place in ("Boise", "Older", "Tulsa")]

    run(database_url, scenario)


def test_backoff_grows_and_is_capped() -> None:
    pauses = [back_off(attempt).total_seconds() for attempt in range(1, 30)]
    assert 1 <= pauses[0] <= 1.5
    assert all(later >= 0.66 * earlier for earlier, later in pairwise(pauses))
    assert max(pauses) <= 900


def test_worker_fills_free_slots_without_polling(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dayshift.core.tasks.worker.POLL_SECONDS", 60.0)
    done: list[str] = []
    all_done = asyncio.Event()

    async def handle(task: Task) -> None:
        await asyncio.sleep(0.001)
        done.append(task.id)
        if len(done) == 40:
            all_done.set()

    async def scenario(db: Database) -> None:
        for _ in range(40):
            await db.write(enqueue_work)
        running = asyncio.create_task(Worker(db, {"work": handle}).run())
        await asyncio.wait_for(all_done.wait(), 30)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert len(set(done)) == 40

    run(database_url, scenario)


def test_urgent_tasks_run_before_others(database_url: str) -> None:
    """With 1,500 weekly mails due and hanging, a code is still sent immediately."""
    sent, full = asyncio.Event(), asyncio.Event()
    started: list[str] = []

    async def hang(task: Task) -> None:
        started.append(task.id)
        if len(started) == 3:
            full.set()
        await asyncio.Event().wait()

    async def send(_task: Task) -> None:
        sent.set()

    def enqueue_weekly(tx: Tx) -> None:
        for _ in range(1500):
            enqueue(tx, "weekly", {}, due_at=datetime.now(UTC) - timedelta(hours=1))

    async def scenario(db: Database) -> None:
        await db.write(enqueue_weekly)
        worker = Worker(db, {"weekly": hang, "code": send}, urgent=["code"])
        running = asyncio.create_task(worker.run())
        await asyncio.wait_for(full.wait(), 30)
        await db.write(lambda tx: enqueue(tx, "code", {}))
        await asyncio.wait_for(sent.wait(), 30)
        assert len(started) == 3
        for job in list(worker._running):
            job.cancel()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    run(database_url, scenario)


def wake_work(tx: Tx, delay: timedelta = timedelta()) -> None:
    run_by(tx, "work", {"n": 1}, key="queue", due_at=datetime.now(UTC) + delay)


def due_times(tx: Tx) -> list[datetime]:
    return list(tx.execute(select(tasks.c.due_at).where(tasks.c.key == "queue")).scalars())


def test_waking_brings_a_task_forward_but_never_delays_it(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        with time_machine.travel(START, tick=False):
            await db.write(wake_work, timedelta(hours=2))
            await db.write(wake_work, timedelta(hours=3))
            assert await db.read(due_times) == [START + timedelta(hours=2)]
            await db.write(wake_work, timedelta(hours=1))
            assert await db.read(due_times) == [START + timedelta(hours=1)]

    run(database_url, scenario)


def test_waking_leaves_a_running_task_alone_and_revives_a_dead_one(database_url: str) -> None:
    async def scenario(db: Database) -> None:
        await db.write(wake_work)
        [running] = await db.write(claim, 5)
        await db.write(wake_work)
        await db.write(finish, running)  # Its lease is still good.
        await db.write(wake_work)
        await db.write(lambda tx: tx.execute(tasks.update().where(tasks.c.key == "queue").values(state="dead")))
        await db.write(wake_work)
        [again] = await db.write(claim, 5)
        assert again.id != running.id

    run(database_url, scenario)


def test_no_work_is_forgotten_when_it_is_added_while_the_queue_ends(database_url: str) -> None:
    """Each item is added and wakes the task in one transaction; the task ends or goes on in another one."""
    added, handled = set[int](), set[int]()

    async def handle(_task: Task) -> Write:
        await asyncio.sleep(0)

        def write(tx: Tx) -> None:
            found = set(tx.execute(select(tasks.c.attempts).where(tasks.c.kind == "item")).scalars())
            handled.update(found)
            tx.execute(tasks.delete().where(tasks.c.kind == "item", tasks.c.attempts.in_(found)))

        return write

    def add(tx: Tx, number: int) -> None:
        values = {"id": f"item-{number}", "kind": "item", "payload": {}, "state": "done", "due_at": START}
        tx.execute(tasks.insert().values(**values, attempts=number, fence=0, created_at=START))
        wake_work(tx)

    async def scenario(db: Database) -> None:
        workers = [Worker(db, {"work": handle}) for _ in range(3)]

        async def add_some(first: int) -> None:
            for number in range(first, first + 40):
                await db.write(add, number)
                added.add(number)

        async def keep_draining() -> None:
            while len(added) < 120:
                await asyncio.gather(*(one.drain() for one in workers))
                await asyncio.sleep(0)

        await asyncio.gather(add_some(0), add_some(40), add_some(80), keep_draining())
        await workers[0].drain()
        assert handled == added

    run(database_url, scenario)


def test_kinds_can_have_a_worker_of_their_own(database_url: str) -> None:
    done: list[tuple[str, str]] = []

    def handlers(name: str) -> dict[str, Handler]:
        async def handle(task: Task) -> None:
            done.append((name, task.kind))

        return {"slow": handle, "fast": handle}

    async def scenario(db: Database) -> None:
        for kind in ("slow", "fast"):
            await db.write(lambda tx, kind=kind: enqueue(tx, kind, {}))
        general = Worker(db, handlers("general"), without=["slow"], urgent=["fast"])
        await general.drain()
        assert done == [("general", "fast")]
        await Worker(db, handlers("own"), only=["slow"]).drain()
        assert done == [("general", "fast"), ("own", "slow")]

    run(database_url, scenario)
