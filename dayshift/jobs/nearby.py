"""Reading what is near: the columns of all open jobs of some occupations within a circle."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import cos, radians, sin
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, select

from dayshift.jobs.cells import (
    REMOTE,
    STEPS,
    Runs,
    cells_around,
    corner_of,
    positions_of,
    read_cold,
    runs_of,
    written_out,
)
from dayshift.jobs.columns import JobColumns, microseconds, no_jobs, numbered, unpacked
from dayshift.jobs.models import jobs
from dayshift.jobs.places import Place
from dayshift.jobs.stored import STORED, Cells, Found
from dayshift.kit.db import Tx

_EARTH_RADIUS_MILES = 3958.7613
_RADIANS = np.pi / 180 / STEPS
"""Of one step."""


@dataclass(frozen=True, slots=True)
class Area:
    """All that is within so many miles of a place. Without a place nothing is, but remote jobs."""

    centre: Place | None
    miles: float


_select_cells_of = select(jobs.c.cell, jobs.c.id).where(jobs.c.id.in_(bindparam("ids", expanding=True)))


def jobs_within(
    tx: Tx,
    area: Area,
    occupations: Collection[str],
    now: datetime,
    *,
    but: Collection[str] = (),
    cells: Cells = STORED,
) -> JobColumns:
    """The open jobs of these occupations in an area, and the remote ones.

    Distances are great-circle miles. `but` are ids of jobs to leave out.
    """
    if not occupations:
        return no_jobs()
    centre = area.centre
    found = cells.read(tx, [REMOTE, *(cells_around(centre.lat, centre.lon, area.miles) if centre else ())])
    every = _every(found, frozenset(occupations))
    if not len(every.run):
        return no_jobs()
    remote = np.array([number == REMOTE for number in found.numbers], dtype=np.bool_)[every.runs.cell]
    miles = _miles_from(centre, found, every)
    if remote.any():
        miles[remote[every.run]] = 0.0
    inside = np.flatnonzero(miles <= area.miles)
    near, miles, cold = every.take(inside), miles[inside], _Cold(found)
    gone = _gone(cold, near, microseconds(now), _by_cell(tx, but))
    if gone is not None:
        near, miles = near.take(~gone), miles[~gone]
    return unpacked(
        occupations=found.occupations,
        ids=lambda positions: cold.ids_of(near.take(positions)),
        occupation=near.runs.occupation[near.run],
        parts=near.columns(2, 3, 4),
        distance_miles=miles,
        remote=remote[near.run],
    )


class _Jobs(NamedTuple):
    """Some of the jobs that stand in cells: each is the so-manieth of a run. `words` as in `Found`."""

    words: NDArray[np.uint16]
    runs: Runs
    run: NDArray[np.intp]
    nth: NDArray[np.intp]

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "_Jobs":
        return _Jobs(self.words, self.runs, self.run[which], self.nth[which])

    def columns(self, *numbers: int) -> NDArray[np.uint16]:
        """Some of the columns of a hot part, by their numbers, as rows."""
        at, step = self.runs.at[self.run] + self.nth, self.runs.size[self.run]
        found = np.empty((len(numbers), len(at)), dtype=np.uint16)
        for row, number in enumerate(numbers):
            np.take(self.words, at + number * step, out=found[row], mode="clip")  # Clips nothing: the fastest mode.
        return found

    def cells_and_rows(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The cell of each, by its position among those found, and its row there."""
        return self.runs.cell[self.run], self.runs.row[self.run] + self.nth


def _every(found: Found, names: frozenset[str]) -> _Jobs:
    """All jobs of these occupations in the cells."""
    wanted = np.zeros(len(found.occupations), dtype=np.bool_)
    wanted[[number for name, number in numbered(found.occupations).items() if name in names]] = True
    runs = runs_of(found.words, found.at, wanted)
    run = np.repeat(np.arange(len(runs.length)), runs.length)
    nth = np.arange(len(run)) - np.repeat(np.cumsum(runs.length) - runs.length, runs.length)
    return _Jobs(found.words, runs, run, nth)


