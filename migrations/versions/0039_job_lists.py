"""job lists"""

import sqlalchemy as sa
from alembic import op

revision = '0039'
down_revision = '0036'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('jobs', sa.Column('withdrawn_at', sa.DateTime(timezone=True), nullable=True))
    op.create_table('job_parts',
    sa.Column('after', sa.String(length=36), nullable=False),
    sa.Column('revision', sa.BigInteger(), nullable=False),
    sa.Column('left_revision', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('after', name=op.f('pk_job_parts'))
    )
    op.create_table('sitemap_pages',
    sa.Column('after', sa.String(length=36), nullable=False),
    sa.Column('url', sa.String(length=200), nullable=False),
    sa.Column('revision', sa.BigInteger(), nullable=False),
    sa.Column('changed_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('jobs', sa.Integer(), nullable=False),
    sa.Column('first_expiry', sa.DateTime(timezone=True), nullable=True),
    sa.Column('expiries', sa.LargeBinary(), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('after', name=op.f('pk_sitemap_pages'))
    )


def downgrade() -> None:
    op.drop_table('sitemap_pages')
    op.drop_table('job_parts')
    op.drop_column('jobs', 'withdrawn_at')
