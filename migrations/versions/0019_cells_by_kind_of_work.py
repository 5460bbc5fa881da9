"""Matching cells by location and job category, so a search reads only part of the nearby jobs"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_CATEGORIES = (
    "construction", "transportation", "hospitality", "maintenance-repair", "salon-spa", "restaurants-bars", "fitness",
)  # fmt: skip
_SQUARES_AT_A_TIME = 500

_CELLS = sa.table(
    "job_cells",
    *(sa.column(name, sa.BigInteger()) for name in ("cell", "revision", "first_expiry")),
    *(sa.column(name, sa.LargeBinary()) for name in ("hot", "cold")),
)
_INDEX = sa.table(
    "job_index",
    sa.column("revision", sa.BigInteger()),
    sa.column("occupations", sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")),
)
_JOBS = sa.table(
    "jobs",
    *(sa.column(name, sa.String()) for name in ("occupation", "category")),
    sa.column("cell", sa.Integer()),
    sa.column("remote", sa.Boolean()),
    sa.column("digest", sa.LargeBinary()),
)


def upgrade() -> None:
    db = op.get_bind()
    index = db.execute(sa.select(_INDEX)).first()
    if index is None:
        return
    parts = _parts(db, index.occupations)
    _move_rows(db, parts)
    _split_cells(db, index.revision + 1, np.array(list(parts.values())))
    db.execute(sa.update(_INDEX).values(revision=index.revision + 1, occupations=list(parts.items())))


def _parts(db: sa.Connection, names: list[str]) -> dict[str, int]:
    """Return the new part (0 to 15) of each square that stores the jobs of each occupation."""
    found = db.execute(sa.select(_JOBS.c.occupation, sa.func.min(_JOBS.c.category)).group_by(_JOBS.c.occupation))
    category_of = {occupation: category for occupation, category in found if occupation}
    return {
        name: 1 + _CATEGORIES.index(category) if (category := category_of.get(name)) in _CATEGORIES else 0
        for name in names
    }


def _move_rows(db: sa.Connection, parts: dict[str, int]) -> None:
    whens = [
        (_JOBS.c.occupation.in_([name for name, its in parts.items() if its == part]), part)
        for part in sorted(set(parts.values()) - {0})
    ]
    part = sa.case(*whens, else_=0) if whens else sa.literal(0)
    db.execute(sa.update(_JOBS).values(cell=_JOBS.c.cell * 16 + part))


def _split_cells(db: sa.Connection, revision: int, parts: Any) -> None:
    """Split each cell into its parts, last cell first, so new numbers do not collide with unsplit cells."""
    left = sa.select(_CELLS).where(_CELLS.c.cell >= -1).order_by(_CELLS.c.cell.desc()).limit(_SQUARES_AT_A_TIME)
    page = db.execute(left).all()
    while page:
        db.execute(sa.delete(_CELLS).where(_CELLS.c.cell.in_([row.cell for row in page])))
        new = [{**values, "revision": revision} for row in page for values in _parts_of_cell(row, parts)]
        if new:
            db.execute(sa.insert(_CELLS), new)
        page = db.execute(left.where(_CELLS.c.cell < page[-1].cell)).all()


def _parts_of_cell(row: Any, parts: Any) -> Iterator[dict[str, Any]]:
    size, runs = np.frombuffer(row.hot, "<u4", 2).tolist()
    after = 8 + (2 * runs + 3) // 4 * 4
    lengths = np.frombuffer(row.hot, "<u4", runs, after)
    occupation = np.repeat(np.frombuffer(row.hot, "<u2", runs, 8), lengths)
    others = np.frombuffer(row.hot, "<u2", 5 * size, after + 4 * runs).reshape(5, size)
    ids = np.frombuffer(row.cold, ">u8", 2 * size).reshape(size, 2)
    expires = np.frombuffer(row.cold, "<i8", size, 16 * size)
    hot = np.column_stack([occupation, *others]).astype("<u2")
    cold = np.empty(size, dtype=[("expires", "<i8"), ("id", ">u8", 2)])
    cold["expires"], cold["id"] = expires, ids
    order = np.lexsort((ids[:, 1], ids[:, 0]))
    for part in np.unique(parts[occupation]).tolist():
        which = order[parts[occupation[order]] == part]
        first = expires[which].min()
        yield {
            "cell": row.cell * 16 + part,
            "first_expiry": None if first == np.iinfo(np.int64).max else int(first),
            "hot": hot[which].tobytes(),
            "cold": cold[which].tobytes(),
        }


def downgrade() -> None:
    # Resetting the digests makes the next import rewrite every job and its cell.
    op.execute("DELETE FROM job_cells")
    op.execute("DELETE FROM job_index")
    place = sa.case((_JOBS.c.remote, -1), else_=_JOBS.c.cell // 16)
    op.execute(sa.update(_JOBS).values(cell=place, digest=bytes(16)))
