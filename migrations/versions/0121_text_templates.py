"""templates for messages and letters of an employer"""

import sqlalchemy as sa
from alembic import op

revision = "0121"
down_revision = "0120"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "text_templates",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("employer_id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("en", sa.String(2000)),
        sa.Column("es", sa.String(2000)),
        sa.Column("changed_by", sa.String(36)),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "purpose IN ('message','invite','ask','offer','decline')", name=op.f("ck_text_templates_purpose")
        ),
        sa.CheckConstraint("en IS NOT NULL OR es IS NOT NULL", name=op.f("ck_text_templates_text")),
        sa.ForeignKeyConstraint(
            ["employer_id"], ["employers.id"], name=op.f("fk_text_templates_employer_id_employers"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["changed_by"], ["members.id"], name=op.f("fk_text_templates_changed_by_members"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_text_templates")),
    )
    op.create_index("ix_text_templates_employer_id", "text_templates", ["employer_id"])
    op.create_index("ix_text_templates_changed_by", "text_templates", ["changed_by"])


def downgrade() -> None:
    op.drop_table("text_templates")
