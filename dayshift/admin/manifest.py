"""The files of a backup, their checksums, and the check that they are intact.

A folder of backups has one folder for each backup, named after its time, and one folder `objects` for the recordings
of all of them. A recorded object never changes, so each is kept once.

    2026-11-21T20-05-01Z/objects.jsonl    every object of this backup: key, size, SHA-256
    2026-11-21T20-05-01Z/database         the database at one instant, as its engine writes it
    2026-11-21T20-05-01Z/backup.json      the summary, with its own checksum; written last, so a folder without it
                                          is not a backup
    objects/...                           the objects, under their keys
"""

import asyncio
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from dayshift.providers.storage import ObjectMissing, Storage

SUMMARY = "backup.json"
OBJECTS = "objects.jsonl"
DATABASE = "database"


class Damaged(Exception):
    """The backup is damaged; the message says where."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One object of a backup: its key, its size in bytes and its SHA-256 in hex."""

    key: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Summary:
    """One backup: time (ISO 8601), engine and schema, and the SHA-256 of its two files in hex."""

    made_at: str
    engine: str
    schema: str
    database_sha256: str
    objects_sha256: str
    objects: int
    bytes: int


def _render(summary: Summary) -> str:
    """Return the text of the summary file: its fields, then the SHA-256 of their canonical JSON."""
    fields = asdict(summary)
    checksum = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
    return json.dumps({**fields, "sha256": checksum}, indent=1) + "\n"


def write_summary(folder: Path, summary: Summary) -> None:
    """Mark the backup in `folder` as complete."""
    unfinished = folder / f"{SUMMARY}.tmp"
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(_render(summary))
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / SUMMARY)


def read_summary(folder: Path) -> Summary:
    """The summary of the backup in `folder`. Raises `Damaged` if it is missing or any byte of it has changed."""
    try:
        text = (folder / SUMMARY).read_text("utf-8")
        fields = json.loads(text)
        checksum = fields.pop("sha256", None)  # Backups made before summaries had a checksum are still readable.
        summary = Summary(**fields)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise Damaged(f"{folder} holds no finished backup: {error}") from error
    if checksum is not None and text != _render(summary):
        raise Damaged(f"{folder / SUMMARY} has changed")
    return summary


def read_entries(folder: Path) -> Iterator[Entry]:
    """The objects of a backup. Raises `Damaged` if the list or its checksum in the summary has changed."""
    _compare(folder / OBJECTS, read_summary(folder).objects_sha256)
    with (folder / OBJECTS).open(encoding="utf-8") as lines:
        for line in lines:
            yield Entry(**json.loads(line))


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


async def fetch(storage: Storage, key: str, size: int, target: Path) -> str:
    """Copy an object to a local file; returns its SHA-256 in hex. Raises `ObjectMissing`."""
    running = hashlib.sha256()
    with target.open("wb") as file:
        async for piece in storage.open_range(key, 0, size):
            running.update(piece)
            await asyncio.to_thread(file.write, piece)
    return running.hexdigest()


async def verify(folder: Path, kept: Storage) -> list[Damaged]:
    """Read a backup, whose objects are in `kept`, completely; return one error for each damaged object.

    Raises `Damaged` if the summary, the database or the list of objects has changed.
    """
    summary = await asyncio.to_thread(read_summary, folder)
    await asyncio.to_thread(_compare, folder / DATABASE, summary.database_sha256)
    entries = await asyncio.to_thread(lambda: list(read_entries(folder)))
    damaged = []
    with tempfile.TemporaryDirectory(prefix="verify-") as workspace:
        for entry in entries:
            try:
                await fetch_entry(kept, entry, Path(workspace) / "object")
            except Damaged as error:
                damaged.append(error)
    return damaged


async def fetch_entry(kept: Storage, entry: Entry, target: Path) -> None:
    """Copy an object out of the backup. Raises `Damaged` if it is missing, unreadable or has changed."""
    try:
        if await fetch(kept, entry.key, entry.size, target) != entry.sha256:
            raise Damaged(f"the object {entry.key} has changed")
        if await kept.size(entry.key) != entry.size:
            raise Damaged(f"the object {entry.key} has another size")
    except ObjectMissing as error:
        raise Damaged(f"the object {entry.key} is missing") from error
    except OSError as error:
        raise Damaged(f"the object {entry.key} cannot be read: {error}") from error


def _compare(path: Path, sha256: str) -> None:
    try:
        if digest(path) != sha256:
            raise Damaged(f"{path} has changed")
    except OSError as error:
        raise Damaged(str(error)) from error
