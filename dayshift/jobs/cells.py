"""Cells: the jobs of one quarter degree as parallel arrays in bytes, the form in which many are compared fast.

A cell has two parts. The hot one holds all that a score needs, 10 bytes a job, grouped by occupation so that the
kinds of work that cannot fit are skipped unread. The cold one holds ids and expiries, 24 bytes a job.

    hot    two uint32: the number of jobs and of runs; uint16 each run's occupation; padding to a multiple of 4;
           uint32 each run's length; then uint16 of each job: lat, lon, pay_low, pay_high, bits
    cold   16 bytes of each job: its UUID; int64 of each job: when it expires, in microseconds since 1970

All little-endian, jobs sorted by occupation number, then id. `lat` and `lon` count ten-thousandths of a degree (11 m)
from the cell's south-west corner; pay is in cents, 0 when not stated. For `bits` see `JOB`.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians
from struct import pack
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

REMOTE = -1
"""The cell of all remote jobs, which are near everywhere."""

NEVER = np.iinfo(np.int64).max
"""The expiry of a job without one."""

HOT_COLUMNS = 5
STEPS = 10_000
"""Of one degree."""
_SIDE = 2_500
"""Steps of a cell's side: a quarter degree, about 17 miles from south to north."""
_ROW_LENGTH = 360 * STEPS // _SIDE
_MILES_PER_DEGREE = 69.0
"""Of latitude, rounded down, so that the box around a circle is never too small."""

JOB = np.dtype(
    [
        ("occupation", "<u2"),  # its number in the index
        ("lat", "<u2"),
        ("lon", "<u2"),
        ("pay_low", "<u2"),
        ("pay_high", "<u2"),
        ("bits", "<u2"),  # 0-1 employment type, 2-6 shifts, 7-8 start, 9-12 years of experience + 1; 0 = not stated
        ("expires", "<i8"),
        ("id", "V16"),
    ]
)
"""One job of a cell, outside its bytes."""

Jobs = NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Hot:
    """The hot part of a cell, read in place. `columns` has a row for lat, lon, pay_low, pay_high and bits each."""

    occupations: NDArray[np.uint16]
    counts: NDArray[np.uint32]
    columns: NDArray[np.uint16]


def cell_of(lat: float, lon: float) -> int:
    """The number of the cell that holds a point of the globe."""
    south, west = _steps(lat, lon)
    return south // _SIDE * _ROW_LENGTH + west // _SIDE


def offsets_of(lat: float, lon: float) -> tuple[int, int]:
    """A point's steps from the south-west corner of its cell."""
    south, west = _steps(lat, lon)
    return south % _SIDE, west % _SIDE


def corner_of(cell: int) -> tuple[int, int]:
    """A cell's south-west corner in ten-thousandths of a degree: added to offsets they give exact coordinates."""
    row, column = divmod(cell, _ROW_LENGTH)
    return row * _SIDE - 90 * STEPS, column * _SIDE - 180 * STEPS


