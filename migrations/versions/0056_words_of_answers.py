"""what is heard of an answer while it is given; the language of an answer, and its confirmation"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), "postgresql")
    op.create_table(
        "listening",
        sa.Column("interview_id", sa.String(36), nullable=False),
        sa.Column("take", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("transcript", json, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], name=op.f("fk_listening_interview_id_interviews"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("interview_id", "take", name=op.f("pk_listening")),
    )
    op.create_table(
        "sound_checks",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("number", sa.String(36), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("sound", sa.LargeBinary()),
        sa.Column("transcript", json),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sound_checks_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_sound_checks")),
    )
    op.add_column("media_work", sa.Column("heard_seconds", sa.Float(), nullable=False, server_default="0"))
    op.add_column("responses", sa.Column("confirmed_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("responses", "confirmed_at")
    op.drop_column("media_work", "heard_seconds")
    op.drop_table("sound_checks")
    op.drop_table("listening")
