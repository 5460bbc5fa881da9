"""copies of what is deleted or changed while a legal hold keeps it"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0137"
down_revision = "0136"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True).with_variant(
    postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), "postgresql"
)


def upgrade() -> None:
    op.create_table(
        "held_rows",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=True),
        sa.Column("employer_id", sa.String(36), nullable=True),
        sa.Column("source", sa.String(60), nullable=False),
        sa.Column("content", _JSON, nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("user_id IS NOT NULL OR employer_id IS NOT NULL", name=op.f("ck_held_rows_owner")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_held_rows_user_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["employer_id"], ["employers.id"], name=op.f("fk_held_rows_employer_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_held_rows")),
    )
    op.create_index("ix_held_rows_user_id", "held_rows", ["user_id"])
    op.create_index("ix_held_rows_employer_id", "held_rows", ["employer_id"])


def downgrade() -> None:
    op.drop_table("held_rows")
