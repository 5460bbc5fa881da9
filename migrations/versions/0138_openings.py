"""who got what of the answers, and how long a viewed recording is"""

import sqlalchemy as sa
from alembic import op

revision = "0138"
down_revision = "0137"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "openings",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("application_id", sa.String(36), nullable=False),
        sa.Column("viewer_id", sa.String(36), nullable=False),
        sa.Column("viewer", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(5), nullable=False),
        sa.Column("answer", sa.Integer(), nullable=True),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('video','words')", name=op.f("ck_openings_kind")),
        sa.CheckConstraint("(kind = 'video') = (answer IS NOT NULL)", name=op.f("ck_openings_answer")),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["applications.id"],
            name=op.f("fk_openings_application_id_applications"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_openings")),
    )
    op.create_index("ix_openings_application_id", "openings", ["application_id", "viewer_id"])
    op.add_column("views", sa.Column("length", sa.Float(), nullable=True))


def downgrade() -> None:
    op.drop_column("views", "length")
    op.drop_index("ix_openings_application_id", "openings")
    op.drop_table("openings")
