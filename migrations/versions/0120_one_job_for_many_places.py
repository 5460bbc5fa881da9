"""jobs that were posted for several places at once, and jobs that are always hiring"""

import sqlalchemy as sa
from alembic import op

revision = "0120"
down_revision = "0117"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("postings", sa.Column("group_id", sa.String(36)))
    op.add_column("postings", sa.Column("always_hiring", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_postings_group_id",
        "postings",
        ["group_id"],
        sqlite_where=sa.text("group_id IS NOT NULL"),
        postgresql_where=sa.text("group_id IS NOT NULL"),
    )
    op.create_table(
        "posted_jobs",
        sa.Column("job_id", sa.String(36), nullable=False),
        sa.Column("group_id", sa.String(36)),
        sa.Column("always_hiring", sa.Boolean, nullable=False),
        sa.Column("lat", sa.Float(53)),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_posted_jobs_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", name=op.f("pk_posted_jobs")),
    )
    op.create_index(
        "ix_posted_jobs_lat",
        "posted_jobs",
        ["lat"],
        sqlite_where=sa.text("group_id IS NOT NULL"),
        postgresql_where=sa.text("group_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_table("posted_jobs")
    op.drop_index("ix_postings_group_id", "postings")
    op.drop_column("postings", "always_hiring")
    op.drop_column("postings", "group_id")
