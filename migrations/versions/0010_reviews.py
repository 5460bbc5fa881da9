"""Human review requests and results"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("interview_id", sa.String(length=36), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.String(length=1000), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reviewer", sa.String(length=80), nullable=True),
        sa.Column(
            "ratings",
            sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"),
            nullable=True,
        ),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("comment", sa.String(length=2000), nullable=True),
        sa.CheckConstraint(
            "asked_at IS NOT NULL OR settled_at IS NOT NULL", name=op.f("ck_reviews_asked_or_settled")
        ),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], name=op.f("fk_reviews_interview_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
    )
    op.create_index("ix_reviews_interview_id", "reviews", ["interview_id"])
    is_open = sa.text("settled_at IS NULL")
    op.create_index(
        "uq_reviews_open", "reviews", ["interview_id"], unique=True, sqlite_where=is_open, postgresql_where=is_open
    )
    op.add_column("interviews", sa.Column("awaits_person", sa.Boolean(), server_default=sa.false(), nullable=False))
    # Reviews could not be settled before, so all of them are open.
    op.execute(
        "UPDATE interviews SET awaits_person = true WHERE status = 'completed' "
        "AND (scoring = 'declined' OR ai_summary LIKE '%, \"needsPerson\": true}')"
    )
    awaited = sa.text("awaits_person")
    op.create_index(
        "ix_interviews_awaits_person", "interviews", ["ended_at"], sqlite_where=awaited, postgresql_where=awaited
    )


def downgrade() -> None:
    op.drop_index("ix_interviews_awaits_person", "interviews")
    with op.batch_alter_table("interviews") as batch_op:
        batch_op.drop_column("awaits_person")
    op.drop_table("reviews")
