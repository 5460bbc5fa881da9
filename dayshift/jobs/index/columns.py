"""Jobs as parallel arrays, for comparing many at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs.index.cells import JOB, NEVER, Jobs, offsets_of
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, SHIFTS, STARTS, EmploymentType, Shift, Start

NOT_STATED = -1

Ids = Callable[[NDArray[np.intp]], NDArray[np.str_]]

_SHIFT_BIT: dict[str, int] = {name: 1 << number for number, name in enumerate(SHIFTS)}
_EMPLOYMENT_BITS: dict[str | None, int] = {None: 0} | {name: number for number, name in enumerate(EMPLOYMENT_TYPES, 1)}
_START_BITS: dict[str | None, int] = {None: 0} | {name: number << 7 for number, name in enumerate(STARTS, 1)}
_MAX_YEARS = 14
_MIN_WAGE = np.uint16(725)
"""The federal minimum wage in cents: the least that "up to $22" may be."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class JobColumns:
    """The data for ranking jobs, one row per job.

    `occupation` is a position in `occupations`. `pay_low` and `pay_high` are cents per hour, 0 if neither is stated. If
    only the lower end is, both are that; if only the upper one is, it begins at the minimum wage. `schedule` is one of
    the `SCHEDULES` numbers, which encode hours, shifts and start; `experience` one of the `EXPERIENCES`, for years and
    licenses. `distance_miles` of a remote job is 0. `ids` returns the ids at some positions: they are read only for the
    few jobs that are shown.
    """

    occupations: tuple[str, ...]
    ids: Ids
    occupation: NDArray[np.uint16]
    pay_low: NDArray[np.uint16]
    pay_high: NDArray[np.uint16]
    schedule: NDArray[np.uint16]
    experience: NDArray[np.uint16]
    remote: NDArray[np.bool_]
    distance_miles: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.occupation)

    def numbers(self) -> Mapping[str, int]:
        """Return the position of each of `occupations`."""
        return numbered(self.occupations)

    def take(self, positions: NDArray[np.intp]) -> "JobColumns":
        """Return the same columns with only these rows, in this order."""
        arrays = (getattr(self, field.name).take(positions) for field in fields(self)[2:])
        return JobColumns(self.occupations, lambda at: self.ids(positions[at]), *arrays)


@lru_cache(maxsize=8)
def numbered(names: tuple[str, ...]) -> dict[str, int]:
    """Return the position of each name."""
    return {name: number for number, name in enumerate(names)}


SCHEDULES, EXPERIENCES = 512, 32


def employment_types(schedule: NDArray[np.uint16]) -> NDArray[np.int8]:
    """Return positions in EMPLOYMENT_TYPES, NOT_STATED otherwise."""
    return (schedule & 3).astype(np.int8) - np.int8(1)


