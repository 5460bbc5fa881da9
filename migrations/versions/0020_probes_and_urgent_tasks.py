"""Table that /readyz writes to, and an index on urgent tasks by kind"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_OPEN = sa.text("state IN ('ready', 'running')")


def upgrade() -> None:
    op.create_table(
        "probes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_probes")),
    )
    op.create_index("ix_tasks_kind_due_at", "tasks", ["kind", "due_at"], sqlite_where=_OPEN, postgresql_where=_OPEN)


def downgrade() -> None:
    op.drop_index("ix_tasks_kind_due_at", "tasks")
    op.drop_table("probes")