@lru_cache(maxsize=4096)
def cells_around(lat: float, lon: float, miles: float) -> tuple[int, ...]:
    """The cells that a circle may touch, in order."""
    high = miles / _MILES_PER_DEGREE
    # A circle is widest, in degrees of longitude, towards the pole.
    wide = high / max(0.01, cos(radians(min(89.0, abs(lat) + high))))
    south, west = _steps(max(-90.0, lat - high), max(-180.0, lon - wide))
    north, east = _steps(min(89.9999, lat + high), min(179.9999, lon + wide))
    return tuple(
        row * _ROW_LENGTH + column
        for row in range(south // _SIDE, north // _SIDE + 1)
        for column in range(west // _SIDE, east // _SIDE + 1)
        if _touches(row, column, lat, lon, high)
    )


def _touches(row: int, column: int, lat: float, lon: float, high: float) -> bool:
    """Whether a cell's nearest point is within the circle's radius, on a plane that makes distances too short."""
    south, west = row * _SIDE / STEPS - 90, column * _SIDE / STEPS - 180
    up = max(south - lat, lat - south - _SIDE / STEPS, 0.0)
    aside = max(west - lon, lon - west - _SIDE / STEPS, 0.0)
    narrow = cos(radians(min(89.0, abs(lat) + high)))
    return up * up + (aside * narrow) ** 2 <= high * high


def _steps(lat: float, lon: float) -> tuple[int, int]:
    return round((lat + 90) * STEPS), round((lon + 180) * STEPS)


def encode(jobs: Jobs) -> tuple[bytes, bytes, int | None]:
    """The hot part, the cold part and the first expiry of a cell with these jobs, in any order."""
    return next(encode_all(jobs, np.zeros(len(jobs), dtype=np.intp), 1))


def encode_all(jobs: Jobs, cell: NDArray[np.intp], cells: int) -> Iterator[tuple[bytes, bytes, int | None]]:
    """The same of so many cells at once. `cell` tells of each job in which of them it stands, from 0."""
    order = np.lexsort((*_halves(jobs["id"]), jobs["occupation"], cell))
    jobs, cell = jobs[order], cell[order]
    kind = cell << 16 | jobs["occupation"]
    starts = np.flatnonzero(np.concatenate([kind[:1] >= 0, kind[1:] != kind[:-1]]))
    counts = np.diff(starts, append=len(jobs)).astype("<u4")
    occupations = jobs["occupation"][starts]
    columns = [np.ascontiguousarray(jobs[name]) for name in ("lat", "lon", "pay_low", "pay_high", "bits")]
    ids, expires = np.ascontiguousarray(jobs["id"]), np.ascontiguousarray(jobs["expires"])
    edges = np.arange(cells + 1)
    of_jobs, of_runs = np.searchsorted(cell, edges).tolist(), np.searchsorted(cell[starts], edges).tolist()
    for number in range(cells):
        rows = slice(of_jobs[number], of_jobs[number + 1])
        runs = slice(of_runs[number], of_runs[number + 1])
        size = runs.stop - runs.start
        header = pack("<II", rows.stop - rows.start, size)
        kinds = occupations[runs].tobytes().ljust((2 * size + 3) // 4 * 4, b"\0")
        hot = b"".join([header, kinds, counts[runs].tobytes(), *(column[rows].tobytes() for column in columns)])
        first = int(expires[rows].min(initial=NEVER))
        yield hot, ids[rows].tobytes() + expires[rows].tobytes(), None if first == NEVER else first


def read_hot(hot: bytes | memoryview) -> Hot:
    """The arrays of a hot part, without copying it."""
    size, runs = np.frombuffer(hot, "<u4", 2).tolist()
    after = 8 + (2 * runs + 3) // 4 * 4
    return Hot(
        occupations=np.frombuffer(hot, "<u2", runs, 8),
        counts=np.frombuffer(hot, "<u4", runs, after),
        columns=np.frombuffer(hot, "<u2", HOT_COLUMNS * size, after + 4 * runs).reshape(HOT_COLUMNS, size),
    )


class Runs(NamedTuple):
    """Jobs of one occupation that stand together in a cell: one place for each such run.

    `cell` is its position among the cells, `row` that of its first job in the cell, of whose columns the first stands
    `at` so many words, and each next one `size` further, which is the number of jobs of the cell.
    """

    cell: NDArray[np.intp]
    occupation: NDArray[np.uint16]
    length: NDArray[np.intp]
    row: NDArray[np.intp]
    at: NDArray[np.intp]
    size: NDArray[np.intp]


def runs_of(words: NDArray[np.uint16], at: NDArray[np.intp], wanted: NDArray[np.bool_]) -> Runs:
    """The runs of the wanted occupations, by number, in cells whose hot parts begin `at` so many words."""
    sizes, runs = _uint32(words, at), _uint32(words, at + 2)
    lengths_at = at + 4 + (runs + 1) // 2 * 2
    cell = np.repeat(np.arange(len(at)), runs)
    nth = np.arange(len(cell)) - np.repeat(np.cumsum(runs) - runs, runs)
    occupation = words[np.repeat(at + 4, runs) + nth]
    count = _uint32(words, np.repeat(lengths_at, runs) + 2 * nth)
    row = np.cumsum(count) - count - np.repeat(np.cumsum(sizes) - sizes, runs)
    kept = np.flatnonzero(wanted[occupation])
    cell, row = cell[kept], row[kept]
    return Runs(cell, occupation[kept], count[kept], row, (lengths_at + 2 * runs)[cell] + row, sizes[cell])


def _uint32(words: NDArray[np.uint16], at: NDArray[np.intp]) -> NDArray[np.intp]:
    """The 32-bit numbers that begin there."""
    return words[at] + (words[at + 1].astype(np.intp) << 16)


def read_cold(cold: bytes | memoryview) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """The UUIDs, 16 bytes each, and the expiries."""
    size = len(cold) // 24
    return np.frombuffer(cold, "V16", size), np.frombuffer(cold, "<i8", size, 16 * size)


def decode(hot: bytes | memoryview, cold: bytes | memoryview) -> Jobs:
    """The jobs of a cell; `encode` gives back the same bytes."""
    parts = read_hot(hot)
    jobs = np.empty(parts.columns.shape[1], dtype=JOB)
    jobs["occupation"] = np.repeat(parts.occupations, parts.counts)
    for name, column in zip(("lat", "lon", "pay_low", "pay_high", "bits"), parts.columns, strict=True):
        jobs[name] = column
    jobs["id"], jobs["expires"] = read_cold(cold)
    return jobs


def positions_of(ids: Collection[bytes], among: NDArray[np.void]) -> NDArray[np.intp]:
    """Where some of these UUIDs stand among others."""
    if not ids:
        return np.empty(0, dtype=np.intp)
    sought, _ = _halves(np.frombuffer(b"".join(ids), "V16"))
    likely = np.flatnonzero(np.isin(_halves(among)[0], sought))
    return np.array([at for at in likely if bytes(among[at]) in ids], dtype=np.intp)


_HEX = np.frombuffer("".join(f"{byte:02x}" for byte in range(256)).encode(), np.uint16)
_PLACES = np.array([place for place in range(36) if place not in {8, 13, 18, 23}])


def written_out(ids: bytes) -> NDArray[np.str_]:
    """UUIDs in their usual form from 16 bytes each."""
    texts = np.full((len(ids) // 16, 36), ord("-"), dtype=np.uint8)
    texts[:, _PLACES] = _HEX[np.frombuffer(ids, np.uint8)].view(np.uint8).reshape(-1, 32)
    return texts.view("S36").reshape(-1).astype("U36")


def _halves(ids: NDArray[np.void]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """UUIDs as sort keys, the less significant half first."""
    halves = np.ascontiguousarray(ids).view(">u8").reshape(-1, 2).astype(np.uint64)
    return halves[:, 1], halves[:, 0]
