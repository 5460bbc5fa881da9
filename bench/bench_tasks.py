"""Short background tasks a second: one worker of four slots runs tasks that do nothing but finish.

SQLite, and PostgreSQL, with durable commits. Run as `python -m bench.bench_tasks`.
"""

import asyncio
import os
import tempfile
from contextlib import closing, suppress
from time import perf_counter

from dayshift.core.db import Database, Tx, open_database
from dayshift.core.tasks import Task, Worker, enqueue_many
from dayshift.tables import migrate
from tests.postgres import cluster, create_database

KIND = "bench.nothing"
TASKS = 4000


def main() -> None:
    """Measure both engines and print the rates."""
    print(f"{TASKS} tasks, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        print(f"SQLite: {tasks_per_second(f'sqlite:///{folder}/tasks.sqlite3'):,.0f} tasks a second")
    with cluster(settings="") as admin:
        print(f"PostgreSQL: {tasks_per_second(create_database(admin, 'tasks')):,.0f} tasks a second")


def tasks_per_second(url: str) -> float:
    """Return the rate of one worker that finds `TASKS` due tasks in a new database."""
    migrate(url)
    with closing(open_database(url)) as db:
        return asyncio.run(_run(db))


async def _run(db: Database) -> float:
    left = TASKS
    finished = asyncio.Event()

    async def do_nothing(_task: Task) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            finished.set()

    def enqueue(tx: Tx) -> None:
        enqueue_many(tx, [(KIND, {"number": number}) for number in range(TASKS)])

    await db.write(enqueue)
    began = perf_counter()
    working = asyncio.create_task(Worker(db, {KIND: do_nothing}).run())
    await finished.wait()
    seconds = perf_counter() - began
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
    return TASKS / seconds


if __name__ == "__main__":
    main()
