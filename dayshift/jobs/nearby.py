"""Reading what is near: the columns of all open jobs of some occupations within a circle."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, select

from dayshift.jobs.cells import HOT_COLUMNS, REMOTE, STEPS, cells_around, corner_of, positions_of, read_cold, read_hot
from dayshift.jobs.columns import JobColumns, microseconds, unpacked
from dayshift.jobs.models import job_index, jobs
from dayshift.jobs.places import Place
from dayshift.kit.db import Tx

_EARTH_RADIUS_MILES = 3958.7613

Bytes = bytes | memoryview
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Index:
    """How often the cells have changed, and which occupation each number in them stands for."""

    revision: int
    occupations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """All that is within so many miles of a place. Without a place nothing is, but remote jobs."""

    centre: Place | None
    miles: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it was found. See `cells` for the bytes."""

    number: int
    first_expiry: int | None
    hot: Bytes


class Cells(Protocol):
    """Where cells are read from. Every implementation gives the same cells for the same transaction."""

    def hot(self, tx: Tx, index: Index, numbers: Sequence[int]) -> list[Cell]:
        """Those of the cells with these numbers that hold jobs, in any order."""
        ...

    def cold(self, tx: Tx, index: Index, numbers: Sequence[int]) -> Mapping[int, Bytes]:
        """The cold parts of these cells, which hold jobs, by their numbers."""
        ...


class StoredCells:
    """Cells from the database: nothing is held in memory, and nothing has to be loaded first."""

    # Numbers are written into the statement: binding dozens of parameters takes longer than the reading.

    def hot(self, tx: Tx, index: Index, numbers: Sequence[int]) -> list[Cell]:  # noqa: ARG002
        sought = ", ".join(str(int(number)) for number in numbers)
        rows = tx.exec_driver_sql(f"SELECT cell, first_expiry, hot FROM job_cells WHERE cell IN ({sought})")  # noqa: S608
        return [Cell(*row) for row in rows.fetchall()]

    def cold(self, tx: Tx, index: Index, numbers: Sequence[int]) -> dict[int, Bytes]:  # noqa: ARG002
        sought = ", ".join(str(int(number)) for number in numbers)
        rows = tx.exec_driver_sql(f"SELECT cell, cold FROM job_cells WHERE cell IN ({sought})")  # noqa: S608
        return dict(rows.fetchall())


STORED = StoredCells()

_select_index = select(job_index.c.revision, job_index.c.occupations)
_select_cells_of = select(jobs.c.cell, jobs.c.id).where(jobs.c.id.in_(bindparam("ids", expanding=True)))


def read_index(tx: Tx) -> Index:
    """The state of the index; of an empty catalogue, revision 0."""
    row = tx.execute(_select_index).first()
    return Index(row.revision, tuple(row.occupations)) if row else Index(0, ())


def jobs_within(
    tx: Tx,
    area: Area,
    occupations: Collection[str],
    now: datetime,
    *,
    but: Collection[str] = (),
    cells: Cells = STORED,
) -> JobColumns:
    """The open jobs of these occupations in an area, and the remote ones, in a stable order.

    Distances are great-circle miles. `but` are ids of jobs to leave out.
    """
    centre = area.centre
    index = read_index(tx)
    names = frozenset(occupations)
    wanted = np.array([name in names for name in index.occupations], dtype=np.bool_)
    numbers = [REMOTE, *(cells_around(centre.lat, centre.lon, area.miles) if centre else ())]
    found = sorted(cells.hot(tx, index, numbers), key=lambda cell: cell.number) if wanted.any() else []
    runs, cold = _Runs(found, wanted), _ColdReader(tx, cells, index, found)
    distances = _miles_from(centre, found, runs)
    near = np.flatnonzero((distances <= area.miles) & ~_gone(cold, runs, microseconds(now), _by_cell(tx, but)))
    return unpacked(
        index.occupations,
        lambda positions: _ids(cold, runs, near[positions]),
        runs.occupation[near],
        runs.columns[2:, near],
        distances[near],
        runs.of_cells(np.array([cell.number == REMOTE for cell in found], dtype=np.bool_))[near],
    )


class _Run(NamedTuple):
    """Jobs of wanted occupations that stand together in a cell, which is named by its position among those read."""

    cell: int
    start: int
    columns: NDArray[np.uint16]
    occupations: NDArray[np.uint16]
    counts: NDArray[np.uint32]


