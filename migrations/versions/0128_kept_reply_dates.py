"""the reply date that a second question does not move"""

import sqlalchemy as sa
from alembic import op

revision = "0128"
down_revision = "0127"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("applications", sa.Column("reply_kept", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("applications", "reply_kept")
