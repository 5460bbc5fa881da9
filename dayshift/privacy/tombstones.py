"""Tombstones: digests of erased ids, so that what a backup brings back is erased again before it is served.

A digest cannot be turned back into its id, and the ids are random, so a tombstone identifies nobody. Copies are kept
outside the database: as objects in the storage, which a database that is restored alone keeps, and beside the backups.
"""

import os
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal

from sqlalchemy import select

from dayshift.core.db import Tx, insert
from dayshift.core.tasks import enqueue
from dayshift.privacy.models import tombstones
from dayshift.providers.storage import Storage

Kind = Literal["person", "booking", "interview"]

KEEP_TOMBSTONE = "privacy.tombstone"
"""The task that copies a tombstone to the storage."""
FOLDER = "tombstones"
"""Key prefix in the storage."""
FILE = "tombstones.txt"
"""Beside the backups: a line of digest, kind and time for each."""

_insert = insert(tombstones).on_conflict_do_nothing()
_all = select(tombstones.c.digest, tombstones.c.kind, tombstones.c.erased_at).order_by(tombstones.c.erased_at)


def digest_of(erased_id: str) -> str:
    """Return the SHA-256 of an id, in hex."""
    return sha256(erased_id.encode()).hexdigest()


def add_tombstones(tx: Tx, kind: Kind, ids: Iterable[str], at: datetime) -> None:
    """Store tombstones of erased ids, and enqueue the task that copies each to the storage."""
    for erased_id in ids:
        digest = digest_of(erased_id)
        tx.execute(_insert, {"digest": digest, "kind": kind, "erased_at": at})
        enqueue(tx, KEEP_TOMBSTONE, {"digest": digest, "kind": kind}, key=f"{KEEP_TOMBSTONE}:{digest}")


def all_tombstones(tx: Tx) -> dict[str, str]:
    """Return a line for each tombstone, by digest."""
    return {row.digest: f"{row.digest} {row.kind} {row.erased_at.isoformat()}" for row in tx.execute(_all)}


def read_beside_backups(backups: Path) -> dict[str, str]:
    """Return the lines of the tombstones beside the backups, by digest; none if there is no file."""
    try:
        lines = (backups / FILE).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    return {line.split(" ", 1)[0]: line for line in lines if line}


async def known_digests(backups: Path, storage: Storage) -> set[str]:
    """Return the digests of every tombstone beside the backups and in the storage."""
    stored = {found.key.rpartition("/")[2] for found in await storage.list(FOLDER)}
    return stored | read_beside_backups(backups).keys()


def keep_beside_backups(backups: Path, known: Mapping[str, str]) -> None:
    """Add tombstones to the file beside the backups, which is replaced as a whole. Raises OSError."""
    lines = {**read_beside_backups(backups), **known}
    if not lines:
        return
    new = backups / f".{FILE}"
    with new.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines.values())
        file.flush()
        os.fsync(file.fileno())
    new.replace(backups / FILE)


def with_tombstone(ids: Iterable[str], digests: Collection[str]) -> list[str]:
    """Return the ids that have a tombstone among `digests`."""
    return [one for one in ids if digest_of(one) in digests]
