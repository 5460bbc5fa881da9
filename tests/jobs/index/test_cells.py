"""Migration of the cells of the previous version: one per square, converted to the byte-identical current cells."""

from struct import pack
from typing import Any

import numpy as np
import pytest
from alembic import command
from sqlalchemy import create_engine, insert, select

from dayshift.core.db import Tx
from dayshift.jobs.catalog.actions import replace_source
from dayshift.jobs.index import job_cells
from dayshift.jobs.index.cells import PARTS, REMOTE, decode
from dayshift.jobs.index.models import job_index
from dayshift.tables import _config, migrate
from tests.jobs.catalog.test_imports import assert_cells_agree
from tests.jobs.index.test_search import NOW, catalogue

pytestmark = pytest.mark.both_engines


@pytest.mark.downgrades
def test_old_cells_are_migrated(database_url: str) -> None:
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as tx:
        replace_source(tx, "feed", catalogue(1), NOW)
        cells = all_cells(tx)
        assert {cell.cell // PARTS for cell in cells} > {REMOTE}
        assert {cell.cell % PARTS for cell in cells} == {0, 6}
        names = [name for name, _ in tx.execute(select(job_index.c.occupations)).scalar_one()]
    command.downgrade(_config(database_url), "0018")
    with engine.begin() as tx:
        write_old_cells(tx, cells, names)
    migrate(database_url)
    with engine.begin() as tx:
        assert_cells_agree(tx)
        assert [(c.cell, c.first_expiry, bytes(c.hot), bytes(c.cold)) for c in all_cells(tx)] == [
            (c.cell, c.first_expiry, bytes(c.hot), bytes(c.cold)) for c in cells
        ]
    engine.dispose()


def all_cells(tx: Tx) -> list[Any]:
    return list(tx.execute(select(job_cells).order_by(job_cells.c.cell)))


def write_old_cells(tx: Tx, cells: list[Any], names: list[str]) -> None:
    """Write the cells and their index in the format of version 0018; the downgrade deleted the current ones."""
    by_square: dict[int, list[Any]] = {}
    for cell in cells:
        by_square.setdefault(cell.cell // PARTS, []).append(decode(cell.hot, cell.cold))
    for square, parts in by_square.items():
        hot, cold = encode_old(np.concatenate(parts))
        tx.execute(insert(job_cells), {"cell": square, "revision": 1, "first_expiry": None, "hot": hot, "cold": cold})
    tx.execute(insert(job_index), {"id": 1, "revision": 1, "occupations": names})


def encode_old(square_jobs: Any) -> tuple[bytes, bytes]:
    """Encodes runs of one occupation, then each field of all jobs; IDs, then expiries."""
    square_jobs = square_jobs[np.argsort(square_jobs["occupation"], kind="stable")]
    occupations, counts = np.unique(square_jobs["occupation"], return_counts=True)
    kinds = occupations.tobytes().ljust((2 * len(occupations) + 3) // 4 * 4, b"\0")
    square_jobs["bits"] &= 0x1FFF  # Licenses had no bit.
    fields = (square_jobs[name].tobytes() for name in ("lat", "lon", "pay_low", "pay_high", "bits"))
    hot = b"".join([pack("<II", len(square_jobs), len(counts)), kinds, counts.astype("<u4").tobytes(), *fields])
    return hot, square_jobs["id"].tobytes() + square_jobs["expires"].tobytes()
