"""meetings that replace another one keep its entry in calendars"""

import sqlalchemy as sa
from alembic import op

revision = "0122"
down_revision = "0121"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("meetings", sa.Column("uid", sa.String(36)))


def downgrade() -> None:
    op.drop_column("meetings", "uid")
