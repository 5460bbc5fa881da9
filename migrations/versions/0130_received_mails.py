"""mails that were received, so that each is read once"""

import sqlalchemy as sa
from alembic import op

revision = "0130"
down_revision = "0129"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "received_mails",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_received_mails")),
    )
    op.create_index("ix_received_mails_received_at", "received_mails", ["received_at"])


def downgrade() -> None:
    op.drop_table("received_mails")
