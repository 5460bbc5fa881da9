"""A snapshot: every cell in one file that is mapped into memory and shared by all processes of a machine.

What has changed since it was written is read from the database (the delta) and goes before it, so that an answer is the
same with and without a snapshot, and a new job is found with its commit. A new file takes the place of the old one
in one step; readers of the old one keep it.

    8 bytes   "DSCELLS3"
    uint64    the revision of the index at which it was written
    uint64    the number of cells, then where the directory begins, then the directory's CRC-32
    ...       the hot and the cold part of each cell, each from a multiple of 8 on
    int64     the directory: six columns, sorted by cell: cell, first expiry (NEVER where there is none), begin and
              length of the hot part, begin and length of the cold part
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
from dayshift.job_index.cells import NEVER, Bytes
from dayshift.job_index.models import job_cells
from dayshift.job_index.stored import STORED, Cell, Found, Index, cells_of, joined, read_index, stored_cold

_MAGIC = b"DSCELLS3"
_HEADER = np.dtype([("magic", "S8"), ("revision", "<u8"), ("cells", "<u8"), ("directory", "<u8"), ("check", "<u8")])
_COLUMNS = 6

SHARE_OF_DELTA = 0.05
"""Once so much has changed a new snapshot is worth its writing."""

_select_all = select(job_cells.c.cell, job_cells.c.first_expiry, job_cells.c.hot, job_cells.c.cold).order_by(
    job_cells.c.cell
)
_since = job_cells.c.revision > bindparam("revision")
_select_changed = select(job_cells.c.cell, job_cells.c.first_expiry, job_cells.c.hot).where(_since)
_count_changed = select(func.count()).select_from(job_cells).where(_since)
_count = select(func.count()).select_from(job_cells)


class SnapshotCells:
    """Cells from the snapshot at `path`, and from the database where it is missing, older or newer than the reader.

    May be used by many threads.
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
        """The snapshot, and the cells that are newer than it but not than the reader's transaction."""
        with self._lock:
            if self._snapshot is None or not self._snapshot.is_still(self._path):
                self._snapshot = _Snapshot.open(self._path)
                self._delta = _Delta(self._snapshot.revision if self._snapshot else 0)
            # A reader may be older than what another thread has read: then the database answers alone.
            if self._snapshot is None or index.revision < self._delta.revision:
                return None, {}
            self._delta = self._delta.up_to(tx, index)
            return self._snapshot, self._delta.cells


class _Delta:
    """The cells that have changed since a snapshot, up to a revision. Never changed once it is made."""

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
        """Raises `ValueError` unless the file is whole: its size, its directory and every part of it."""
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
        """The snapshot at `path`, None where there is none that can be read."""
        try:
            with path.open("rb") as file:
                identity = _identity(os.fstat(file.fileno()))
                return cls(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)), identity)
        except (OSError, ValueError, OverflowError):
            return None

    def is_still(self, path: Path) -> bool:
        """Whether `path` leads to this very file."""
        try:
            return _identity(path.stat()) == self._identity
        except OSError:
            return False

    def cells(self, numbers: Sequence[int]) -> list[Cell]:
        """Those of these cells that hold jobs, where they lie in the file."""
        data = self._data
        return [
            Cell(number, None if first == NEVER else first, data[begin : begin + length])
            for number, first, begin, length, _, _ in self._rows(numbers)
        ]

    def cold(self, numbers: Sequence[int]) -> dict[int, Bytes]:
        """The cold parts of some of them."""
        return {number: self._data[begin : begin + length] for number, *_, begin, length in self._rows(numbers)}

    def _rows(self, numbers: Sequence[int]) -> list[list[int]]:
        """The rows of the directory about these cells."""
        found = np.searchsorted(self._directory[0], numbers)
        rows: NDArray[np.int64] = self._directory.take(found, axis=1, mode="clip").T
        return rows[rows[:, 0] == numbers].tolist() if rows.size else []


def is_due(tx: Tx, path: Path) -> bool:
    """Whether so much has changed since the snapshot at `path` that a new one is worth its writing."""
    index, snapshot = read_index(tx), _Snapshot.open(path)
    if snapshot is None or snapshot.revision > index.revision:  # A database that was set back.
        return index.revision > 0
    changed = tx.execute(_count_changed, {"revision": snapshot.revision}).scalar_one()
    return bool(changed > SHARE_OF_DELTA * tx.execute(_count).scalar_one())


def publish(tx: Tx, path: Path) -> bool:
    """Write what the transaction sees and put it in place of the snapshot at `path`; False if somebody else does.

    Durable before it is seen.
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
    """Write the snapshot through a buffered file, which writes all of each part or raises `OSError`."""
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
