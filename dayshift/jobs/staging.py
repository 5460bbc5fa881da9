"""A spool: the rows of a feed, put aside on disk until all of it has been read. Memory stays constant."""

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from dayshift.jobs.actions import Sealed

_SCHEMA = """
PRAGMA journal_mode=OFF;
PRAGMA synchronous=OFF;
CREATE TABLE rows (key TEXT PRIMARY KEY, square INTEGER NOT NULL, digest BLOB NOT NULL, stated BLOB NOT NULL);
CREATE TABLE kept (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE stored (key TEXT PRIMARY KEY, base TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID;
"""
# Rows by their numbers, so that they are sorted without being moved.
_COMPARE = """
CREATE TABLE changes AS
  SELECT rows.rowid AS number, stored.key IS NULL AS is_new FROM rows LEFT JOIN stored USING (key)
  WHERE stored.key IS NULL OR stored.digest <> rows.digest ORDER BY rows.square, rows.key;
CREATE TABLE gone AS
  SELECT key FROM stored WHERE NOT EXISTS (SELECT 1 FROM rows WHERE rows.key = stored.key)
  AND NOT EXISTS (SELECT 1 FROM kept WHERE kept.key IN (stored.key, stored.base)) ORDER BY key;
"""
_PAGE = 2000


@dataclass(frozen=True, slots=True)
class Difference:
    """How many jobs a feed adds to what is stored, changes, leaves as they are, and removes."""

    added: int
    changed: int
    unchanged: int
    removed: int


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

    def add(self, rows: Iterable[Sealed]) -> None:
        """Put rows aside, whose external ids are not known yet."""
        self._db.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", rows)

    def keep(self, external_id: str) -> None:
        """Remember a posting that cannot be read: what was stored of it before is to stay."""
        self._db.execute("INSERT OR IGNORE INTO kept VALUES (?)", (external_id,))

    def remember(self, stored: Iterable[tuple[str, bytes]]) -> None:
        """Note what is stored: external ids and digests."""
        values = ((key, key.rsplit("@", 1)[0], digest) for key, digest in stored)
        self._db.executemany("INSERT OR REPLACE INTO stored VALUES (?, ?, ?)", values)

    def compare(self) -> Difference:
        """Find out what is to be stored and what is to be removed, once all is put aside and remembered."""
        for statement in _COMPARE.split(";")[:-1]:
            self._db.execute(statement)
        added, changed, gone, rows = (
            self._db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]  # noqa: S608
            for what in ("changes WHERE is_new", "changes WHERE NOT is_new", "gone", "rows")
        )
        return Difference(added, changed, rows - added - changed, gone)

    def changes(self) -> Iterator[list[Sealed]]:
        """The rows to be stored, in pages; those of one square together, so that its cells are rewritten few times."""
        sorted_rows = "SELECT rows.* FROM changes JOIN rows ON rows.rowid = changes.number ORDER BY changes.rowid"
        cursor = self._db.execute(sorted_rows)
        while page := cursor.fetchmany(_PAGE):
            yield [Sealed(*row) for row in page]

    def gone(self) -> Iterator[list[str]]:
        """The external ids to be removed, in pages."""
        cursor = self._db.execute("SELECT key FROM gone ORDER BY rowid")
        while page := cursor.fetchmany(_PAGE):
            yield [key for (key,) in page]
