"""Back up a running installation: first the database at one instant, then everything that its rows speak of.

What a row names was stored before the row was written, so every object of the copied rows is still to be
found afterwards, unless somebody had it deleted in the meantime.
"""

import asyncio
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from dayshift.kit.clock import now
from dayshift.kit.db import Database
from dayshift.operations.dump import dump
from dayshift.operations.manifest import (
    DATABASE,
    OBJECTS,
    SUMMARY,
    Entry,
    Summary,
    digest,
    fetch,
    read_entries,
    write_summary,
)
from dayshift.providers.storage import Object, ObjectMissing, Storage
from dayshift.recordings import load_recording_ids
from dayshift.settings import Settings

log = structlog.get_logger()

NAMES = "%Y-%m-%dT%H-%M-%S.%fZ"
"""How the folder of a backup is called: they sort by age."""


async def back_up(
    settings: Settings, db: Database, storage: Storage, backups: Path, kept: Storage, schema: str
) -> Path:
    """Write a new backup below `backups`, whose objects go to `kept`; returns its folder.

    Raises `EngineFailed` when the database cannot be copied.
    """
    at = now()
    folder = backups / at.strftime(NAMES)
    folder.mkdir(parents=True)
    await asyncio.to_thread(dump, settings, folder / DATABASE)
    known = _known(backups)
    count = size = 0
    with (folder / OBJECTS).open("w", encoding="utf-8") as lines:
        async for found in _objects(db, storage):
            entry = known.get(found.key) or await _keep(storage, found, kept)
            if entry is not None:
                lines.write(json.dumps(asdict(entry)) + "\n")
                count, size = count + 1, size + entry.size
    summary = Summary(
        made_at=at.isoformat(),
        engine="sqlite" if settings.sqlite_file else "postgresql",
        schema=schema,
        database_sha256=await asyncio.to_thread(digest, folder / DATABASE),
        objects_sha256=digest(folder / OBJECTS),
        objects=count,
        bytes=size,
    )
    write_summary(folder, summary)
    log.info("backed up", folder=str(folder), objects=count, bytes=size)
    return folder


def prune(backups: Path, keep: timedelta) -> list[Path]:
    """Remove the backups older than `keep`, but for the newest, and every object that none of the others names.

    So whatever was deleted from the installation is gone from its backups, too, `keep` later at the most.
    Returns the folders that were removed, those of unfinished backups among them.
    """
    finished = sorted(path.parent for path in backups.glob(f"*/{SUMMARY}"))
    folders = sorted(path.parent for path in backups.glob(f"*/{DATABASE}"))
    old = [folder for folder in folders if folder not in finished[-1:] and _made_at(folder) < now() - keep]
    for folder in old:
        shutil.rmtree(folder)
    named = {entry.key for folder in finished if folder not in old for entry in read_entries(folder)}
    objects = backups / "objects"
    for path in objects.glob("[!.]*/**/*"):
        if path.is_file() and path.relative_to(objects).as_posix() not in named:
            path.unlink()
    return old


def _made_at(folder: Path) -> datetime:
    return datetime.strptime(folder.name, NAMES).replace(tzinfo=UTC)


def _known(backups: Path) -> dict[str, Entry]:
    """What the newest backup holds: its objects need not be copied again."""
    finished = sorted(path.parent for path in backups.glob(f"*/{SUMMARY}"))
    return {entry.key: entry for entry in read_entries(finished[-1])} if finished else {}


async def _objects(db: Database, storage: Storage) -> AsyncIterator[Object]:
    after = ""
    while page := await db.read(load_recording_ids, after):
        for recording in page:
            for found in await storage.list(recording):
                yield found
        after = page[-1]


async def _keep(storage: Storage, found: Object, kept: Storage) -> Entry | None:
    """Copy an object; None when it has been deleted since it was listed."""
    with tempfile.TemporaryDirectory(prefix="backup-") as folder:
        local = Path(folder) / "object"
        try:
            sha256 = await fetch(storage, found.key, found.size, local)
        except ObjectMissing:
            return None
        await kept.write_file(found.key, local)
    return Entry(found.key, found.size, sha256)
