"""Snapshots: all cells in one memory-mapped file, shared by all processes of a machine.

Changes since the snapshot (the delta) are read from the database and take precedence, so results are the same with and
without a snapshot, and a new job is visible as soon as it is committed. A new file replaces the old one atomically;
readers of the old one keep it.

    8 bytes   "DSCELLS3"
    uint64    revision of the index
    uint64    number of cells; uint64 offset of the directory; uint64 CRC-32 of the directory
    ...       hot and cold part of each cell, each aligned to 8 bytes
    int64     directory: six columns, sorted by cell: cell, first expiry (NEVER if none), offset and
    length of the hot part, offset and length of the cold part
"""

import fcntl
import mmap
import os
import threading
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, func, select

from dayshift.core.db import Tx
from dayshift.jobs.index.cells import NEVER, Bytes
from dayshift.jobs.index.models import job_cells
from dayshift.jobs.index.stored import STORED, Cell, Found, Index, cells_of, joined, read_index, stored_cold

_MAGIC = b"DSCELLS3"
_HEADER = np.dtype([("magic", "S8"), ("revision", "<u8"), ("cells", "<u8"), ("directory", "<u8"), ("check", "<u8")])
_COLUMNS = 6

SHARE_OF_DELTA = 0.05
"""Share of changed cells at which a new snapshot is written."""

_select_all = select(job_cells.c.cell, job_cells.c.first_expiry, job_cells.c.hot, job_cells.c.cold).order_by(
    job_cells.c.cell
)
_since = job_cells.c.revision > bindparam("revision")
_select_changed = select(job_cells.c.cell, job_cells.c.first_expiry, job_cells.c.hot).where(_since)
_count_changed = select(func.count()).select_from(job_cells).where(_since)
_count = select(func.count()).select_from(job_cells)


class SnapshotCells:
    """Cells from the snapshot at `path`, and from the database if it is missing, outdated, or newer than the reader.

    Thread-safe.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._snapshot: _Snapshot | None = None
        self._delta = _Delta(0)

    def read(self, tx: Tx, squares: Iterable[int], occupations: Iterable[str]) -> Found:
        index = read_index(tx)
        snapshot, changed = self._as_of(tx, index)
        if snapshot is None:
            return STORED.read(tx, squares, occupations)
        numbers = cells_of(index, squares, occupations)
        cells = [changed[number] for number in numbers if number in changed]
        cells += snapshot.cells([number for number in numbers if number not in changed])

        def cold(some: Iterable[int]) -> dict[int, Bytes]:
            stored = [number for number in some if number in changed]
            parts = stored_cold(tx, stored) if stored else {}
            return parts | snapshot.cold([number for number in some if number not in changed])

        return joined(index, cells, cold)

    def _as_of(self, tx: Tx, index: Index) -> "tuple[_Snapshot | None, dict[int, Cell]]":
        """Return the snapshot, and the cells changed after it up to the reader's transaction."""
        with self._lock:
            if self._snapshot is None or not self._snapshot.is_still(self._path):
                self._snapshot = _Snapshot.open(self._path)
                self._delta = _Delta(self._snapshot.revision if self._snapshot else 0)
            # If another thread has already read a newer state than this reader's, use the database alone.
            if self._snapshot is None or index.revision < self._delta.revision:
                return None, {}
            self._delta = self._delta.up_to(tx, index)
            return self._snapshot, self._delta.cells


class _Delta:
    """The cells changed since a snapshot, up to a revision. Immutable."""

    def __init__(self, revision: int, cells: dict[int, Cell] | None = None) -> None:
        self.revision = revision
        self.cells = cells or {}

    def up_to(self, tx: Tx, index: Index) -> "_Delta":
        if index.revision == self.revision:
            return self
        changed = {row.cell: Cell(*row) for row in tx.execute(_select_changed, {"revision": self.revision})}
        return _Delta(index.revision, self.cells | changed)


