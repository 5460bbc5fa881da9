"""which notices people were shown, when, and if they agreed"""

import sqlalchemy as sa
from alembic import op

revision = "0141"
down_revision = "0138"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shown_notices",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_shown_notices_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shown_notices")),
        sa.UniqueConstraint(
            "user_id", "name", "version", "language", name=op.f("uq_shown_notices_user_id_name_version_language")
        ),
    )


def downgrade() -> None:
    op.drop_table("shown_notices")
