"""Jobs as parallel arrays: the form in which many are compared at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs.cells import JOB, NEVER, Jobs, offsets_of
from dayshift.jobs.models import EMPLOYMENT_TYPES, SHIFTS, STARTS, Job

NOT_STATED = -1

Ids = Callable[[NDArray[np.intp]], NDArray[np.str_]]

_SHIFT_BIT: dict[str, int] = {name: 1 << number for number, name in enumerate(SHIFTS)}
_EMPLOYMENT_BITS: dict[str | None, int] = {None: 0} | {name: number for number, name in enumerate(EMPLOYMENT_TYPES, 1)}
_START_BITS: dict[str | None, int] = {None: 0} | {name: number << 7 for number, name in enumerate(STARTS, 1)}
_MOST_YEARS = 14
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class JobColumns:
    """What deciding between jobs needs, one row for each job.

    `occupation` is a position in `occupations`. `pay_low` and `pay_high` are cents per hour, NaN when not stated.
    `shifts` has bit n for SHIFTS[n], 0 when not stated. `employment_type` and `start` are positions in
    EMPLOYMENT_TYPES and STARTS; these two and `experience_years` are NOT_STATED otherwise. `distance_miles` of a
    remote job is 0. `ids` gives the ids of some positions: they are read only for the few jobs that are shown.
    """

    occupations: tuple[str, ...]
    ids: Ids
    occupation: NDArray[np.uint16]
    pay_low: NDArray[np.float64]
    pay_high: NDArray[np.float64]
    employment_type: NDArray[np.int8]
    shifts: NDArray[np.uint8]
    experience_years: NDArray[np.int8]
    start: NDArray[np.int8]
    remote: NDArray[np.bool_]
    distance_miles: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.occupation)

    def take(self, positions: NDArray[np.intp]) -> "JobColumns":
        """The same columns with only these rows, in this order."""
        arrays = (getattr(self, field.name)[positions] for field in fields(self)[2:])
        return JobColumns(self.occupations, lambda at: self.ids(positions[at]), *arrays)


def shift_bits(shifts: Iterable[str]) -> int:
    """The bit set of some of SHIFTS."""
    return sum(_SHIFT_BIT[shift] for shift in set(shifts))


def packed(rows: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> Jobs:
    """Rows of the table, and the number of each occupation, as the jobs of a cell."""
    return np.array([_packed(row, numbers) for row in rows], dtype=JOB)


def _packed(row: Mapping[str, Any], numbers: Mapping[str, int]) -> tuple[int | bytes, ...]:
    lat, lon = (0, 0) if row["remote"] else offsets_of(row["lat"], row["lon"])
    expires = row["expires_at"]
    return (
        numbers[row["occupation"] or ""],
        lat,
        lon,
        row["pay_low"] or 0,
        row["pay_high"] or 0,
        _bits(row["employment_type"], row["shifts"], row["start"], row["experience_years"]),
        NEVER if expires is None else microseconds(expires),
        UUID(row["id"]).bytes,
    )


def _bits(employment_type: str | None, shifts: Iterable[str] | None, start: str | None, years: int | None) -> int:
    return (
        _EMPLOYMENT_BITS[employment_type]
        | shift_bits(shifts or ()) << 2
        | _START_BITS[start]
        | (0 if years is None else min(years, _MOST_YEARS) + 1) << 9
    )


def microseconds(at: datetime) -> int:
    """An instant as whole microseconds since 1970."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def unpacked(
    occupations: tuple[str, ...],
    ids: Ids,
    occupation: NDArray[np.uint16],
    parts: NDArray[np.uint16],
    distance_miles: NDArray[np.float64],
    remote: NDArray[np.bool_],
) -> JobColumns:
    """Columns from three rows of packed parts: pay_low, pay_high and bits."""
    pay = parts[:2].astype(np.float64)
    pay[parts[:2] == 0] = np.nan
    bits = parts[2]
    return JobColumns(
        occupations=occupations,
        ids=ids,
        occupation=occupation,
        pay_low=pay[0],
        pay_high=pay[1],
        employment_type=((bits & 3).astype(np.int8) - 1),
        shifts=(bits >> 2 & 31).astype(np.uint8),
        start=((bits >> 7 & 3).astype(np.int8) - 1),
        experience_years=((bits >> 9 & 15).astype(np.int8) - 1),
        remote=remote,
        distance_miles=distance_miles,
    )


def columns_of(jobs: Sequence[Job], distance_miles: NDArray[np.float64]) -> JobColumns:
    """Columns of whole records, at these distances."""
    occupations = tuple(sorted({job.occupation or "" for job in jobs}))
    ids = np.array([job.id for job in jobs], dtype=np.str_)
    remote = np.array([job.remote for job in jobs], dtype=np.bool_)
    bits = (_bits(job.employment_type, job.shifts, job.start, job.experience_years) for job in jobs)
    parts = [(job.pay_low or 0, job.pay_high or 0, packed_bits) for job, packed_bits in zip(jobs, bits, strict=True)]
    return unpacked(
        occupations,
        lambda positions: ids[positions],
        np.array([occupations.index(job.occupation or "") for job in jobs], dtype=np.uint16),
        np.array(parts, dtype=np.uint16).reshape(-1, 3).T,
        np.where(remote, 0.0, distance_miles),
        remote,
    )
