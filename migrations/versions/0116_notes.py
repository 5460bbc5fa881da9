"""notes: what members write about an application for each other"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0116"
down_revision = "0114"
branch_labels = None
depends_on = None

_NAMES = sa.JSON(none_as_null=True).with_variant(
    postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), "postgresql"
)


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("application_id", sa.String(36), nullable=False),
        sa.Column("member_id", sa.String(36), nullable=True),
        sa.Column("member_name", sa.String(120), nullable=False),
        sa.Column("told", _NAMES, nullable=False),
        sa.Column("text", sa.String(2000), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.String(80), nullable=True),
        sa.ForeignKeyConstraint(
            ["application_id"], ["applications.id"], name=op.f("fk_notes_application_id_applications"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_notes_member_id_members"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
        sa.UniqueConstraint("application_id", "member_id", "key", name=op.f("uq_notes_application_id_member_id_key")),
    )
    op.create_index("ix_notes_application_id", "notes", ["application_id", "written_at"])
    op.create_index("ix_notes_member_id", "notes", ["member_id"])


def downgrade() -> None:
    op.drop_table("notes")