def _miles_from(centre: Place | None, found: Found, every: _Jobs) -> NDArray[np.float64]:
    """Great-circle distances (haversine) to all jobs of some runs."""
    if centre is None:
        return np.full(len(every.run), np.inf)
    lat, lon = radians(centre.lat), radians(centre.lon)
    corners = np.array([corner_of(number) for number in found.numbers], dtype=np.float64).reshape(-1, 2)
    south, west = (corners * _RADIANS - (lat, lon))[every.runs.cell].T
    steps = every.columns(0, 1).astype(np.float64)
    steps *= _RADIANS
    rise, turn = steps
    rise += np.repeat(south, every.runs.length)  # Of one axis at a time: of both at once it takes seven times as long.
    turn += np.repeat(west, every.runs.length)
    rises, turns = half_chords = _polynomial(np.square(steps), _HALF_CHORD)
    # The cosine of a latitude from that of the centre, by how much higher it lies.
    cosines = rise * _polynomial(np.square(rise), _SINE)
    cosines *= -sin(lat)
    cosines += cos(lat) - 2 * cos(lat) * rises
    turns *= cosines
    turns *= cos(lat)
    rises += turns
    miles: NDArray[np.float64] = np.arcsin(np.sqrt(half_chords[0]))
    miles *= 2 * _EARTH_RADIUS_MILES
    return miles


# Series in the square of an angle: sin(a/2)**2, and sin(a)/a. Exact to 1e-11 below a fifth of a radian, which is 800
# miles from south to north, and a third of the time of the functions.
_HALF_CHORD = (0.0, 1 / 4, -1 / 48, 1 / 1440, -1 / 80640)
_SINE = (1.0, -1 / 6, 1 / 120, -1 / 5040)


def _polynomial(x: NDArray[np.float64], coefficients: Sequence[float]) -> NDArray[np.float64]:
    *others, last = coefficients
    value: NDArray[np.float64] = np.multiply(x, last)
    for other in reversed(others[1:]):
        value += other
        value *= x
    value += others[0]
    return value


class _Cold:
    """Reads the cold parts of the cells that were found, each once, and many at a time."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self._parts: dict[int, tuple[NDArray[np.void], NDArray[np.int64]]] = {}

    def read(self, positions: Iterable[int]) -> None:
        """Read ahead what will be asked for."""
        numbers = {self.found.numbers[position]: position for position in positions if position not in self._parts}
        if numbers:
            for number, part in self.found.cold(numbers).items():
                self._parts[numbers[number]] = read_cold(part)

    def ids(self, position: int) -> NDArray[np.void]:
        return self._parts[position][0]

    def expiries(self, position: int) -> NDArray[np.int64]:
        return self._parts[position][1]

    def ids_of(self, some: _Jobs) -> NDArray[np.str_]:
        """The ids of these jobs."""
        cells, rows = (numbers.tolist() for numbers in some.cells_and_rows())
        self.read(set(cells))
        return written_out(b"".join([self.ids(cell)[row].tobytes() for cell, row in zip(cells, rows, strict=True)]))


def _gone(cold: _Cold, near: _Jobs, now: int, but: Mapping[int, set[bytes]]) -> NDArray[np.bool_] | None:
    """Which of the jobs have expired or are to be left out. Most cells have neither, and are not looked into."""
    found = cold.found
    ageing = [p for p, first in enumerate(found.first_expiries) if first is not None and first <= now]
    thinned = [p for p, number in enumerate(found.numbers) if number in but]
    if not (ageing or thinned) or not len(near.run):
        return None
    cold.read({*ageing, *thinned})
    cells, rows = near.cells_and_rows()
    gone = np.zeros(len(rows), dtype=np.bool_)
    for position in ageing:
        of_cell = np.flatnonzero(cells == position)
        gone[of_cell] = cold.expiries(position)[rows[of_cell]] <= now
    for position in thinned:
        of_cell = np.flatnonzero(cells == position)
        ids = cold.ids(position)[rows[of_cell]]
        gone[of_cell[positions_of(but[found.numbers[position]], ids)]] = True
    return gone


def _by_cell(tx: Tx, job_ids: Collection[str]) -> dict[int, set[bytes]]:
    """The UUIDs of these jobs by the cell they are in."""
    by_cell: dict[int, set[bytes]] = {}
    if job_ids:
        for row in tx.execute(_select_cells_of, {"ids": list(job_ids)}):
            by_cell.setdefault(row.cell, set()).add(UUID(row.id).bytes)
    return by_cell
