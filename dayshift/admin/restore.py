"""Restore a backup into an empty installation. Whatever was erased since the backup is erased again."""

import asyncio
import tempfile
from contextlib import closing
from pathlib import Path

import structlog

from dayshift.admin.actions import forget_backups
from dayshift.admin.backup import engine_of, first_few, open_data, private_files
from dayshift.admin.dump import begin_restore, end_restore, load
from dayshift.admin.manifest import DATABASE, Damaged, Entry, fetch_entry, read_entries, read_summary, verify
from dayshift.core.db import Database
from dayshift.core.secret_keys import FILE, SecretKeys, read_keys
from dayshift.interviews.recordings import load_recording_ids
from dayshift.privacy import erase_again, known_digests
from dayshift.providers.storage import LocalStorage, ObjectMissing, Storage
from dayshift.settings import Settings
from dayshift.tables import migrate, newest

log = structlog.get_logger()

_ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Unfit(Exception):
    """The backup cannot be restored into this installation; the message says why and what to do."""


async def check_backup(folder: Path) -> list[Damaged]:
    """Read a backup completely; return one error for each damaged object.

    Raises `Damaged` if its database, its summary or its list of objects is damaged.
    """
    with closing(LocalStorage(folder.parent / "objects")) as kept:
        return await verify(folder, kept)


async def restore_backup(settings: Settings, folder: Path, *, partial: bool = False) -> list[str]:
    """Restore the backup in `folder` into an empty installation, or continue an interrupted restore.

    Returns the objects that the backup has lost, none unless `partial`. Raises `Unfit`, `Damaged`, `NotEmpty`,
    `KeyMissing` and `EngineFailed`, each before anything is changed.
    """
    with private_files():
        return await _restore(settings, folder, partial=partial)


async def _restore(settings: Settings, folder: Path, *, partial: bool) -> list[str]:
    checksum = _check_fit(settings, folder)
    keys = read_keys(folder / FILE) if (folder / FILE).exists() and not settings.secret_keys else []
    damaged = await check_backup(folder)
    if damaged and not partial:
        raise Damaged(f"{first_few([str(error) for error in damaged])} (--partial restores everything else)")
    if not begin_restore(settings, checksum):
        load(settings, folder / DATABASE)
    migrate(settings.database)
    if keys:
        SecretKeys("", settings.data_dir).add(keys)
    with closing(LocalStorage(folder.parent / "objects")) as kept, open_data(settings) as (db, storage):
        lost = await _restore_objects(folder, kept, db, storage)
        erased = await db.write(erase_again, await known_digests(folder.parent, storage))
        await db.write(forget_backups)
        log.info("erased again", people_and_interviews=erased)
    end_restore(settings)
    return lost


def _check_fit(settings: Settings, folder: Path) -> str:
    """The SHA-256 of the backup's database. Raises `Unfit` for another engine or a newer schema, and `Damaged`."""
    summary = read_summary(folder)
    if summary.engine != engine_of(settings):
        raise Unfit(
            f"the backup holds a {_ENGINES.get(summary.engine, summary.engine)} database and DAYSHIFT_DATABASE_URL "
            f"names {_ENGINES[engine_of(settings)]}; point it to an empty database of the backup's engine"
        )
    if summary.schema > newest():
        raise Unfit(f"the backup has schema {summary.schema}, made by a newer version; this one knows {newest()}")
    return summary.database_sha256


async def _restore_objects(folder: Path, kept: Storage, db: Database, storage: Storage) -> list[str]:
    """Store every object of the backup that a row of the restored database names.

    Continues an interrupted restore. Returns the errors of objects that the backup has lost; everything else is
    restored.
    """
    recordings = await _recordings(db)
    restored, lost = 0, list[str]()
    with tempfile.TemporaryDirectory(prefix="restore-") as workspace:
        for entry in await asyncio.to_thread(lambda: list(read_entries(folder))):
            if entry.key.split("/", 1)[0] in recordings and not await _is_there(storage, entry):
                local = Path(workspace) / "object"
                try:
                    await fetch_entry(kept, entry, local)
                except Damaged as error:
                    lost.append(str(error))
                    continue
                await storage.write_file(entry.key, local)
                restored += 1
    log.info("recordings restored", objects=restored, lost=len(lost))
    return lost


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
