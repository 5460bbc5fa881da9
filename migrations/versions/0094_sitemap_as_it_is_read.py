"""sitemap as it is read: no stored pages, no parts of the catalog"""

import sqlalchemy as sa
from alembic import op

revision = "0094"
down_revision = "0093"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("sitemap_pages")
    op.drop_table("job_parts")
    op.execute("DELETE FROM tasks WHERE kind = 'job_pages.make_sitemap'")
    op.drop_index("ix_job_cells_revision", "job_cells")
    with op.batch_alter_table("job_cells") as table:
        table.drop_column("revision")


def downgrade() -> None:
    # Cells are derived from the jobs; older versions read all of them again if their revision is 0.
    with op.batch_alter_table("job_cells") as table:
        table.add_column(sa.Column("revision", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_job_cells_revision", "job_cells", ["revision"])
    op.create_table(
        "job_parts",
        sa.Column("after", sa.String(36), nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("left_revision", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("after", name="pk_job_parts"),
    )
    op.create_table(
        "sitemap_pages",
        sa.Column("after", sa.String(36), nullable=False),
        sa.Column("url", sa.String(200), nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("jobs", sa.Integer, nullable=False),
        sa.Column("first_expiry", sa.DateTime(timezone=True)),
        sa.Column("expiries", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("after", name="pk_sitemap_pages"),
    )
