"""What a backup consists of, and the check that it still does.

A folder of backups has a folder for each backup, named after its instant, and one folder `objects`
for the recordings of all of them: a recorded object never changes, so each is kept once.

    2026-11-21T20-05-01Z/objects.jsonl    every object of this backup: key, size, SHA-256
    2026-11-21T20-05-01Z/database         the database at one instant, as its engine writes it
    2026-11-21T20-05-01Z/backup.json      the summary; written last, so without it there is no backup
    objects/...                           the objects, under their keys
"""

import asyncio
import hashlib
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from dayshift.providers.storage import ObjectMissing, Storage

SUMMARY = "backup.json"
OBJECTS = "objects.jsonl"
DATABASE = "database"


class Damaged(Exception):
    """The backup is not what was backed up; the message says where."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One object of a backup: its key, its size in bytes and its SHA-256 in hex."""

    key: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Summary:
    """One backup: when (ISO 8601), on which engine and schema, and the SHA-256 of its two files in hex."""

    made_at: str
    engine: str
    schema: str
    database_sha256: str
    objects_sha256: str
    objects: int
    bytes: int


def write_summary(folder: Path, summary: Summary) -> None:
    """Declare the backup in `folder` complete."""
    unfinished = folder / f"{SUMMARY}.tmp"
    unfinished.write_text(json.dumps(asdict(summary), indent=1) + "\n", "utf-8")
    unfinished.replace(folder / SUMMARY)


def read_summary(folder: Path) -> Summary:
    """The summary of the backup in `folder`. Raises `Damaged` for a backup that was never finished."""
    try:
        return Summary(**json.loads((folder / SUMMARY).read_text("utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise Damaged(f"{folder} holds no finished backup: {error}") from error


def read_entries(folder: Path) -> Iterator[Entry]:
    """The objects of a backup."""
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


async def verify(folder: Path, kept: Storage) -> Summary:
    """Read a backup, whose objects `kept` holds, to its last byte.

    Raises `Damaged` for the first thing that is missing or differs.
    """
    summary = read_summary(folder)
    for name, expected in ((DATABASE, summary.database_sha256), (OBJECTS, summary.objects_sha256)):
        try:
            if await asyncio.to_thread(digest, folder / name) != expected:
                raise Damaged(f"{folder / name} has changed")
        except OSError as error:
            raise Damaged(str(error)) from error
    with tempfile.TemporaryDirectory(prefix="verify-") as workspace:
        for entry in read_entries(folder):
            await fetch_entry(kept, entry, Path(workspace) / "object")
    return summary


async def fetch_entry(kept: Storage, entry: Entry, target: Path) -> None:
    """Copy an object out of the backup. Raises `Damaged` when it is gone or is not what it was."""
    try:
        if await fetch(kept, entry.key, entry.size, target) != entry.sha256:
            raise Damaged(f"the object {entry.key} has changed")
    except ObjectMissing as error:
        raise Damaged(f"the object {entry.key} is missing") from error
