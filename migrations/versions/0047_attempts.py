"""daily counts of attempts in the database"""

import sqlalchemy as sa
from alembic import op

revision = '0047'
down_revision = '0046'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        'attempts',
        sa.Column('key', sa.LargeBinary(32), nullable=False),
        sa.Column('times', sa.Integer(), nullable=False),
        sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint('key'),
    )
    op.create_index('ix_attempts_expires_at', 'attempts', ['expires_at'])


def downgrade() -> None:
    op.drop_table('attempts')
