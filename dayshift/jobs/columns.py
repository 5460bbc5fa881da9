"""Jobs as parallel arrays: the form in which many are compared at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs.models import EMPLOYMENT_TYPES, SHIFTS, STARTS

NOT_STATED = -1

_EMPLOYMENT_NUMBER: dict[str | None, int] = {None: NOT_STATED}
_EMPLOYMENT_NUMBER |= {name: number for number, name in enumerate(EMPLOYMENT_TYPES)}
_START_NUMBER: dict[str | None, int] = {None: NOT_STATED}
_START_NUMBER |= {name: number for number, name in enumerate(STARTS)}
_SHIFT_BIT: dict[str, int] = {name: 1 << number for number, name in enumerate(SHIFTS)}


@dataclass(frozen=True, slots=True)
class JobColumns:
    """What deciding between jobs needs, one row for each job.

    `pay_low` and `pay_high` are cents per hour, NaN when not stated. `shifts` has bit n for SHIFTS[n],
    0 when not stated. `employment_type` and `start` are positions in EMPLOYMENT_TYPES and STARTS; these
    two and `experience_years` are NOT_STATED otherwise. `occupation` is "" where none is known.
    `distance_miles` of a remote job is 0.
    """

    id: NDArray[np.str_]
    occupation: NDArray[np.str_]
    pay_low: NDArray[np.float64]
    pay_high: NDArray[np.float64]
    employment_type: NDArray[np.int8]
    shifts: NDArray[np.uint8]
    experience_years: NDArray[np.int16]
    start: NDArray[np.int8]
    remote: NDArray[np.bool_]
    distance_miles: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.id)

    def take(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> "JobColumns":
        """The same columns with only these rows: a mask, or positions in the order wanted."""
        return JobColumns(*(getattr(self, name)[rows] for name in self.__slots__))


def shift_bits(shifts: Iterable[str]) -> int:
    """The bit set of some of SHIFTS."""
    return sum(_SHIFT_BIT[shift] for shift in set(shifts))


def columns_of(rows: Sequence[Any], distance_miles: NDArray[np.float64]) -> JobColumns:
    """Columns of rows that have the fields of `Job`."""

    def numbers(values: Iterable[float | None]) -> NDArray[np.float64]:
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)

    remote = np.array([row.remote for row in rows], dtype=np.bool_)
    years = (NOT_STATED if row.experience_years is None else row.experience_years for row in rows)
    return JobColumns(
        id=np.array([row.id for row in rows], dtype=np.str_),
        occupation=np.array([row.occupation or "" for row in rows], dtype=np.str_),
        pay_low=numbers(row.pay_low for row in rows),
        pay_high=numbers(row.pay_high for row in rows),
        employment_type=np.array([_EMPLOYMENT_NUMBER[row.employment_type] for row in rows], dtype=np.int8),
        shifts=np.array([shift_bits(row.shifts or ()) for row in rows], dtype=np.uint8),
        experience_years=np.array(list(years), dtype=np.int16),
        start=np.array([_START_NUMBER[row.start] for row in rows], dtype=np.int8),
        remote=remote,
        distance_miles=np.where(remote, 0.0, distance_miles),
    )
