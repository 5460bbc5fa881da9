"""job lists"""

import sqlalchemy as sa
from alembic import op

revision = '0039'
down_revision = '0034'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('jobs', sa.Column('withdrawn_at', sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column('jobs', 'withdrawn_at')
