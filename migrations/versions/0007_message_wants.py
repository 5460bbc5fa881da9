"""Notification preferences by address, and the language of a booking"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "message_wants",
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("texts", sa.Boolean(), nullable=False),
        sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_message_wants")),
    )
    with op.batch_alter_table("bookings") as batch_op:
        batch_op.add_column(sa.Column("language", sa.String(length=2), server_default="en", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("bookings") as batch_op:
        batch_op.drop_column("language")
    op.drop_table("message_wants")
