"""corrections after the end of an interview"""

import sqlalchemy as sa
from alembic import op

revision = '0044'
down_revision = '0043'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('responses', sa.Column('corrected_at', sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column('responses', 'corrected_at')
