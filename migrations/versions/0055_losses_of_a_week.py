"""open jobs that a source has lost within a week"""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None

_COUNTS = ("week_open", "week_lost")


def upgrade() -> None:
    op.add_column("job_imports", sa.Column("week_from", sa.DateTime(timezone=True), nullable=True))
    for name in _COUNTS:
        op.add_column("job_imports", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    for name in (*_COUNTS, "week_from"):
        op.drop_column("job_imports", name)
