"""counters of what recordings take up"""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "take_bytes",
        sa.Column("recording_id", sa.String(36), nullable=False),
        sa.Column("take", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chunks", sa.BigInteger(), nullable=False),
        sa.Column("media", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["recording_id"], ["recordings.id"], name=op.f("fk_take_bytes_recording_id_recordings"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("recording_id", "take", name=op.f("pk_take_bytes")),
    )
    op.create_table(
        "account_bytes",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_account_bytes_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_account_bytes")),
    )
    # Chunks have no rows: those of a take are about as large as the file that is made of them. A task counts exactly.
    op.execute(
        "INSERT INTO take_bytes (recording_id, take, chunks, media)"
        " SELECT recording_id, number, size_bytes, size_bytes FROM takes WHERE size_bytes IS NOT NULL"
    )
    op.execute(
        "INSERT INTO account_bytes (user_id, bytes)"
        " SELECT recordings.user_id, SUM(take_bytes.chunks + take_bytes.media)"
        " FROM take_bytes JOIN recordings ON recordings.id = take_bytes.recording_id GROUP BY recordings.user_id"
    )


def downgrade() -> None:
    op.drop_table("account_bytes")
    op.drop_table("take_bytes")
