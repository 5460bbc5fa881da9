"""Keep the exams of language models"""

import sqlalchemy as sa
from alembic import op

from dayshift.core.db import Instant

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "model_exams",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("prompt", sa.String(40), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("kappa", sa.Float(), nullable=False),
        sa.Column("harmful_high", sa.Integer(), nullable=False),
        sa.Column("swap_changes", sa.Integer(), nullable=False),
        sa.Column("hint_raises", sa.Integer(), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("dollars", sa.Float(), nullable=True),
        sa.Column("created_at", Instant, nullable=False),
    )
    op.create_index("ix_model_exams_model_created_at", "model_exams", ["model", "created_at"])


def downgrade() -> None:
    op.drop_table("model_exams")
