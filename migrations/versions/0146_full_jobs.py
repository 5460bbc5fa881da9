"""an index of the counters of hires, for jobs whose openings are filled"""

import sqlalchemy as sa
from alembic import op

revision = "0146"
down_revision = "0145"
branch_labels = None
depends_on = None

INDEX = "ix_stage_counts_hired"


def upgrade() -> None:
    where = sa.text("stage = 'hired'")
    op.create_index(INDEX, "stage_counts", ["posting_id"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_index(INDEX, table_name="stage_counts")
