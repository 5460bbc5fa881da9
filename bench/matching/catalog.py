"""A synthetic job catalog of any size, generated from a seed as numpy arrays."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import insert

from dayshift.core.db import Tx
from dayshift.jobs.index import job_cells
from dayshift.jobs.index.cells import JOB, NEVER, PARTS, STEPS, encode, square_of
from dayshift.jobs.index.models import job_index
from dayshift.knowledge.occupations import occupations
from dayshift.knowledge.occupations.places import gazetteer
from dayshift.knowledge.occupations.taxonomy import part_of

NAMES = tuple(occupations())
_PARTS = np.array([part_of(name) for name in NAMES])
_BATCH_SQUARES = 1000
_DENSITY_EXPONENT = 0.75
"""Exponent that concentrates jobs where zip codes are dense; puts 4 to 5 % of all jobs within 25 miles of 10001."""


@dataclass(frozen=True)
class Catalog:
    """Parallel arrays, sorted by square. `steps` are ten-thousandths of a degree; the id of row n is n."""

    square: NDArray[np.int64]
    lat_steps: NDArray[np.int64]
    lon_steps: NDArray[np.int64]
    occupation: NDArray[np.uint16]
    pay_low: NDArray[np.uint16]
    pay_high: NDArray[np.uint16]
    bits: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.square)


def generate(size: int, seed: int = 1) -> Catalog:
    """Generate jobs near US zip codes. A tenth have no pay, a quarter no shifts, and so on."""
    random = np.random.default_rng(seed)
    places = list(gazetteer().by_zip.values())
    squares = np.array([square_of(place.lat, place.lon) for place in places])
    _, which, density = np.unique(squares, return_inverse=True, return_counts=True)
    weights = density[which] ** _DENSITY_EXPONENT
    chosen = random.choice(len(places), size, p=weights / weights.sum())
    lat = np.array([round(place.lat * STEPS) for place in places])[chosen] + random.integers(-150, 151, size)
    lon = np.array([round(place.lon * STEPS) for place in places])[chosen] + random.integers(-150, 151, size)
    low = random.integers(1200, 3200, size)
    stated = random.random(size) < 0.9
    shifts = np.where(random.random(size) < 0.75, random.integers(1, 32, size), 0)
    bits = (
        random.integers(0, 3, size)
        | shifts << 2
        | random.integers(0, 4, size) << 7
        | np.where(random.random(size) < 0.6, random.integers(1, 8, size), 0) << 9
    )
    square = (lat + 90 * STEPS) // 2500 * (360 * STEPS // 2500) + (lon + 180 * STEPS) // 2500
    order = np.argsort(square, kind="stable")
    columns = (
        square,
        lat,
        lon,
        random.integers(0, len(NAMES), size).astype(np.uint16),
        np.where(stated, low, 0).astype(np.uint16),
        np.where(stated, low + random.integers(0, 800, size), 0).astype(np.uint16),
        bits.astype(np.uint16),
    )
    return Catalog(*(column[order] for column in columns))


def store(tx: Tx, catalog: Catalog) -> int:
    """Write the cells and return the total size of their hot parts in bytes. Ids are integers stored as UUIDs."""
    tx.execute(
        insert(job_index), {"id": 1, "revision": 1, "occupations": list(zip(NAMES, _PARTS.tolist(), strict=True))}
    )
    hot_bytes = 0
    for part in _cells(catalog):
        rows = [dict(zip(("cell", "hot", "cold", "first_expiry"), values, strict=True)) for values in part]
        tx.execute(insert(job_cells), [{**row, "revision": 1} for row in rows])
        hot_bytes += sum(len(row["hot"]) for row in rows)
    return hot_bytes


def _cells(catalog: Catalog) -> Iterator[list[tuple[int, bytes, bytes, int | None]]]:
    """Yield encoded cells in batches of a thousand squares."""
    cell = catalog.square * PARTS + _PARTS[catalog.occupation]
    numbers, starts = np.unique(catalog.square, return_index=True)
    starts = np.append(starts, len(catalog))
    for first, end in itertools.pairwise([*range(0, len(numbers), _BATCH_SQUARES), len(numbers)]):
        rows = slice(starts[first], starts[end])
        jobs = np.empty(rows.stop - rows.start, dtype=JOB)
        jobs["occupation"] = catalog.occupation[rows]
        jobs["lat"] = (catalog.lat_steps[rows] + 90 * STEPS) % 2500
        jobs["lon"] = (catalog.lon_steps[rows] + 180 * STEPS) % 2500
        for name in ("pay_low", "pay_high", "bits"):
            jobs[name] = getattr(catalog, name)[rows]
        jobs["expires"] = NEVER
        ids = np.zeros((len(jobs), 2), dtype=">u8")
        ids[:, 1] = np.arange(rows.start, rows.stop)
        jobs["id"] = ids.view("V16").reshape(-1)
        batch, which = np.unique(cell[rows], return_inverse=True)
        yield [(number, *parts) for number, parts in zip(batch.tolist(), encode(jobs, which, len(batch)), strict=True)]
