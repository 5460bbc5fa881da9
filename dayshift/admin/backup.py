"""Back up a running installation: first a consistent copy of the database, then every recording in its rows.

A row is written after the objects that it refers to, so every object in the copied rows still exists afterwards, unless
it has been deleted. An unreadable object does not stop a backup: it is reported, and everything else is backed up.
"""

import asyncio
import errno
import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zlib import crc32

import structlog

from dayshift.admin.actions import Outcome, record_backup
from dayshift.admin.dump import dump
from dayshift.admin.manifest import (
    DATABASE,
    OBJECTS,
    SUMMARY,
    Damaged,
    Entry,
    Summary,
    digest,
    fetch,
    fetch_entry,
    read_entries,
    write_summary,
)
from dayshift.core.clock import now
from dayshift.core.db import Database, open_database
from dayshift.core.errors import Unavailable
from dayshift.core.secret_keys import FILE, SecretKeys
from dayshift.interviews.recordings import load_recording_ids
from dayshift.privacy import all_tombstones, keep_beside_backups
from dayshift.providers.storage import LocalStorage, Object, ObjectMissing, Storage, open_storage
from dayshift.settings import Settings
from dayshift.tables import newest, schema_of

log = structlog.get_logger()

NAMES = "%Y-%m-%dT%H-%M-%S.%fZ"
"""Format of backup folder names, which sort by age."""

REREAD_DAYS = 7
"""With one backup per day, every object in the backups is read and verified once in so many days."""

SHOWN = 10
"""Maximum problems of a backup that are listed individually."""

GIVE_UP_AFTER = 5
"""Consecutive failures after which the storage of the recordings is not tried again."""


@dataclass
class NewBackup:
    """A new backup. `problems` are missing objects, `warnings` is damage in earlier backups."""

    folder: Path
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    objects: int = 0
    bytes: int = 0


async def back_up(settings: Settings, backups: Path, keep: timedelta) -> tuple[NewBackup, list[Path]]:
    """Write a new backup below `backups`, then remove those older than `keep`; return the new one and the removed ones.

    The outcome is recorded in the database, for the doctor and the operators' page. Raises `EngineFailed` if the
    database cannot be copied, `StorageFull`, OSError; `BlockingIOError` if another backup is running.
    """
    with private_files(), open_data(settings) as (db, storage):
        try:
            with _lock(backups), closing(LocalStorage(backups / "objects")) as kept:
                made = await _write_backup(settings, db, storage, backups, kept)
                await _record_made(db, made)
                return made, await asyncio.to_thread(prune, backups, keep)
        except BlockingIOError:  # The backup that is running records its own outcome.
            raise
        except Exception as error:
            await _record(db, "failed", problem=f"{type(error).__name__}: {error}")
            raise


async def _record_made(db: Database, made: NewBackup) -> None:
    problem = first_few([*made.problems, *made.warnings]) or None
    outcome: Outcome = "incomplete" if made.problems else "complete"
    await _record(db, outcome, folder=str(made.folder), problem=problem, objects=made.objects, size=made.bytes)


@contextmanager
def private_files() -> Iterator[None]:
    """Create files and folders that only their owner can read."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def open_data(settings: Settings, keys: SecretKeys | None = None) -> Iterator[tuple[Database, Storage]]:
    """Only the database and the recordings: backups must work although another setting is wrong."""
    with (
        closing(open_database(settings.database, keys)) as db,
        closing(open_storage(settings.storage_url, settings.data_dir / "recordings")) as storage,
    ):
        yield db, storage


@contextmanager
def _lock(backups: Path) -> Iterator[None]:
    backups.mkdir(parents=True, exist_ok=True)
    if backups.stat().st_mode & 0o007:  # Made by hand.
        backups.chmod(backups.stat().st_mode & 0o770)
    with (backups / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


async def _record(db: Database, outcome: Outcome, **about: Any) -> None:
    try:
        await db.write(record_backup, outcome, **about)
    except Exception:  # The database may have failed, or its schema may be older than this program.
        log.exception("backup not recorded", outcome=outcome)


def first_few(problems: Sequence[str]) -> str:
    """Return the first few problems, and the number of others."""
    more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
    return "; ".join([*problems[:SHOWN], *more])


async def _write_backup(settings: Settings, db: Database, storage: Storage, backups: Path, kept: Storage) -> NewBackup:
    at = now()
    made = NewBackup(backups / at.strftime(NAMES))
    made.folder.mkdir(parents=True)
    await asyncio.to_thread(dump, settings, made.folder / DATABASE)
    if (keys := settings.data_dir / FILE).exists() and not settings.secret_keys:
        shutil.copyfile(keys, made.folder / FILE)
    keep_beside_backups(backups, await db.read(all_tombstones))
    known = await asyncio.to_thread(_known, backups, made.warnings)
    with (made.folder / OBJECTS).open("w", encoding="utf-8") as lines, _workspace(backups) as workspace:
        copier = _Copier(storage, kept, known, Path(workspace) / "object", made)
        async for entry in copier.entries(db):
            lines.write(json.dumps(asdict(entry)) + "\n")
            made.objects, made.bytes = made.objects + 1, made.bytes + entry.size
        lines.flush()
        os.fsync(lines.fileno())
    summary = Summary(
        made_at=at.isoformat(),
        engine=engine_of(settings),
        schema=await db.read(lambda tx: schema_of(tx) or newest()),
        database_sha256=await asyncio.to_thread(digest, made.folder / DATABASE),
        objects_sha256=digest(made.folder / OBJECTS),
        objects=made.objects,
        bytes=made.bytes,
    )
    write_summary(made.folder, summary)
    how = {"problems": len(made.problems), "warnings": len(made.warnings)}
    log.info("backed up", folder=str(made.folder), objects=made.objects, bytes=made.bytes, **how)
    return made


def engine_of(settings: Settings) -> str:
    """Return the database engine's name, as in backup summaries."""
    return "sqlite" if settings.sqlite_file else "postgresql"


