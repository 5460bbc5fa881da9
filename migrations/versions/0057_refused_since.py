"""since when a feed is refused"""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job_imports", sa.Column("refused_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("job_imports", "refused_since")
