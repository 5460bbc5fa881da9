"""Retention: a recording is deleted when its retention period ends or its owner is erased.

Every recording has one task from its start, due at the end of the period; an erasure makes it due at once.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import bindparam, select

from dayshift.core import tasks
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, Write
from dayshift.interviews.recordings.byte_counts import drop_recording
from dayshift.interviews.recordings.models import recordings
from dayshift.providers.storage import Storage

DELETE = "recordings.delete"
"""The task that deletes a recording and all of its files."""

FIRST_LOOK = timedelta(days=1)
LOOK_AGAIN = timedelta(days=10)
"""Intervals between checks of the retention period, which is a setting and may change."""

STRAGGLERS = timedelta(hours=1)
"""Time after which every upload that was in progress during an erasure has ended."""

_created_at = select(recordings.c.created_at).where(recordings.c.id == bindparam("recording"))


def schedule_deletion(tx: Tx, recording_id: str, at: datetime) -> None:
    """Schedule the deletion of a recording, no earlier than `at`. A later call replaces an earlier one."""
    tasks.enqueue(tx, DELETE, {"recording": recording_id}, key=f"{DELETE}:{recording_id}", due_at=at)


def schedule_erasure(tx: Tx, recording_ids: Sequence[str]) -> None:
    """Delete recordings: rows now, files soon, and once more for uploads that are under way now."""
    for recording_id in recording_ids:
        drop_recording(tx, recording_id)
        schedule_deletion(tx, recording_id, now())
        later = {"recording": recording_id}
        tasks.enqueue(tx, DELETE, later, key=f"{DELETE}:{recording_id}:stragglers", due_at=now() + STRAGGLERS)


HeldUntil = Callable[[Tx, str, datetime], datetime | None]
"""Tells until when a legal hold keeps a recording, from its id and the time; None: there is none."""


def deleting(db: Database, storage: Storage, retention: timedelta, held_until: HeldUntil) -> Handler:
    """The handler of `DELETE`: files first, then the row, so that a row never loses track of a file."""

    async def handle(task: Task) -> Write | None:
        recording_id: str = task.payload["recording"]
        created_at = await db.read(_find_creation, recording_id)
        if created_at is not None and (left := created_at + retention - now()) > timedelta(0):
            raise Snooze(min(left, LOOK_AGAIN))
        if held := await db.read(held_until, recording_id, now()):
            raise Snooze(min(held - now(), LOOK_AGAIN))
        await storage.delete_prefix(recording_id)

        return partial(drop_recording, recording_id=recording_id)

    return handle


def _find_creation(tx: Tx, recording_id: str) -> datetime | None:
    return tx.execute(_created_at, {"recording": recording_id}).scalar()
