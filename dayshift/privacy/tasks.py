"""Background tasks: erase when the time to undo is over, confirm that the files are gone, copy tombstones."""

import asyncio
from datetime import timedelta

from dayshift.accounts import release_held
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, Write, ensure_scheduled
from dayshift.hiring.applications import drop_old_records
from dayshift.hiring.employers import drop_expired_sign_ups
from dayshift.notifications import remove_copies
from dayshift.privacy.actions import CONFIRM, ERASE, forget_recordings, record_erased, record_files_gone
from dayshift.privacy.erase import erase_user, mentions_of
from dayshift.privacy.export_tasks import export_handlers
from dayshift.privacy.holds import held_until, holds
from dayshift.privacy.queries import find_erasure
from dayshift.privacy.tombstones import FOLDER, KEEP_TOMBSTONE
from dayshift.providers.storage import Storage
from dayshift.settings import Settings

LOOK_AGAIN = timedelta(minutes=10)
"""Interval between checks whether the files, and the rows in the database's files, are gone."""
HELD = timedelta(days=1)
"""Interval between checks whether a legal hold has ended."""

SWEEP = "privacy.sweep"
SWEEP_EVERY = timedelta(days=1)


def schedule(tx: Tx) -> None:
    """Schedule the daily deletion of decision records, held rows and sign-ups that need not be kept any more, once."""
    ensure_scheduled(tx, SWEEP, {}, key=SWEEP)


def handlers(db: Database, storage: Storage, settings: Settings) -> dict[str, Handler]:
    """The task handlers of this package. Copies of people's data are made in the data folder."""
    workspace, mailbox = settings.data_dir / "exporting", settings.dev_mailbox

    async def erase(task: Task) -> Write | None:
        request = await db.read(find_erasure, task.payload["erasure_id"])
        if request is None or request.user_id is None:  # It was undone, or an operator has erased the person.
            return None
        left = request.due_at - now()
        if left > timedelta(0):  # The clock was set back.
            raise Snooze(left)
        if held := await db.read(held_until, request.user_id, now()):
            raise Snooze(min(HELD, held - now()))  # On the day that they were told.
        await asyncio.to_thread(remove_copies, mailbox, await db.read(mentions_of, request.user_id))
        return lambda tx: _erase(tx, request.id)

    async def confirm(task: Task) -> Write | None:
        request = await db.read(find_erasure, task.payload["erasure_id"])
        if request is None:
            return None
        for recording in request.recordings or []:
            if await storage.list(recording):
                raise Snooze(LOOK_AGAIN)
        await db.write(forget_recordings, request.id)  # Their ids must not outlive the purge in the database's file.
        if not await db.purge_deleted():
            raise Snooze(LOOK_AGAIN)
        return lambda tx: record_files_gone(tx, request.id, now())

    async def keep(task: Task) -> None:
        await storage.put_new(f"{FOLDER}/{task.payload['digest']}", task.payload["kind"].encode())

    async def sweep(_task: Task) -> None:
        await db.write(_drop_records)
        await db.write(release_held)
        await db.write(drop_expired_sign_ups, now())
        raise Snooze(SWEEP_EVERY)

    return {
        ERASE: erase,
        CONFIRM: confirm,
        KEEP_TOMBSTONE: keep,
        SWEEP: sweep,
        **export_handlers(db, storage, settings, workspace),
    }


def _drop_records(tx: Tx) -> int:
    at = now()
    held = [one.employer_id for one in holds(tx) if one.employer_id and one.is_active(at)]
    return drop_old_records(tx, at.date(), held)


def _erase(tx: Tx, erasure_id: str) -> None:
    request = find_erasure(tx, erasure_id, for_update=True)
    if request is None or request.user_id is None or held_until(tx, request.user_id, now()):
        return  # The next check of the doctor names it, should a hold have come in this very moment.
    record_erased(tx, request.id, erase_user(tx, request.user_id), now())