class _Snapshot:
    """An open file."""

    def __init__(self, data: memoryview, identity: tuple[int, int]) -> None:
        """Raise `ValueError` if the file is incomplete: its size, its directory or any part."""
        header = np.frombuffer(data, _HEADER, 1)[0]
        self.revision = int(header["revision"])
        self._identity = identity
        self._data = data
        count, at = int(header["cells"]), int(header["directory"])
        self._directory = np.frombuffer(data, "<i8", _COLUMNS * count, at).reshape(_COLUMNS, -1)
        check = zlib.crc32(self._directory.tobytes())
        if header["magic"] != _MAGIC or len(data) != at + self._directory.nbytes or header["check"] != check:
            raise ValueError("the snapshot is damaged")

    @classmethod
    def open(cls, path: Path) -> "_Snapshot | None":
        """Return the snapshot at `path`, or None if it is missing or unreadable."""
        try:
            with path.open("rb") as file:
                identity = _identity(os.fstat(file.fileno()))
                return cls(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)), identity)
        except (OSError, ValueError, OverflowError):
            return None

    def is_still(self, path: Path) -> bool:
        """Whether `path` still refers to this file."""
        try:
            return _identity(path.stat()) == self._identity
        except OSError:
            return False

    def cells(self, numbers: Sequence[int]) -> list[Cell]:
        """Return the requested cells that contain jobs, with offsets in the file."""
        data = self._data
        return [
            Cell(number, None if first == NEVER else first, data[begin : begin + length])
            for number, first, begin, length, _, _ in self._rows(numbers)
        ]

    def cold(self, numbers: Sequence[int]) -> dict[int, Bytes]:
        """Return the cold parts of these cells."""
        return {number: self._data[begin : begin + length] for number, *_, begin, length in self._rows(numbers)}

    def _rows(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the directory rows of these cells."""
        found = np.searchsorted(self._directory[0], numbers)
        rows: NDArray[np.int64] = self._directory.take(found, axis=1, mode="clip").T
        return rows[rows[:, 0] == numbers].tolist() if rows.size else []


def is_due(tx: Tx, path: Path) -> bool:
    """Whether enough has changed since the snapshot at `path` to write a new one."""
    index, snapshot = read_index(tx), _Snapshot.open(path)
    if snapshot is None or snapshot.revision > index.revision:  # The database was restored from a backup.
        return index.revision > 0
    changed = tx.execute(_count_changed, {"revision": snapshot.revision}).scalar_one()
    return bool(changed > SHARE_OF_DELTA * tx.execute(_count).scalar_one())


def publish(tx: Tx, path: Path) -> bool:
    """Write a snapshot of the transaction's state to `path`; return False if another process is doing so.

    The file is durable before it becomes visible.
    """
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        unfinished = path.with_name(f"{path.name}.new")
        try:
            with unfinished.open("wb") as file:
                _write(tx, file)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        return True


def _write(tx: Tx, file: BinaryIO) -> None:
    """Write the snapshot through a buffered file, which writes everything or raises `OSError`."""
    index, at = read_index(tx), _HEADER.itemsize
    rows: list[tuple[int, ...]] = []
    file.seek(at)
    for cell, first, hot, cold in tx.execute(_select_all):
        row: tuple[int, ...] = (cell, int(NEVER) if first is None else first)
        for part in (hot, cold):
            row += (at, len(part))
            padded = len(part) + -len(part) % 8
            file.write(bytes(part).ljust(padded, b"\0"))
            at += padded
        rows.append(row)
    directory: NDArray[np.int64] = np.array(rows, dtype="<i8").reshape(-1, _COLUMNS).T
    listed = np.ascontiguousarray(directory).tobytes()
    file.write(listed)
    file.seek(0)
    file.write(np.array([(_MAGIC, index.revision, len(rows), at, zlib.crc32(listed))], dtype=_HEADER).tobytes())


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_ino, status.st_mtime_ns
