"""Fault injection: each function injects a fault and then removes its cause."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import select, update

from bench.faults.sites import Site
from dayshift.core.db import Tx, open_database
from dayshift.core.tasks import MAX_ATTEMPTS, dead_letters, enqueue, revive, tasks
from dayshift.interviews.recordings.actions import FINALISE
from tests import postgres
from tests.faults.clocked import set_ahead
from tests.faults.processes import wait_until
from tests.faults.test_disk_full import fill

T = TypeVar("T")

CLOCK_JUMP = 20 * 60.0
"""Seconds by which clocks jump."""
OUTAGE_SECONDS = 3.0
TASK_TIMEOUT = 600.0
"""Seconds until a worker must have run a task, on a busy machine."""
BUCKET_DELAY = 0.7
"""Seconds by which each part of a request to the slow bucket is delayed."""


class FaultFailed(AssertionError):
    """The fault could not be injected."""


def run_in_database(site: Site, fn: Callable[[Tx], T], *, write: bool = False) -> T:
    """Run `fn` in a transaction on the site's database."""

    async def run() -> T:
        db = open_database(site.settings.database)
        try:
            return await (db.write if write else db.read)(fn)
        finally:
            db.close()

    return asyncio.run(run())


def kill_server(site: Site) -> None:
    """Kill a server with SIGKILL and restart it within a second."""
    _kill_one(site, "server")


def kill_worker(site: Site) -> None:
    """Kill a worker with SIGKILL and restart it within a second."""
    _kill_one(site, "worker")


def _kill_one(site: Site, role: str) -> None:
    victim = random.choice(site.processes[role])
    victim.kill()
    time.sleep(random.uniform(0, 1))
    victim.start()


def restart_postgresql(site: Site) -> None:
    """Restart PostgreSQL as after a crash."""
    postgres.restart(site.admin)


def lose_redis(site: Site) -> None:
    """Stop Redis temporarily."""
    [redis] = site.processes["redis"]
    redis.kill()
    time.sleep(OUTAGE_SECONDS)
    redis.start()


def slow_bucket(site: Site) -> None:
    """Delay requests to the bucket temporarily."""
    assert site.gate
    site.gate.delay = BUCKET_DELAY
    time.sleep(OUTAGE_SECONDS)
    site.gate.delay = 0.0


def lose_bucket(site: Site) -> None:
    """Block connections to the bucket temporarily."""
    assert site.gate
    site.gate.shut = True
    time.sleep(OUTAGE_SECONDS)
    site.gate.shut = False


def fill_disk(site: Site) -> None:
    """Fill the disk temporarily."""
    assert site.disk
    ballast = fill(site.disk)
    time.sleep(OUTAGE_SECONDS)
    ballast.unlink()


def lose_mail_server(site: Site) -> None:
    """Let the mail server refuse all mail temporarily."""
    assert site.mail
    site.mail.refuse_data = "451 Try again later"
    time.sleep(OUTAGE_SECONDS)
    site.mail.refuse_data = ""


def jump_clock(site: Site) -> None:
    """Set all clocks ahead, or back again."""
    set_ahead(site.clock, 0.0 if float(site.clock.read_text()) else CLOCK_JUMP)


def poison(site: Site) -> None:
    """Enqueue a task that always fails, wait until it is a dead letter, fix its payload, and wait until it is done."""

    def enqueue_poisoned(tx: Tx) -> str:
        enqueue(tx, FINALISE, {"poisoned": True}, key="poison")
        [task] = tx.execute(select(tasks.c.id).where(tasks.c.key == "poison")).scalars()
        # Start at the last attempt, because all ten would take twenty minutes.
        tx.execute(update(tasks).where(tasks.c.id == task).values(attempts=MAX_ATTEMPTS - 1))
        return task

    def fix(tx: Tx) -> None:
        payload = tx.execute(select(tasks.c.payload).where(tasks.c.id == task)).scalar_one()
        assert payload == {"poisoned": True}
        # A finalize task for a recording that does not exist succeeds without effect.
        fixed = {"recording": "gone", "take": 1}
        tx.execute(update(tasks).where(tasks.c.id == task).values(payload=fixed))
        if revive(tx, [task]) != 1:
            raise FaultFailed("the dead letter could not be revived")

    def state(tx: Tx) -> Any:
        return tx.execute(select(tasks.c.state).where(tasks.c.id == task)).scalar()

    task = run_in_database(site, enqueue_poisoned, write=True)
    wait_until(lambda: _poll(task in {letter.id for letter in run_in_database(site, dead_letters)}), TASK_TIMEOUT)
    run_in_database(site, fix, write=True)
    wait_until(lambda: _poll(run_in_database(site, state) == "done"), TASK_TIMEOUT)


def _poll(done: bool) -> bool:
    if not done:
        time.sleep(0.2)
    return done


Fault = Callable[[Site], None]
MANY_PROCESSES: dict[str, Fault] = {
    "server killed": kill_server,
    "worker killed": kill_worker,
    "PostgreSQL restarted": restart_postgresql,
    "Redis gone": lose_redis,
    "bucket slow": slow_bucket,
    "bucket gone": lose_bucket,
    "mail server gone": lose_mail_server,
    "poisoned task": poison,
    "clock jumped": jump_clock,
}
SINGLE_PROCESS: dict[str, Fault] = {
    "server killed": kill_server,
    "disk full": fill_disk,
    "mail server gone": lose_mail_server,
    "poisoned task": poison,
    "clock jumped": jump_clock,
}
