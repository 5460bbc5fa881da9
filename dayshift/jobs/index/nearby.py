"""Radius search: columns of all open jobs of some occupations within a circle."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from math import cos, radians, sin
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, column, select, table

from dayshift.core.db import Tx
from dayshift.jobs.index.cells import (
    BYTES,
    PARTS,
    REMOTE,
    STEPS,
    Jobs,
    corner_of,
    positions_of,
    read_cold,
    remote_square,
    squares_around,
    written_out,
)
from dayshift.jobs.index.columns import JobColumns, microseconds, no_jobs, numbered, unpacked
from dayshift.jobs.index.stored import Found, read_cells
from dayshift.knowledge.occupations import EARTH_RADIUS_MILES, Place

_RADIANS = np.pi / 180 / STEPS
"""Radians per step."""


@dataclass(frozen=True, slots=True)
class Area:
    """A circle, in miles around a place. Without a place only remote jobs for everybody match."""

    centre: Place | None
    miles: float


_jobs_table = table("jobs", column("cell"), column("id"))  # Defined in the package above.
_select_cells_of = select(_jobs_table.c.cell, _jobs_table.c.id).where(
    _jobs_table.c.id.in_(bindparam("ids", expanding=True))
)


def jobs_within(
    tx: Tx,
    area: Area,
    occupations: Collection[str],
    now: datetime,
    *,
    exclude: Collection[str] = (),
) -> JobColumns:
    """Return the open jobs of these occupations in an area, and the remote ones for residents of its state.

    Distances are great-circle miles. Jobs with ids in `exclude` are omitted.
    """
    if not occupations:
        return no_jobs()
    centre = area.centre
    squares: tuple[int, ...] = (REMOTE,)
    if centre:
        squares = (remote_square(centre.state), REMOTE, *squares_around(centre.lat, centre.lon, area.miles))
    found = read_cells(tx, squares, occupations)
    at = _those_of(found, occupations)
    if not len(at):
        return no_jobs()
    every = _Jobs.of(found, at)
    miles = _miles_from(centre, every)
    inside = (miles <= area.miles).nonzero()[0]
    if not len(inside):
        return no_jobs()
    near, miles, cold = every.take(inside), miles.take(inside), _Cold(found)
    gone = _gone(cold, near, microseconds(now), _by_cell(tx, exclude))
    if gone is not None:
        left = (~gone).nonzero()[0]
        near, miles = near.take(left), miles.take(left)
    return unpacked(
        occupations=found.occupations,
        ids=lambda positions: cold.ids_of(near.take(positions)),
        occupation=near.fields[0],
        parts=near.fields[3:],
        distance_miles=miles,
        remote=near.remote,
    )


class _Jobs(NamedTuple):
    """Jobs in the found cells: a column of `fields` for each, as in a hot part.

    `at` is the position of each among all jobs of the cells, whose first jobs are at `begins`; `cell` is the position
    of its cell.
    """

    fields: NDArray[np.uint16]
    at: NDArray[np.intp]
    cell: NDArray[np.intp]
    begins: NDArray[np.intp]
    squares: Sequence[int]

    @classmethod
    def of(cls, found: Found, at: NDArray[np.intp]) -> "_Jobs":
        """Return the jobs at these positions, in order."""
        begins = np.array([0, *accumulate([len(cell.hot) // BYTES for cell in found.cells])])
        borders = at.searchsorted(begins)
        return cls(
            fields=np.ascontiguousarray(found.jobs.take(at, axis=0).T),
            at=at,
            cell=np.arange(len(found.cells)).repeat(borders[1:] - borders[:-1]),
            begins=begins,
            squares=[cell.number // PARTS for cell in found.cells],
        )

    @property
    def remote(self) -> NDArray[np.bool_]:
        return np.array([square <= REMOTE for square in self.squares]).take(self.cell)

    @property
    def row(self) -> NDArray[np.intp]:
        """Return each job's position in its cell."""
        return self.at - self.begins.take(self.cell)

    def take(self, which: NDArray[np.intp]) -> "_Jobs":
        fields, at, cell = self.fields.take(which, axis=1), self.at.take(which), self.cell.take(which)
        return _Jobs(fields, at, cell, self.begins, self.squares)


