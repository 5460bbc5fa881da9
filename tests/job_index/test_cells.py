"""Cells as a version before wrote them: one for each square, and taken over to the byte."""

from struct import pack
from typing import Any

import numpy as np
from alembic import command
from sqlalchemy import create_engine, insert, select

from dayshift.core.db import Tx
from dayshift.job_index import job_cells
from dayshift.job_index.cells import PARTS, REMOTE, decode
from dayshift.job_index.models import job_index
from dayshift.jobs.actions import replace_source
from dayshift.tables import _config, migrate
from tests.job_index.test_snapshot import NOW, catalogue
from tests.jobs.test_imports import assert_cells_agree


def test_cells_of_the_version_before_become_those_of_this_one(database_url: str) -> None:
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as tx:
        replace_source(tx, "feed", catalogue(1), NOW)
        cells = everything(tx)
        assert {cell.cell // PARTS for cell in cells} > {REMOTE}
        assert {cell.cell % PARTS for cell in cells} == {0, 6}
        names = [name for name, _ in tx.execute(select(job_index.c.occupations)).scalar_one()]
    command.downgrade(_config(database_url), "0018")
    with engine.begin() as tx:
        as_before(tx, cells, names)
    migrate(database_url)
    with engine.begin() as tx:
        assert_cells_agree(tx)
        assert [(c.cell, c.first_expiry, bytes(c.hot), bytes(c.cold)) for c in everything(tx)] == [
            (c.cell, c.first_expiry, bytes(c.hot), bytes(c.cold)) for c in cells
        ]
    engine.dispose()


def everything(tx: Tx) -> list[Any]:
    return list(tx.execute(select(job_cells).order_by(job_cells.c.cell)))


def as_before(tx: Tx, cells: list[Any], names: list[str]) -> None:
    """Write the cells and their index as version 0018 had them; the downgrade deleted ours."""
    by_square: dict[int, list[Any]] = {}
    for cell in cells:
        by_square.setdefault(cell.cell // PARTS, []).append(decode(cell.hot, cell.cold))
    for square, parts in by_square.items():
        hot, cold = encoded_before(np.concatenate(parts))
        tx.execute(insert(job_cells), {"cell": square, "revision": 1, "first_expiry": None, "hot": hot, "cold": cold})
    tx.execute(insert(job_index), {"id": 1, "revision": 1, "occupations": names})


def encoded_before(of_square: Any) -> tuple[bytes, bytes]:
    """Runs of one occupation, then each field of all jobs; ids, then expiries."""
    of_square = of_square[np.argsort(of_square["occupation"], kind="stable")]
    occupations, counts = np.unique(of_square["occupation"], return_counts=True)
    kinds = occupations.tobytes().ljust((2 * len(occupations) + 3) // 4 * 4, b"\0")
    of_square["bits"] &= 0x1FFF  # Licenses had no bit.
    fields = (of_square[name].tobytes() for name in ("lat", "lon", "pay_low", "pay_high", "bits"))
    hot = b"".join([pack("<II", len(of_square), len(counts)), kinds, counts.astype("<u4").tobytes(), *fields])
    return hot, of_square["id"].tobytes() + of_square["expires"].tobytes()