def prune(backups: Path, keep: timedelta) -> list[Path]:
    """Remove backups older than `keep`, except the newest, and every object that no remaining backup refers to.

    Deleted data is therefore gone from the backups `keep` later. Returns the removed folders, including unfinished
    backups. If the object list of any remaining backup is damaged, no object is removed.
    """
    finished = sorted(path.parent for path in backups.glob(f"*/{SUMMARY}"))
    folders = sorted(path.parent for path in backups.glob(f"*/{DATABASE}"))
    old = [folder for folder in folders if folder not in finished[-1:] and _is_older(folder, now() - keep)]
    for folder in old:
        shutil.rmtree(folder)
    try:
        named = {entry.key for folder in finished if folder not in old for entry in read_entries(folder)}
    except Damaged as error:
        log.warning("objects of old backups not removed", why=str(error))
        return old
    objects = backups / "objects"
    for path in objects.glob("[!.]*/**/*"):
        if path.is_file() and path.relative_to(objects).as_posix() not in named:
            path.unlink()
    return old


def backups_before(backups: Path, limit: datetime) -> list[Path]:
    """Return the backups made before `limit`, unfinished ones too; none if the folder cannot be read."""
    return [path.parent for path in sorted(backups.glob(f"*/{DATABASE}")) if _is_older(path.parent, limit)]


def _is_older(folder: Path, limit: datetime) -> bool:
    try:
        return datetime.strptime(folder.name, NAMES).replace(tzinfo=UTC) < limit
    except ValueError:  # Not a backup folder.
        return False


def _workspace(backups: Path) -> "tempfile.TemporaryDirectory[str]":
    for left in backups.glob(".copying-*"):  # Left by a backup that was killed.
        shutil.rmtree(left)
    return tempfile.TemporaryDirectory(prefix=".copying-", dir=backups)


def _known(backups: Path, warnings: list[str]) -> dict[str, Entry]:
    """Return the objects of the newest intact backup, which are not copied again; damage is added to `warnings`."""
    for summary in sorted(backups.glob(f"*/{SUMMARY}"), reverse=True):
        try:
            return {entry.key: entry for entry in read_entries(summary.parent)}
        except Damaged as error:
            warnings.append(f"an earlier backup cannot be restored: {error}")
    return {}


class _Copier:
    """Copies objects that are missing or damaged in the backups."""

    def __init__(
        self, storage: Storage, kept: Storage, known: Mapping[str, Entry], workspace: Path, made: NewBackup
    ) -> None:
        self._storage = storage
        self._kept = kept
        self._known = known
        self._workspace = workspace
        self._made = made
        self._refusals = 0

    async def entries(self, db: Database) -> AsyncIterator[Entry]:
        """Yield every object of the recordings in the database, once it is in the backups."""
        after = ""
        while page := await db.read(load_recording_ids, after):
            for recording in page:
                for found in await self._list(recording):
                    if entry := await self._keep(found):
                        yield entry
            after = page[-1]

    async def _list(self, recording: str) -> list[Object]:
        """Return the objects of a recording; those of the last backup if the storage is unavailable."""
        try:
            if self._refusals < GIVE_UP_AFTER:
                found = await self._storage.list(recording)
                self._refusals = 0
                return found
        except (OSError, Unavailable) as error:
            self._refusals += isinstance(error, Unavailable)
        self._made.problems.append(f"the recording {recording} could not be listed")
        return [Object(key, entry.size) for key, entry in self._known.items() if key.startswith(f"{recording}/")]

    async def _keep(self, found: Object) -> Entry | None:
        """Ensure that the object is in the backups; None if it has been deleted or cannot be read."""
        known = self._known.get(found.key)
        if known and await self._is_whole(known):
            if known.size != found.size:
                self._made.problems.append(f"the object {found.key} has changed since it was backed up")
            return known
        try:
            sha256 = await fetch(self._storage, found.key, found.size, self._workspace)
        except ObjectMissing:
            return None
        except (OSError, Unavailable) as error:
            if getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT}:  # The backup disk itself is full.
                raise
            self._made.problems.append(f"the object {found.key} could not be read: {error}")
            return None
        size = self._workspace.stat().st_size
        if size != found.size or (known and known.sha256 != sha256):
            self._made.problems.append(f"the object {found.key} is not what it was")
        if known:
            self._made.warnings.append(f"the object {found.key} was damaged in the backups and has been copied again")
        await self._kept.write_file(found.key, self._workspace)
        return Entry(found.key, size, sha256)

    async def _is_whole(self, entry: Entry) -> bool:
        """Whether the backups have the object; it is read completely once every `REREAD_DAYS`."""
        try:
            if crc32(entry.key.encode()) % REREAD_DAYS == now().toordinal() % REREAD_DAYS:
                await fetch_entry(self._kept, entry, self._workspace)
            return await self._kept.size(entry.key) == entry.size
        except (Damaged, ObjectMissing, OSError):
            return False
