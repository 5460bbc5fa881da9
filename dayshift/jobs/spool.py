"""A spool: the rows of a feed, put aside on disk until all of it has been read. Memory stays constant."""

import json
import pickle
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Self

from dayshift.jobs.feeds import Row

_SCHEMA = """
PRAGMA journal_mode=OFF;
PRAGMA synchronous=OFF;
CREATE TABLE rows (key TEXT PRIMARY KEY, cell INTEGER NOT NULL, digest BLOB NOT NULL, row BLOB NOT NULL);
CREATE TABLE kept (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE changes (cell INTEGER NOT NULL, key TEXT NOT NULL);
CREATE TABLE gone (key TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_PAGE = 2000


class Spool:
    """A private temporary database; a context manager that leaves nothing behind. Used by one thread at a time."""

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="dayshift-import-")
        path = Path(self._folder.name) / "spool.sqlite3"
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.executescript(_SCHEMA)
        self._db.execute("BEGIN")
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()
        self._folder.cleanup()

    def known(self, external_ids: Sequence[str]) -> set[str]:
        """Those of some external ids that rows put aside have."""
        sought = "SELECT key FROM rows WHERE key IN (SELECT value FROM json_each(?))"
        return {key for (key,) in self._db.execute(sought, (json.dumps(external_ids),))}

    def add(self, rows: Iterable[Row]) -> None:
        """Put sealed rows aside, whose external ids are not known yet."""
        values = ((row["external_id"], row["cell"], row["digest"], pickle.dumps(row, protocol=5)) for row in rows)
        self._db.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", values)

    def keep(self, external_id: str) -> None:
        """Remember a posting that cannot be read: what was stored of it before is to stay."""
        self._db.execute("INSERT OR IGNORE INTO kept VALUES (?)", (external_id,))

    def digests(self) -> Iterator[dict[str, bytes]]:
        """The digest of every row by its external id, in pages."""
        cursor = self._db.execute("SELECT key, digest FROM rows ORDER BY key")
        while page := cursor.fetchmany(_PAGE):
            yield dict(page)

    def absent(self, external_ids: Iterable[str]) -> list[str]:
        """Those of some stored external ids that the feed does not have, and that are not to be kept."""
        known = "SELECT EXISTS (SELECT 1 FROM rows WHERE key = ?) OR EXISTS (SELECT 1 FROM kept WHERE key IN (?, ?))"
        look_up = self._db.execute
        return [key for key in external_ids if not look_up(known, (key, key, key.rsplit("@", 1)[0])).fetchone()[0]]

    def plan(self, changed: Iterable[str], gone: Iterable[str]) -> None:
        """Note what is to be stored and what is to be removed."""
        self._db.executemany(
            "INSERT INTO changes SELECT cell, key FROM rows WHERE key = ?", ((key,) for key in changed)
        )
        self._db.executemany("INSERT INTO gone VALUES (?)", ((key,) for key in gone))

    def changes(self) -> Iterator[list[Row]]:
        """The rows to be stored, in pages; those of one cell together, so that it is rewritten few times."""
        cursor = self._db.execute("SELECT row FROM changes JOIN rows USING (key) ORDER BY changes.cell, changes.key")
        while page := cursor.fetchmany(_PAGE):
            yield [pickle.loads(row) for (row,) in page]  # noqa: S301  (written by this process a moment ago)

    def gone(self) -> Iterator[list[str]]:
        """The external ids to be removed, in pages."""
        cursor = self._db.execute("SELECT key FROM gone ORDER BY key")
        while page := cursor.fetchmany(_PAGE):
            yield [key for (key,) in page]
