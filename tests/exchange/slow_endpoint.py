"""A process that works on webhooks, to be killed: `python -m tests.exchange.slow_endpoint DATABASE_URL DATA_DIR`."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

from dayshift.core.db import open_database
from dayshift.core.outgoing import Outgoing
from dayshift.core.secret_keys import SecretKeys
from dayshift.core.tasks import Worker
from dayshift.exchange.webhooks import DELIVER, handlers


async def main(url: str, data_dir: str) -> None:
    """Deliver until killed, with leases of one second."""
    db = open_database(url, SecretKeys("", Path(data_dir)))
    own = handlers(db, Outgoing(private_allowed=True))
    await Worker(db, own, lease=timedelta(seconds=1), only=[DELIVER]).run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
