"""when a job that a member takes down is removed"""

import sqlalchemy as sa
from alembic import op

revision = "0127"
down_revision = "0124"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("postings", sa.Column("removal_due_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("postings", "removal_due_at")
