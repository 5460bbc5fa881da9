"""License bit in the cells, so a match that requires a license is not perfect"""

from collections import defaultdict
from uuid import UUID

import numpy as np
import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_LICENCE = 1 << 13
_CELLS_AT_A_TIME = 200
_JOBS = sa.table("jobs", *(sa.column(name, sa.String()) for name in ("id", "licence")), sa.column("cell", sa.Integer()))
_CELLS = sa.table(
    "job_cells",
    *(sa.column(name, sa.BigInteger()) for name in ("cell", "revision")),
    *(sa.column(name, sa.LargeBinary()) for name in ("hot", "cold")),
)
_INDEX = sa.table("job_index", sa.column("revision", sa.BigInteger()))


def upgrade() -> None:
    _change(needs_licence=True)


def downgrade() -> None:
    _change(needs_licence=False)


def _change(*, needs_licence: bool) -> None:
    db = op.get_bind()
    ids: dict[int, set[bytes]] = defaultdict(set)
    for job_id, cell in db.execute(sa.select(_JOBS.c.id, _JOBS.c.cell).where(_JOBS.c.licence.is_not(None))):
        ids[cell].add(UUID(job_id).bytes)
    index = db.execute(sa.select(_INDEX)).first()
    if index is None or not ids:
        return
    revision = index.revision + 1
    numbers = sorted(ids)
    for start in range(0, len(numbers), _CELLS_AT_A_TIME):
        some = numbers[start : start + _CELLS_AT_A_TIME]
        for row in db.execute(sa.select(_CELLS).where(_CELLS.c.cell.in_(some))).all():
            hot = np.frombuffer(row.hot, "<u2").reshape(-1, 6).copy()
            stored = np.frombuffer(row.cold, [("expires", "<i8"), ("id", "V16")])["id"]
            which = [at for at, job_id in enumerate(stored) if bytes(job_id) in ids[row.cell]]
            hot[which, 5] = hot[which, 5] | _LICENCE if needs_licence else hot[which, 5] & ~np.uint16(_LICENCE)
            changed = {"hot": hot.tobytes(), "revision": revision}
            db.execute(sa.update(_CELLS).where(_CELLS.c.cell == row.cell).values(changed))
    db.execute(sa.update(_INDEX).values(revision=revision))
