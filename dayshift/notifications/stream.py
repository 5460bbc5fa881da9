"""News as they come: server-sent events for one person's open pages."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.notifications.queries import Notice, notices_of, told_at

LOOK_SECONDS = 2.0
LIFE_SECONDS = 20.0
"""After which a stream ends by itself. The browser comes back and says what it heard last."""
OVERLAP = timedelta(seconds=10)
"""A notice may be committed after a younger one: so far back a stream looks again. Hearing twice is harmless."""


async def news(db: Database, user_id: str, last: str | None) -> AsyncIterator[str]:
    """Events for what this person is told from now on, or after the event with the id `last`."""
    since = await db.lookup(_since, user_id, last)
    told: set[str] = set()
    yield "retry: 2000\n\n"
    for _ in range(int(LIFE_SECONDS / LOOK_SECONDS)):
        fresh = [one for one in await db.lookup(notices_of, user_id, since) if one.id not in told]
        for notice in reversed(fresh):
            told.add(notice.id)
            yield _event(notice)
        await asyncio.sleep(LOOK_SECONDS)


def _since(tx: Tx, user_id: str, last: str | None) -> datetime:
    return ((told_at(tx, user_id, last) if last else None) or now()) - OVERLAP


def _event(notice: Notice) -> str:
    return f"id: {notice.id}\ndata: {json.dumps({'kind': notice.kind})}\n\n"
