"""Where cells are read from: one interface, and the database behind it."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dayshift.kit.db import Tx, fetched

Bytes = bytes | memoryview


class Index(NamedTuple):
    """How often the cells have changed, and which occupation each number in them stands for."""

    revision: int
    occupations: tuple[str, ...]


class Cell(NamedTuple):
    """One cell as it was found. See `cells` for the bytes."""

    number: int
    first_expiry: int | None
    hot: Bytes


@dataclass(frozen=True, slots=True)
class Found:
    """The cells that hold jobs, of those asked for: each list has a place for each.

    `words` has their hot parts, of which each begins `at` so many uint16. `cold` gives the cold parts of some of
    them by their numbers, as of the same moment.
    """

    occupations: tuple[str, ...]
    numbers: Sequence[int]
    first_expiries: Sequence[int | None]
    words: NDArray[np.uint16]
    at: NDArray[np.intp]
    cold: Callable[[Iterable[int]], Mapping[int, Bytes]]


class Cells(Protocol):
    """Where cells are read from. Every implementation gives the same cells for the same transaction."""

    def read(self, tx: Tx, numbers: Iterable[int]) -> Found:
        """Those of the cells with these numbers that hold jobs."""
        ...


class StoredCells:
    """Cells from the database: nothing is held in memory, and nothing has to be loaded first."""

    def read(self, tx: Tx, numbers: Iterable[int]) -> Found:
        # One statement for the index and the cells. Numbers are written into it: binding dozens takes longer.
        rows = fetched(
            tx,
            "SELECT CAST(i.occupations AS TEXT), c.cell, c.first_expiry, c.hot FROM job_index i"  # noqa: S608
            f" LEFT JOIN job_cells c ON c.cell IN ({_listed(numbers)})",
        )
        occupations = _names(rows[0][0]) if rows else ()
        cells = [Cell(*row[1:]) for row in rows if row[1] is not None]
        return joined(occupations, cells, lambda some: stored_cold(tx, some))


STORED = StoredCells()


def joined(
    occupations: tuple[str, ...], cells: Sequence[Cell], cold: Callable[[Iterable[int]], Mapping[int, Bytes]]
) -> Found:
    """Cells from here and there, laid end to end."""
    ends = list(accumulate((len(cell.hot) // 2 for cell in cells), initial=0))
    return Found(
        occupations=occupations,
        numbers=[cell.number for cell in cells],
        first_expiries=[cell.first_expiry for cell in cells],
        words=np.frombuffer(b"".join(cell.hot for cell in cells), "<u2"),
        at=np.array(ends[:-1], dtype=np.intp),
        cold=cold,
    )


def stored_cold(tx: Tx, numbers: Iterable[int]) -> dict[int, Bytes]:
    """The cold parts of these cells by their numbers, from the database."""
    return dict(fetched(tx, f"SELECT cell, cold FROM job_cells WHERE cell IN ({_listed(numbers)})"))  # noqa: S608


def read_index(tx: Tx) -> Index:
    """The state of the index; of an empty catalogue, revision 0."""
    rows = fetched(tx, "SELECT revision, CAST(occupations AS TEXT) FROM job_index")
    return Index(rows[0][0], _names(rows[0][1])) if rows else Index(0, ())


@lru_cache(maxsize=8)
def _names(occupations: str) -> tuple[str, ...]:
    return tuple(json.loads(occupations))


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join([str(int(number)) for number in numbers])
