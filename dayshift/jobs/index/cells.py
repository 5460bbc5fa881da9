"""Cells: the jobs of one part of the occupations in a quarter-degree square, as bytes for fast comparison.

A square is a quarter degree of the map. Its jobs are divided into up to 16 cells, one per part of the occupations, so
that a search for kitchen work does not read driving jobs: `cell = square * PARTS + part`. A cell has two byte strings,
sorted by job id: the hot part with everything that scoring needs, the first six fields of `JOB` in 12 bytes per job;
and the cold part with the rest, 24 bytes per job.

All little-endian. `lat` and `lon` count ten-thousandths of a degree (11 m) from the square's south-west corner; pay is
in cents, 0 when not stated. For `bits` see `JOB`.
"""

import itertools
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

PARTS = 16
"""Maximum cells per square."""

REMOTE = -1
"""The square of the remote jobs that match everywhere. Squares below it have those for residents of one state."""

NEVER = np.iinfo(np.int64).max
"""The expiry of a job without an expiry date."""

STEPS = 10_000
"""Steps per degree."""
_SIDE = 2_500
"""Steps of a square's side: a quarter degree, about 17 miles from south to north."""
_ROW_LENGTH = 360 * STEPS // _SIDE
_MILES_PER_DEGREE = 69.0
"""Miles per degree of latitude, rounded down, so that the box around a circle is never too small."""

JOB = np.dtype(
    [
        ("occupation", "<u2"),  # number in the index
        ("lat", "<u2"),
        ("lon", "<u2"),
        ("pay_low", "<u2"),
        ("pay_high", "<u2"),
        ("bits", "<u2"),  # 0-1 employment type, 2-6 shifts, 7-8 start, 9-12 years + 1, 13 license; 0 = not stated
        ("expires", "<i8"),
        ("id", "V16"),
    ]
)
"""One job of a cell, in its uncompressed form."""

Jobs = NDArray[np.void]
Bytes = bytes | memoryview

HOT = 6
"""Number of fields in the hot part."""
BYTES = 2 * HOT
"""Bytes per job in the hot part."""
_COLD = np.dtype([(name, JOB[name]) for name in (JOB.names or ())[HOT:]])


def square_of(lat: float, lon: float) -> int:
    """Return the number of the square that contains a point."""
    south, west = _steps(lat, lon)
    return south // _SIDE * _ROW_LENGTH + west // _SIDE


def remote_square(state: str | None) -> int:
    """Return the square of remote jobs for residents of a state, or for everybody.

    The letters of its code count, so that the square never changes.
    """
    return REMOTE if state is None else REMOTE - 1 - 26 * (ord(state[0]) - ord("A")) - (ord(state[1]) - ord("A"))


def offsets_of(lats: Sequence[float], lons: Sequence[float]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the offsets of points from the south-west corners of their squares, in steps."""
    south, west = (np.array(lats) + 90) * STEPS, (np.array(lons) + 180) * STEPS
    return np.rint(south).astype(np.intp) % _SIDE, np.rint(west).astype(np.intp) % _SIDE


def corner_of(square: int) -> tuple[int, int]:
    """Return a square's south-west corner in ten-thousandths of a degree; corner + offset is the exact coordinate."""
    row, column = divmod(square, _ROW_LENGTH)
    return row * _SIDE - 90 * STEPS, column * _SIDE - 180 * STEPS


@lru_cache(maxsize=4096)
def squares_around(lat: float, lon: float, miles: float) -> tuple[int, ...]:
    """Return the squares that a circle may touch, in order."""
    high = miles / _MILES_PER_DEGREE
    # In degrees of longitude, a circle is widest towards the pole.
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
    """Whether a square's nearest point is within the radius, on a plane that underestimates distances."""
    south, west = row * _SIDE / STEPS - 90, column * _SIDE / STEPS - 180
    up = max(south - lat, lat - south - _SIDE / STEPS, 0.0)
    aside = max(west - lon, lon - west - _SIDE / STEPS, 0.0)
    narrow = cos(radians(min(89.0, abs(lat) + high)))
    return up * up + (aside * narrow) ** 2 <= high * high


def _steps(lat: float, lon: float) -> tuple[int, int]:
    return round((lat + 90) * STEPS), round((lon + 180) * STEPS)


def encode(jobs: Jobs, cell: NDArray[np.intp], cells: int) -> Iterator[tuple[bytes, bytes, int | None]]:
    """Yield the hot part, the cold part and the earliest expiry of each cell. Jobs may come in any order.

    `cell` is the cell of each job, from 0.
    """
    order = np.lexsort((*_halves(jobs["id"]), cell))
    jobs = jobs[order]
    parts = jobs.view(np.uint8).reshape(len(jobs), JOB.itemsize)
    hot, cold = parts[:, :BYTES].tobytes(), parts[:, BYTES:].tobytes()
    borders = np.searchsorted(cell[order], np.arange(cells + 1))
    firsts = np.minimum.reduceat(np.append(jobs["expires"], NEVER), borders).tolist()
    for first, (begin, end) in zip(firsts, itertools.pairwise(borders.tolist()), strict=False):
        never = first == NEVER or begin == end
        of_cell = hot[begin * BYTES : end * BYTES], cold[begin * _COLD.itemsize : end * _COLD.itemsize]
        yield *of_cell, None if never else first


def read_hot(hot: Bytes) -> NDArray[np.uint16]:
    """Return one row per job, without copying: occupation, lat, lon, pay_low, pay_high, bits."""
    return np.frombuffer(hot, "<u2").reshape(-1, HOT)


def read_cold(cold: Bytes) -> Jobs:
    """Return `expires` and `id` of each job, without copying."""
    return np.frombuffer(cold, _COLD)


def decode(hot: Bytes, cold: Bytes) -> Jobs:
    """Return the jobs of one or several concatenated cells; the inverse of `encode`."""
    parts = [np.frombuffer(part, np.uint8).reshape(-1, width) for part, width in ((hot, BYTES), (cold, _COLD.itemsize))]
    return np.hstack(parts).view(JOB).reshape(-1)


def positions_of(ids: Collection[bytes], among: NDArray[np.void]) -> NDArray[np.intp]:
    """Return the positions of some UUIDs among others."""
    if not ids:
        return np.empty(0, dtype=np.intp)
    sought, _ = _halves(np.frombuffer(b"".join(ids), "V16"))
    likely = np.flatnonzero(np.isin(_halves(among)[0], sought))
    return np.array([at for at in likely if bytes(among[at]) in ids], dtype=np.intp)


_PLACES = np.array([place for place in range(36) if place not in {8, 13, 18, 23}])


def written_out(ids: bytes) -> NDArray[np.str_]:
    """Format UUIDs of 16 bytes in their usual form."""
    texts = np.full((len(ids) // 16, 36), ord("-"), dtype=np.uint8)
    texts[:, _PLACES] = np.frombuffer(ids.hex().encode(), np.uint8).reshape(-1, 32)
    return texts.view("S36").reshape(-1).astype("U36")


def _halves(ids: NDArray[np.void]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Split UUIDs into sort keys, the less significant half first."""
    halves = np.ascontiguousarray(ids).view(">u8").reshape(-1, 2).astype(np.uint64)
    return halves[:, 1], halves[:, 0]