def shifts(schedule: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return bit n for SHIFTS[n], 0 if not stated."""
    return (schedule >> 2 & 31).astype(np.uint8)


def starts(schedule: NDArray[np.uint16]) -> NDArray[np.int8]:
    """Return positions in STARTS, NOT_STATED otherwise."""
    return (schedule >> 7 & 3).astype(np.int8) - np.int8(1)


def years(experience: NDArray[np.uint16]) -> NDArray[np.int8]:
    """Return the required years of experience, NOT_STATED otherwise."""
    return (experience & 15).astype(np.int8) - np.int8(1)


def licences(experience: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Whether a license or certificate is required."""
    return (experience & 16).astype(np.bool_)


def shift_bits(some: Iterable[str]) -> int:
    """Return the bit set of some of SHIFTS."""
    return sum(_SHIFT_BIT[shift] for shift in set(some))


def packed(table: Mapping[str, Sequence[Any]], numbers: Mapping[str, int]) -> Jobs:
    """Convert table rows, given by column, and the numbers of their occupations to jobs of cells."""
    jobs = np.empty(len(table["id"]), dtype=JOB)
    jobs["occupation"] = [numbers[name or ""] for name in table["occupation"]]
    here = ~np.array(table["remote"], dtype=np.bool_)
    lats, lons = ([degrees or 0.0 for degrees in table[name]] for name in ("lat", "lon"))
    jobs["lat"], jobs["lon"] = (offsets * here for offsets in offsets_of(lats, lons))
    for name in ("pay_low", "pay_high"):
        jobs[name] = [cents or 0 for cents in table[name]]
    jobs["bits"] = list(map(_bits, *(table[name] for name in _IN_BITS)))
    jobs["expires"] = [NEVER if at is None else microseconds(at) for at in table["expires_at"]]
    jobs["id"] = np.frombuffer(bytes.fromhex("".join(table["id"]).replace("-", "")), "V16")
    return jobs


_IN_BITS = ("employment_type", "shifts", "start", "experience_years", "licence")


def _bits(
    employment_type: str | None, needed: Iterable[str] | None, start: str | None, least: int | None, licence: str | None
) -> int:
    return (
        _EMPLOYMENT_BITS[employment_type]
        | (shift_bits(needed) << 2 if needed else 0)
        | _START_BITS[start]
        | (0 if least is None else min(least, _MAX_YEARS) + 1) << 9
        | (1 << 13 if licence else 0)
    )


@lru_cache(maxsize=4096)
def microseconds(at: datetime) -> int:
    """Convert an instant to whole microseconds since 1970."""
    return (at - _EPOCH) // timedelta(microseconds=1)


@lru_cache(maxsize=4096)
def instant(since: int) -> datetime:
    """Convert microseconds since 1970 to an instant."""
    return _EPOCH + timedelta(microseconds=since)


def unpacked(
    occupations: tuple[str, ...],
    ids: Ids,
    occupation: NDArray[np.uint16],
    parts: NDArray[np.uint16],
    distance_miles: NDArray[np.float64],
    remote: NDArray[np.bool_],
) -> JobColumns:
    """Return columns from three packed rows: pay_low, pay_high and bits."""
    low, high, bits = parts
    return JobColumns(
        occupations=occupations,
        ids=ids,
        occupation=occupation,
        pay_low=low + np.minimum(high, _MIN_WAGE) * (low == 0),
        pay_high=np.maximum(low, high),
        schedule=bits & np.uint16(SCHEDULES - 1),
        experience=bits >> np.uint16(9),
        remote=remote,
        distance_miles=distance_miles,
    )


@cache
def no_jobs() -> JobColumns:
    """Return columns without rows."""
    return columns_of([], np.empty(0))


class IndexedJob(Protocol):
    """The fields of a job that the index stores."""

    @property
    def id(self) -> str: ...
    @property
    def occupation(self) -> str | None: ...
    @property
    def remote(self) -> bool: ...
    @property
    def pay_low(self) -> int | None: ...
    @property
    def pay_high(self) -> int | None: ...
    @property
    def employment_type(self) -> EmploymentType | None: ...
    @property
    def shifts(self) -> tuple[Shift, ...] | None: ...
    @property
    def start(self) -> Start | None: ...
    @property
    def experience_years(self) -> int | None: ...


def columns_of(jobs: Sequence[IndexedJob], distance_miles: NDArray[np.float64]) -> JobColumns:
    """Return columns of whole records, with these distances."""
    occupations = tuple(sorted({job.occupation or "" for job in jobs}))
    ids = np.array([job.id for job in jobs], dtype=np.str_)
    remote = np.array([job.remote for job in jobs], dtype=np.bool_)
    bits = (_bits(*(getattr(job, name) for name in _IN_BITS)) for job in jobs)
    parts = [(job.pay_low or 0, job.pay_high or 0, packed_bits) for job, packed_bits in zip(jobs, bits, strict=True)]
    return unpacked(
        occupations,
        lambda positions: ids[positions],
        np.array([occupations.index(job.occupation or "") for job in jobs], dtype=np.uint16),
        np.array(parts, dtype=np.uint16).reshape(-1, 3).T,
        np.where(remote, 0.0, distance_miles),
        remote,
    )
