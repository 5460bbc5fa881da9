"""Cells as they are stored in the database."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import TextualSelect, bindparam, select, text

from dayshift.core.db import Tx
from dayshift.jobs.index.cells import PARTS, Bytes, read_hot
from dayshift.jobs.index.models import job_cells


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


_select_index = text("SELECT revision, CAST(occupations AS TEXT) FROM job_index")
_within = job_cells.c.cell.in_(bindparam("cells", expanding=True))
_select_cold = select(job_cells.c.cell, job_cells.c.cold).where(_within)
_select_both = select(job_cells.c.cell, job_cells.c.hot, job_cells.c.cold).where(_within)


def read_cells(tx: Tx, squares: Iterable[int], occupations: Iterable[str]) -> Found:
    """Return the cells in these squares that may contain jobs of these occupations, among others."""
    index = read_index(tx)
    runs = _runs(squares)
    statement = _select_runs(tuple(sorted(_parts(index, occupations))), len(runs))
    ends = {f"first{at}": first for at, (first, _) in enumerate(runs)}
    ends |= {f"last{at}": last for at, (_, last) in enumerate(runs)}
    cells = [Cell(*row) for row in tx.execute(statement, ends)]
    return Found(
        index.occupations,
        cells,
        read_hot(b"".join([cell.hot for cell in cells])),
        lambda some: {row.cell: row.cold for row in tx.execute(_select_cold, {"cells": list(some)})},
    )


def stored_cells(tx: Tx, numbers: Iterable[int]) -> list[tuple[int, bytes, bytes]]:
    """Return these cells: number, hot and cold part."""
    return [(number, hot, cold) for number, hot, cold in tx.execute(_select_both, {"cells": list(numbers)})]


def _parts(index: Index, occupations: Iterable[str]) -> set[int]:
    return {index.parts[name] for name in occupations if name in index.parts}


def _runs(squares: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last cell of each run of adjacent squares from west to east."""
    runs: list[tuple[int, int]] = []
    for square in squares:
        first, last = square * PARTS, square * PARTS + PARTS - 1
        if runs and first == runs[-1][1] + 1:
            first = runs.pop()[0]
        runs.append((first, last))
    return runs


@lru_cache(maxsize=256)
def _select_runs(parts: tuple[int, ...], runs: int) -> TextualSelect:
    """Return the query for the cells of these parts in so many runs. Most are empty; a run is one index range."""
    within = " OR ".join([f"cell BETWEEN :first{at} AND :last{at}" for at in range(runs)])
    listed = ", ".join([str(part) for part in parts]) or "NULL"
    statement = f"SELECT cell, first_expiry, hot FROM job_cells WHERE ({within}) AND cell & {PARTS - 1} IN ({listed})"  # noqa: S608
    return text(statement).columns(job_cells.c.cell, job_cells.c.first_expiry, job_cells.c.hot)


def read_index(tx: Tx) -> Index:
    """Return the state of the index; revision 0 for an empty catalog."""
    row = tx.execute(_select_index).first()
    return Index(row[0], *_read(row[1])) if row else Index(0, (), {})


@lru_cache(maxsize=8)
def _read(occupations: str) -> tuple[tuple[str, ...], dict[str, int]]:
    parts = dict(json.loads(occupations))
    return tuple(parts), parts
