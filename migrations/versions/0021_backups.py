"""Results of backups, for the doctor and the operators page"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "backups",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("folder", sa.Text(), nullable=True),
        sa.Column("objects", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_backups")),
    )


def downgrade() -> None:
    op.drop_table("backups")
