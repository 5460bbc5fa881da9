"""Staging of feeds: rows are kept on disk until the whole feed has been read, so memory stays constant."""

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from dayshift.jobs.catalog.actions import SerializedRow

_SCHEMA = """
PRAGMA journal_mode=OFF;
PRAGMA synchronous=OFF;
CREATE TABLE rows (key TEXT PRIMARY KEY, square INTEGER NOT NULL, digest BLOB NOT NULL, stated BLOB NOT NULL);
CREATE TABLE kept (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE stored (key TEXT PRIMARY KEY, base TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID;
"""
# Row ids in sort order, so that rows are sorted without being moved.
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
    """How many jobs a feed adds, changes, leaves unchanged and removes."""

    added: int
    changed: int
    unchanged: int
    removed: int


class Staging:
    """A private temporary database, as a context manager that deletes it. For one thread at a time."""

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="dayshift-import-")
        path = Path(self._folder.name) / "staging.sqlite3"
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.executescript(_SCHEMA)
        self._db.execute("BEGIN")
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()
        self._folder.cleanup()

    def known(self, external_ids: Sequence[str]) -> set[str]:
        """Return which of these external ids are already staged."""
        sought = "SELECT key FROM rows WHERE key IN (SELECT value FROM json_each(?))"
        return {key for (key,) in self._db.execute(sought, (json.dumps(external_ids),))}

    def add(self, rows: Iterable[SerializedRow]) -> None:
        """Stage rows whose external ids are new."""
        self._db.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", rows)

    def keep(self, external_id: str) -> None:
        """Record an unreadable posting, so that its stored job is kept."""
        self._db.execute("INSERT OR IGNORE INTO kept VALUES (?)", (external_id,))

    def remember(self, stored: Iterable[tuple[str, bytes]]) -> None:
        """Record what is stored: external ids and digests."""
        values = ((key, key.rsplit("@", 1)[0], digest) for key, digest in stored)
        self._db.executemany("INSERT OR REPLACE INTO stored VALUES (?, ?, ?)", values)

    def compare(self) -> Difference:
        """Compute what to store and what to remove, after everything was staged and recorded."""
        for statement in _COMPARE.split(";")[:-1]:
            self._db.execute(statement)
        added, changed, gone, rows = (
            self._db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]  # noqa: S608
            for what in ("changes WHERE is_new", "changes WHERE NOT is_new", "gone", "rows")
        )
        return Difference(added, changed, rows - added - changed, gone)

    def changes(self) -> Iterator[list[SerializedRow]]:
        """Yield pages of rows to store, grouped by square so that each cell is rewritten few times."""
        sorted_rows = "SELECT rows.* FROM changes JOIN rows ON rows.rowid = changes.number ORDER BY changes.rowid"
        cursor = self._db.execute(sorted_rows)
        while page := cursor.fetchmany(_PAGE):
            yield [SerializedRow(*row) for row in page]

    def gone(self) -> Iterator[list[str]]:
        """Yield pages of external ids to remove."""
        cursor = self._db.execute("SELECT key FROM gone ORDER BY rowid")
        while page := cursor.fetchmany(_PAGE):
            yield [key for (key,) in page]
