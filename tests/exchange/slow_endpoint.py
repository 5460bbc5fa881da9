"""A process that works on webhooks, to be killed: `python -m tests.exchange.slow_endpoint DATABASE_URL`."""

import asyncio
import sys
from datetime import timedelta

from dayshift.core.db import open_database
from dayshift.core.outgoing import Outgoing
from dayshift.core.tasks import Worker
from dayshift.exchange.webhooks import DELIVER, handlers


async def main(url: str) -> None:
    """Deliver until killed, with leases of one second."""
    db = open_database(url)
    own = handlers(db, Outgoing(private_allowed=True))
    await Worker(db, own, lease=timedelta(seconds=1), only=[DELIVER]).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
