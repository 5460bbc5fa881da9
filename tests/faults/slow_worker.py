"""A worker process whose one kind of task mails, takes a while, then leaves a row: `python -m ... URL LEASE SMTP`.

The rows have no key, so a task whose effect happened twice would have two. Whoever is killed in that while has sent the
mail and not recorded it. It loads no more than that takes, for it is started again and again.
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
    """Send a mail as every message is sent, take a while, then say that the task was done."""
    await mailer.send(Message(task.id, "maya@example.com", "Maya", "Welcome", "Welcome.", "<p>Welcome.</p>"))
    await asyncio.sleep(SECONDS)

    def write(tx: Tx) -> None:
        tx.execute(insert(effects), {"task": task.id})

    return write


async def work(url: str, lease: timedelta, smtp_url: str) -> None:
    """Work until killed."""
    mailer = SmtpMailer(smtp_url, Mailbox("Dayshift", "no-reply@dayshift.example"))
    await Worker(open_database(url), {KIND: lambda task: handle(mailer, task)}, lease=lease).run()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], timedelta(seconds=float(sys.argv[2])), sys.argv[3]))
