"""Optional zip code and location of jobs, fingerprints of their source data, and matching cells"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_PLACE = {
    "city": sa.String(length=100),
    "state": sa.String(length=2),
    "zip": sa.String(length=5),
    "lat": sa.Float(precision=53),
    "lon": sa.Float(precision=53),
}


def upgrade() -> None:
    # Empty the catalog; the next import restores it from its sources.
    op.execute("DELETE FROM jobs")
    with op.batch_alter_table("jobs") as batch_op:
        batch_op.drop_index("ix_jobs_lat_lon")
        batch_op.drop_index("ix_jobs_remote")
        for name, kind in _PLACE.items():
            batch_op.alter_column(name, existing_type=kind, nullable=True)
        batch_op.add_column(sa.Column("street", sa.String(length=200), nullable=True))
        batch_op.add_column(sa.Column("url", sa.String(length=500), nullable=True))
        batch_op.add_column(sa.Column("posted_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("cell", sa.Integer(), nullable=False))
        batch_op.add_column(sa.Column("digest", sa.LargeBinary(length=16), nullable=False))
        batch_op.create_index("ix_jobs_cell", ["cell"])
    op.create_table(
        "job_cells",
        sa.Column("cell", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("first_expiry", sa.BigInteger(), nullable=True),
        sa.Column("hot", sa.LargeBinary(), nullable=False),
        sa.Column("cold", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("cell", name=op.f("pk_job_cells")),
    )
    op.create_index("ix_job_cells_revision", "job_cells", ["revision"])
    op.create_table(
        "job_index",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("occupations", sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_index")),
    )


def downgrade() -> None:
    op.execute("DELETE FROM jobs")
    op.drop_table("job_index")
    op.drop_table("job_cells")
    with op.batch_alter_table("jobs") as batch_op:
        batch_op.drop_index("ix_jobs_cell")
        for name in ("digest", "cell", "posted_at", "url", "street"):
            batch_op.drop_column(name)
        for name, kind in _PLACE.items():
            batch_op.alter_column(name, existing_type=kind, nullable=False)
        batch_op.create_index("ix_jobs_lat_lon", ["lat", "lon"])
        batch_op.create_index("ix_jobs_remote", ["remote"])
