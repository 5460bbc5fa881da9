"""A worker with one task kind that sends a mail, sleeps, then inserts a row: `python -m ... URL LEASE SMTP`.

The rows have no key, so a task that ran twice would have two. A worker killed while sleeping has sent the mail without
recording it.
"""

import asyncio
import sys
from datetime import timedelta

from sqlalchemy import Column, MetaData, String, Table, insert

from dayshift.core.db import Tx, open_database
from dayshift.core.tasks import Task, Worker, Write
from dayshift.providers.email import Mailbox, Mailer, Message
from dayshift.providers.smtp import SmtpMailer

KIND = "slow"
SECONDS = 0.3

effects = Table("effects", MetaData(), Column("task", String(36), nullable=False))


async def handle(mailer: Mailer, task: Task) -> Write:
    """Send a mail, sleep, then record the task."""
    await mailer.send(Message(task.id, "maya@example.com", "Maya", "Welcome", "Welcome.", "<p>Welcome.</p>"))
    await asyncio.sleep(SECONDS)

    def write(tx: Tx) -> None:
        tx.execute(insert(effects), {"task": task.id})

    return write


async def work(url: str, lease: timedelta, smtp_url: str) -> None:
    """Run until killed."""
    mailer = SmtpMailer(smtp_url, Mailbox("Dayshift", "no-reply@dayshift.example"))
    await Worker(open_database(url), {KIND: lambda task: handle(mailer, task)}, lease=lease).run()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], timedelta(seconds=float(sys.argv[2])), sys.argv[3]))
