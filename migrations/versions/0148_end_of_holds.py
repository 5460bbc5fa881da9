"""let holds end at noon UTC of their day, when it is that day in every zone of the United States"""

from datetime import UTC, time, timedelta

import sqlalchemy as sa
from alembic import op

from dayshift.core.db import Instant

revision = "0148"
down_revision = "0147"
branch_labels = None
depends_on = None

_holds = sa.table("legal_holds", sa.column("id"), sa.column("until", Instant()), sa.column("ended_at"))
_active = sa.select(_holds.c.id, _holds.c.until).where(_holds.c.ended_at.is_(None))
_move = sa.update(_holds).where(_holds.c.id == sa.bindparam("hold")).values(until=sa.bindparam("noon"))


def upgrade() -> None:
    tx = op.get_bind()
    rows = [
        {"hold": row.id, "noon": row.until + timedelta(hours=12)}
        for row in tx.execute(_active)
        if row.until.astimezone(UTC).time() == time(0)
    ]
    if rows:
        tx.execute(_move, rows)


def downgrade() -> None:
    pass
