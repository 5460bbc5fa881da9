"""demographics"""

import sqlalchemy as sa
from alembic import op

revision = '0034'
down_revision = '0033'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('demographics',
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('sex', sa.String(length=6), nullable=True),
    sa.Column('race', sa.String(length=16), nullable=True),
    sa.Column('changed_at', sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint("sex IN ('female','male')", name=op.f('ck_demographics_sex')),
    sa.CheckConstraint(
        "race IN ('hispanic','white','black','pacific_islander','asian','native_american','two_or_more')",
        name=op.f('ck_demographics_race'),
    ),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_demographics_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('user_id', name=op.f('pk_demographics'))
    )


def downgrade() -> None:
    op.drop_table('demographics')
