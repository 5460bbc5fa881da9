"""recommendation of decision records"""

import sqlalchemy as sa
from alembic import op

revision = '0042'
down_revision = '0041'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('decision_records', sa.Column('recommendation', sa.String(length=24), nullable=True))


def downgrade() -> None:
    op.drop_column('decision_records', 'recommendation')
