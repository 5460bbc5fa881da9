"""The way back: an empty installation becomes what a backup holds."""

import asyncio
import tempfile
from pathlib import Path

import structlog

from dayshift.kit.db import Database
from dayshift.operations.manifest import Entry, fetch_entry, read_entries
from dayshift.providers.storage import ObjectMissing, Storage
from dayshift.recordings import load_recording_ids

log = structlog.get_logger()


async def restore_objects(folder: Path, kept: Storage, db: Database, storage: Storage) -> int:
    """Store every object of the backup that a row of the restored database speaks of; returns how many.

    Doing it again after it was interrupted goes on where it stopped. Raises `Damaged`.
    """
    recordings = await _recordings(db)
    restored = 0
    with tempfile.TemporaryDirectory(prefix="restore-") as workspace:
        for entry in await asyncio.to_thread(lambda: list(read_entries(folder))):
            if entry.key.split("/", 1)[0] in recordings and not await _is_there(storage, entry):
                local = Path(workspace) / "object"
                await fetch_entry(kept, entry, local)
                await storage.write_file(entry.key, local)
                restored += 1
    log.info("recordings restored", objects=restored)
    return restored


async def _is_there(storage: Storage, entry: Entry) -> bool:
    try:
        return await storage.size(entry.key) == entry.size
    except ObjectMissing:
        return False


async def _recordings(db: Database) -> set[str]:
    found, after = set[str](), ""
    while page := await db.read(load_recording_ids, after):
        found.update(page)
        after = page[-1]
    return found
