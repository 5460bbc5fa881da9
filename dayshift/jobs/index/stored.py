"""The source of cells: the interface, and its implementation by the database."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dayshift.core.db import Tx, fetched
from dayshift.jobs.index.cells import PARTS, Bytes, read_hot


class Index(NamedTuple):
    """The revision of the cells, and the occupations.

    An occupation's number is its position in `occupations`; `parts` is the part of each.
    """

    revision: int
    occupations: tuple[str, ...]
    parts: Mapping[str, int]


class Cell(NamedTuple):
    """One stored cell. See `cells` for the bytes."""

    number: int
    first_expiry: int | None
    hot: Bytes


@dataclass(frozen=True, slots=True)
class Found:
    """The requested cells that contain jobs. `jobs` has their hot parts, concatenated.

    `cold` returns the cold parts of some of them by number, from the same snapshot.
    """

    occupations: tuple[str, ...]
    cells: Sequence[Cell]
    jobs: NDArray[np.uint16]
    cold: Callable[[Iterable[int]], Mapping[int, Bytes]]


class Cells(Protocol):
    """A source of cells. All implementations return the same cells for the same transaction."""

    def read(self, tx: Tx, squares: Iterable[int], occupations: Iterable[str]) -> Found:
        """Return the cells in these squares that may contain jobs of these occupations, among others."""
        ...


class StoredCells:
    """Cells from the database: no memory use, no loading at startup."""

    def read(self, tx: Tx, squares: Iterable[int], occupations: Iterable[str]) -> Found:
        index = read_index(tx)
        runs = _runs(squares)
        sql = _select_runs(tuple(sorted(_parts(index, occupations))), len(runs) // 2)
        return joined(index, [Cell(*row) for row in fetched(tx, sql, runs)], lambda some: stored_cold(tx, some))


STORED = StoredCells()


def cells_of(index: Index, squares: Iterable[int], occupations: Iterable[str]) -> list[int]:
    """Return the numbers of the cells of these squares that may contain jobs of these occupations."""
    parts = _parts(index, occupations)
    return [square * PARTS + part for square in squares for part in parts]


def _parts(index: Index, occupations: Iterable[str]) -> set[int]:
    return {index.parts[name] for name in occupations if name in index.parts}


def _runs(squares: Iterable[int]) -> list[int]:
    """Return the first and last cell of each run of adjacent squares from west to east."""
    runs: list[int] = []
    for square in squares:
        if not runs or square * PARTS != runs[-1] + 1:
            runs += (square * PARTS, 0)
        runs[-1] = square * PARTS + PARTS - 1
    return runs


@lru_cache(maxsize=256)
def _select_runs(parts: tuple[int, ...], runs: int) -> str:
    """Return the query for the cells of these parts in so many runs. Most are empty; a run is one index range."""
    within = " OR ".join(["cell BETWEEN ? AND ?"] * runs)
    return (
        f"SELECT cell, first_expiry, hot FROM job_cells "  # noqa: S608
        f"WHERE ({within}) AND cell & {PARTS - 1} IN ({_listed(parts)})"
    )


def joined(index: Index, cells: Sequence[Cell], cold: Callable[[Iterable[int]], Mapping[int, Bytes]]) -> Found:
    """Concatenate cells from several sources."""
    return Found(index.occupations, cells, read_hot(b"".join([cell.hot for cell in cells])), cold)


def stored_cold(tx: Tx, numbers: Iterable[int]) -> dict[int, Bytes]:
    """Return the cold parts of these cells by number, from the database."""
    return dict(fetched(tx, f"SELECT cell, cold FROM job_cells WHERE cell IN ({_listed(numbers)})"))  # noqa: S608


def stored_cells(tx: Tx, numbers: Iterable[int]) -> list[tuple[int, bytes, bytes]]:
    """Return these cells: number, hot and cold part."""
    cells = fetched(tx, f"SELECT cell, hot, cold FROM job_cells WHERE cell IN ({_listed(numbers)})")  # noqa: S608
    return [(number, hot, cold) for number, hot, cold in cells]


def read_index(tx: Tx) -> Index:
    """Return the state of the index; revision 0 for an empty catalog."""
    rows = fetched(tx, "SELECT revision, CAST(occupations AS TEXT) FROM job_index")
    return Index(rows[0][0], *_read(rows[0][1])) if rows else Index(0, (), {})


@lru_cache(maxsize=8)
def _read(occupations: str) -> tuple[tuple[str, ...], dict[str, int]]:
    parts = dict(json.loads(occupations))
    return tuple(parts), parts


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join([str(number) for number in numbers]) or "NULL"
