"""Verification codes, and sessions with device details"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("subject", sa.String(length=300), nullable=False),
        sa.Column("code_hash", sa.String(length=255), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("purpose", "subject", name=op.f("pk_codes")),
    )
    op.add_column("users", sa.Column("email_verified", sa.Boolean(), server_default=sa.false(), nullable=False))
    # Open sessions have no device details, so all users must sign in again.
    op.execute("DELETE FROM sessions")
    with op.batch_alter_table("sessions", recreate="always") as batch_op:
        batch_op.add_column(sa.Column("id", sa.String(length=36), nullable=False))
        batch_op.add_column(sa.Column("device", sa.String(length=60), nullable=False))
        batch_op.add_column(sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("sessions") as batch_op:
        batch_op.drop_column("last_seen_at")
        batch_op.drop_column("device")
        batch_op.drop_column("id")
    with op.batch_alter_table("users") as batch_op:
        batch_op.drop_column("email_verified")
    op.drop_table("codes")
