"""Interview appointments in the candidate's time zone, and the language of messages"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_SCHEDULED = sa.text("status = 'scheduled'")


def upgrade() -> None:
    with op.batch_alter_table("interviews") as batch_op:
        batch_op.add_column(sa.Column("zone", sa.String(length=64), server_default="UTC", nullable=False))
        batch_op.add_column(sa.Column("sequence", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("missed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(
        "ix_interviews_waiting",
        "interviews",
        ["scheduled_at"],
        sqlite_where=_SCHEDULED,
        postgresql_where=_SCHEDULED,
    )
    with op.batch_alter_table("users") as batch_op:
        batch_op.add_column(sa.Column("language", sa.String(length=2), server_default="en", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("users") as batch_op:
        batch_op.drop_column("language")
    op.drop_index("ix_interviews_waiting", "interviews")
    with op.batch_alter_table("interviews") as batch_op:
        batch_op.drop_column("missed")
        batch_op.drop_column("sequence")
        batch_op.drop_column("zone")
