"""A worker process whose one kind of task takes a while and then leaves a row: `python -m ... URL LEASE`.

The rows have no key, so a task whose effect happened twice would have two.
"""

import asyncio
import sys
from datetime import timedelta

from sqlalchemy import Column, MetaData, String, Table, insert

from dayshift.kit.db import Tx, open_database
from dayshift.kit.tasks import Task, Worker, Write

KIND = "slow"
SECONDS = 0.3

effects = Table("effects", MetaData(), Column("task", String(36), nullable=False))


async def handle(task: Task) -> Write:
    """Take a while, then say that the task was done."""
    await asyncio.sleep(SECONDS)

    def write(tx: Tx) -> None:
        tx.execute(insert(effects), {"task": task.id})

    return write


async def work(url: str, lease: timedelta) -> None:
    """Work until killed."""
    await Worker(open_database(url), {KIND: handle}, lease=lease).run()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], timedelta(seconds=float(sys.argv[2]))))