class _Runs:
    """All runs laid end to end: `columns` and `occupation` have a place for each job."""

    def __init__(self, cells: Sequence[Cell], wanted: NDArray[np.bool_]) -> None:
        runs = [run for position, cell in enumerate(cells) for run in _runs(position, cell, wanted)]
        self.cell = np.array([run.cell for run in runs], dtype=np.intp)
        self.start = np.array([run.start for run in runs], dtype=np.intp)
        self.length = np.array([run.columns.shape[1] for run in runs], dtype=np.intp)
        self.end = np.cumsum(self.length)
        self.columns = np.concatenate([np.empty((HOT_COLUMNS, 0), np.uint16), *(run.columns for run in runs)], axis=1)
        self.occupation = np.repeat(
            np.concatenate([np.empty(0, np.uint16), *(run.occupations for run in runs)]),
            np.concatenate([np.empty(0, np.uint32), *(run.counts for run in runs)]),
        )

    def of_cells(self, values: NDArray[Number]) -> NDArray[Number]:
        """A value of each cell, repeated for each of its jobs."""
        return np.repeat(values[self.cell], self.length)

    def find(self, places: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The cells of the jobs at these places, and their rows there."""
        run = np.searchsorted(self.end, places, side="right")
        return self.cell[run], self.start[run] + places - (self.end[run] - self.length[run])


def _runs(position: int, cell: Cell, wanted: NDArray[np.bool_]) -> Iterator[_Run]:
    hot = read_hot(cell.hot)
    kept = np.flatnonzero(wanted[hot.occupations]).tolist()
    if not kept:
        return
    ends = np.cumsum(hot.counts).tolist()
    first = last = kept[0]
    for at in [*kept[1:], -1]:  # The -1 ends the last run.
        if at == last + 1:
            last = at
            continue
        start, of_run = ends[first - 1] if first else 0, slice(first, last + 1)
        columns = hot.columns[:, start : ends[last]]
        yield _Run(position, start, columns, hot.occupations[of_run], hot.counts[of_run])
        first = last = at


class _ColdReader:
    """Reads the cold parts of the cells that were found, each once, and many at a time."""

    def __init__(self, tx: Tx, source: Cells, index: Index, found: Sequence[Cell]) -> None:
        self.found = found
        self._parts: dict[int, tuple[NDArray[np.void], NDArray[np.int64]]] = {}
        self._tx, self._source, self._index = tx, source, index

    def read(self, positions: Iterable[int]) -> None:
        """Read ahead what will be asked for."""
        numbers = {self.found[position].number: position for position in positions if position not in self._parts}
        if numbers:
            for number, part in self._source.cold(self._tx, self._index, list(numbers)).items():
                self._parts[numbers[number]] = read_cold(part)

    def ids(self, position: int) -> NDArray[np.void]:
        self.read([position])
        return self._parts[position][0]

    def expiries(self, position: int) -> NDArray[np.int64]:
        self.read([position])
        return self._parts[position][1]


def _ids(reader: _ColdReader, runs: _Runs, places: NDArray[np.intp]) -> NDArray[np.str_]:
    """The ids of the jobs at these places."""
    cells, rows = (numbers.tolist() for numbers in runs.find(places))
    reader.read(set(cells))
    found = (reader.ids(cell)[row].tobytes() for cell, row in zip(cells, rows, strict=True))
    return np.array([str(UUID(bytes=one)) for one in found], dtype="U36")


def _gone(reader: _ColdReader, runs: _Runs, now: int, but: Mapping[int, set[bytes]]) -> NDArray[np.bool_]:
    """Which of the jobs have expired or are to be left out. Most cells have neither, and are not looked into."""
    gone = np.zeros(len(runs.occupation), dtype=np.bool_)
    if not but and all(cell.first_expiry is None or cell.first_expiry > now for cell in reader.found):
        return gone
    for run, position in enumerate(runs.cell.tolist()):
        cell = reader.found[position]
        in_cell = but.get(cell.number)
        place = slice(int(runs.end[run] - runs.length[run]), int(runs.end[run]))
        rows = slice(int(runs.start[run]), int(runs.start[run] + runs.length[run]))
        if cell.first_expiry is not None and cell.first_expiry <= now:
            gone[place] |= reader.expiries(position)[rows] <= now
        if in_cell:
            gone[place.start + positions_of(in_cell, reader.ids(position)[rows])] = True
    return gone


def _by_cell(tx: Tx, job_ids: Collection[str]) -> dict[int, set[bytes]]:
    """The UUIDs of these jobs by the cell they are in."""
    by_cell: dict[int, set[bytes]] = {}
    if job_ids:
        for row in tx.execute(_select_cells_of, {"ids": list(job_ids)}):
            by_cell.setdefault(row.cell, set()).add(UUID(row.id).bytes)
    return by_cell


def _miles_from(centre: Place | None, found: Sequence[Cell], runs: _Runs) -> NDArray[np.float64]:
    """Great-circle distances (haversine) to the jobs; 0 to remote ones."""
    remote = runs.of_cells(np.array([cell.number == REMOTE for cell in found], dtype=np.bool_))
    if centre is None or not len(found):
        return np.where(remote, 0.0, np.inf)
    corners = np.array([corner_of(cell.number) for cell in found], dtype=np.int32)
    lats = np.radians((runs.of_cells(corners[:, 0]) + runs.columns[0]) / STEPS)
    turns = np.radians((runs.of_cells(corners[:, 1]) + runs.columns[1]) / STEPS - centre.lon)
    lat = np.radians(centre.lat)
    chords = np.sin((lats - lat) / 2) ** 2 + np.cos(lat) * np.cos(lats) * np.sin(turns / 2) ** 2
    miles: NDArray[np.float64] = 2 * _EARTH_RADIUS_MILES * np.arcsin(np.sqrt(chords))
    return np.where(remote, 0.0, miles)
