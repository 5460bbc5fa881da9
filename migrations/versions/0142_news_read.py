"""which news of an application members have put away"""

import sqlalchemy as sa
from alembic import op

revision = "0142"
down_revision = "0141"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("applications", sa.Column("news_read_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("applications", "news_read_version")
