"""reads of interviews by staff of the service, for the candidate's view log"""

import sqlalchemy as sa
from alembic import op

revision = "0114"
down_revision = "0113"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "staff_reads",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("interview_id", sa.String(36), nullable=False),
        sa.Column("exported", sa.Boolean, nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], ondelete="CASCADE", name=op.f("fk_staff_reads_interview_id_interviews")
        ),
    )
    op.create_index("ix_staff_reads_interview_id", "staff_reads", ["interview_id"])


def downgrade() -> None:
    op.drop_table("staff_reads")
