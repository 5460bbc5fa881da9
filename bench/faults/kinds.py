"""What can befall a site: each function does it and sees to it that the site is whole again."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import select, update

from bench.faults.sites import Site
from dayshift.core.db import Tx, open_database
from dayshift.core.tasks import MAX_ATTEMPTS, dead_letters, enqueue, revive, tasks
from dayshift.recordings.actions import FINALISE
from tests import postgres
from tests.faults.clocked import set_ahead
from tests.faults.processes import wait_until
from tests.faults.test_disk_full import fill

T = TypeVar("T")

AHEAD = 20 * 60.0
"""Seconds by which clocks jump."""
TROUBLE_SECONDS = 3.0
WORK_SECONDS = 600.0
"""Until the background work comes to a task, on a machine that is busy with other things."""
SLOW_SECONDS = 0.7
"""By which each piece of a request to the bucket is held up."""


class NotSeen(AssertionError):
    """The fault did not do what it should: nothing was tried."""


def ask(site: Site, fn: Callable[[Tx], T], *, write: bool = False) -> T:
    """Look into, or change, the site's database."""

    async def once() -> T:
        db = open_database(site.settings.database)
        try:
            return await (db.write if write else db.read)(fn)
        finally:
            db.close()

    return asyncio.run(once())


def kill_server(site: Site) -> None:
    """kill -9 of a server, which comes back a little later."""
    _kill_one(site, "server")


def kill_worker(site: Site) -> None:
    """kill -9 of a worker, which comes back a little later."""
    _kill_one(site, "worker")


def _kill_one(site: Site, role: str) -> None:
    victim = random.choice(site.processes[role])
    victim.kill()
    time.sleep(random.uniform(0, 1))
    victim.start()


def restart_postgresql(site: Site) -> None:
    """PostgreSQL restarts as if its machine had crashed."""
    postgres.restart(site.admin)


def lose_redis(site: Site) -> None:
    """Redis is gone for a while."""
    [redis] = site.processes["redis"]
    redis.kill()
    time.sleep(TROUBLE_SECONDS)
    redis.start()


def slow_bucket(site: Site) -> None:
    """The bucket takes its time."""
    assert site.gate
    site.gate.delay = SLOW_SECONDS
    time.sleep(TROUBLE_SECONDS)
    site.gate.delay = 0.0


def lose_bucket(site: Site) -> None:
    """Nobody gets through to the bucket."""
    assert site.gate
    site.gate.shut = True
    time.sleep(TROUBLE_SECONDS)
    site.gate.shut = False


def fill_disk(site: Site) -> None:
    """There is no room left for anything."""
    assert site.disk
    ballast = fill(site.disk)
    time.sleep(TROUBLE_SECONDS)
    ballast.unlink()


def jump_clock(site: Site) -> None:
    """All clocks jump ahead, or back again."""
    set_ahead(site.clock, 0.0 if float(site.clock.read_text()) else AHEAD)


def poison(site: Site) -> None:
    """A task that nobody can do: it is given up and seen, and once it is mended by hand, it is done."""

    def put(tx: Tx) -> str:
        enqueue(tx, FINALISE, {"poisoned": True}, key="poison")
        [task] = tx.execute(select(tasks.c.id).where(tasks.c.key == "poison")).scalars()
        # Its last try: those before it would take twenty minutes.
        tx.execute(update(tasks).where(tasks.c.id == task).values(attempts=MAX_ATTEMPTS - 1))
        return task

    def mend(tx: Tx) -> None:
        payload = tx.execute(select(tasks.c.payload).where(tasks.c.id == task)).scalar_one()
        assert payload == {"poisoned": True}
        # What it was meant for does not exist any more, which ends such a task in peace.
        mended = {"recording": "gone", "take": 1}
        tx.execute(update(tasks).where(tasks.c.id == task).values(payload=mended))
        if revive(tx, [task]) != 1:
            raise NotSeen("the dead letter could not be revived")

    def state(tx: Tx) -> Any:
        return tx.execute(select(tasks.c.state).where(tasks.c.id == task)).scalar()

    task = ask(site, put, write=True)
    wait_until(lambda: _slowly(task in {letter.id for letter in ask(site, dead_letters)}), WORK_SECONDS)
    ask(site, mend, write=True)
    wait_until(lambda: _slowly(ask(site, state) == "done"), WORK_SECONDS)


def _slowly(seen: bool) -> bool:
    if not seen:
        time.sleep(0.2)
    return seen


Fault = Callable[[Site], None]
OF_MANY: dict[str, Fault] = {
    "server killed": kill_server,
    "worker killed": kill_worker,
    "PostgreSQL restarted": restart_postgresql,
    "Redis gone": lose_redis,
    "bucket slow": slow_bucket,
    "bucket gone": lose_bucket,
    "poisoned task": poison,
    "clock jumped": jump_clock,
}
OF_SINGLE: dict[str, Fault] = {
    "server killed": kill_server,
    "disk full": fill_disk,
    "poisoned task": poison,
    "clock jumped": jump_clock,
}