def _those_of(found: Found, names: Iterable[str]) -> NDArray[np.intp]:
    """Return the positions of the jobs of these occupations among all jobs in the cells."""
    numbers = numbered(found.occupations)
    wanted = np.zeros(len(numbers) + 1, dtype=np.bool_)
    wanted[[numbers[name] for name in names if name in numbers]] = True
    # Skip occupations that are newer than the index.
    return wanted.take(found.jobs[:, 0], mode="clip").nonzero()[0]


def _miles_from(centre: Place | None, jobs: _Jobs) -> NDArray[np.float64]:
    """Return great-circle distances (haversine) in miles, 0 for remote jobs."""
    remote = jobs.remote
    if centre is None:
        return np.where(remote, 0.0, np.inf)
    lat = radians(centre.lat)
    north, east = round(centre.lat * STEPS), round(centre.lon * STEPS)
    corners = [(up - north, aside - east) for up, aside in map(corner_of, jobs.squares)]
    steps = jobs.fields[1:3] + np.array(corners, dtype=np.float64).T.take(jobs.cell, axis=1)
    steps *= _RADIANS
    squared = np.square(steps)
    rises, turns = half_chords = _polynomial(squared, _HALF_CHORD)
    half_chords *= squared
    # The cosine of a latitude, from that of the center and the difference in latitude.
    cosines = _polynomial(squared[0], _SINE)
    cosines *= steps[0]
    cosines *= -sin(lat)
    cosines += cos(lat) - 2 * cos(lat) * rises
    turns *= cosines
    turns *= cos(lat)
    rises += turns
    miles: NDArray[np.float64] = np.arcsin(np.sqrt(rises))
    miles *= 2 * EARTH_RADIUS_MILES
    miles[remote] = 0.0
    return miles


# Series in the square of an angle: (sin(a/2)/a)**2, and sin(a)/a. Exact to 1e-12 below 0.05 radians (200 miles
# north to south), in a third of the time of the functions.
_HALF_CHORD = (1 / 4, -1 / 48, 1 / 1440)
_SINE = (1.0, -1 / 6, 1 / 120)


def _polynomial(x: NDArray[np.float64], coefficients: tuple[float, float, float]) -> NDArray[np.float64]:
    value: NDArray[np.float64] = x * coefficients[2]
    value += coefficients[1]
    value *= x
    value += coefficients[0]
    return value


class _Cold:
    """Reads the cold parts of the found cells, each once and in batches."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self._parts: dict[int, Jobs] = {}

    def read(self, positions: Iterable[int]) -> None:
        """Prefetch the cold parts of these cells."""
        cells = self.found.cells
        numbers = {cells[position].number: position for position in positions if position not in self._parts}
        if numbers:
            for number, part in self.found.cold(numbers).items():
                self._parts[numbers[number]] = read_cold(part)

    def of(self, position: int) -> Jobs:
        return self._parts[position]

    def ids_of(self, some: _Jobs) -> NDArray[np.str_]:
        """Return the ids of these jobs."""
        cells, rows = some.cell.tolist(), some.row.tolist()
        self.read(set(cells))
        return written_out(b"".join([self._parts[cell]["id"][row] for cell, row in zip(cells, rows, strict=True)]))


def _gone(cold: _Cold, near: _Jobs, now: int, exclude: Mapping[int, set[bytes]]) -> NDArray[np.bool_] | None:
    """Return which jobs have expired or are excluded. Skips cells with neither, which are most."""
    cells = cold.found.cells
    ageing = [at for at, cell in enumerate(cells) if cell.first_expiry is not None and cell.first_expiry <= now]
    thinned = [at for at, cell in enumerate(cells) if cell.number in exclude]
    if not (ageing or thinned):
        return None
    cold.read({*ageing, *thinned})
    rows = near.row
    gone = np.zeros(len(rows), dtype=np.bool_)
    for position in ageing:
        of_cell = np.flatnonzero(near.cell == position)
        gone[of_cell] = cold.of(position)["expires"][rows[of_cell]] <= now
    for position in thinned:
        of_cell = np.flatnonzero(near.cell == position)
        ids = cold.of(position)["id"][rows[of_cell]]
        gone[of_cell[positions_of(exclude[cells[position].number], ids)]] = True
    return gone


def _by_cell(tx: Tx, job_ids: Collection[str]) -> dict[int, set[bytes]]:
    """Group the UUIDs of these jobs by cell."""
    by_cell: dict[int, set[bytes]] = {}
    if job_ids:
        for row in tx.execute(_select_cells_of, {"ids": list(job_ids)}):
            by_cell.setdefault(row.cell, set()).add(UUID(row.id).bytes)
    return by_cell
