"""accommodations"""

import sqlalchemy as sa
from alembic import op

revision = '0043'
down_revision = '0042'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('accommodations',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('interview_id', sa.String(length=36), nullable=True),
    sa.Column('kind', sa.String(length=9), nullable=False),
    sa.Column('note', sa.String(length=1000), nullable=True),
    sa.Column('asked_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('reply', sa.String(length=1000), nullable=True),
    sa.Column('answered_at', sa.DateTime(timezone=True), nullable=True),
    sa.CheckConstraint("kind IN ('more_time','typed','person','other')", name=op.f('ck_accommodations_kind')),
    sa.CheckConstraint("state IN ('open','arranged','declined')", name=op.f('ck_accommodations_state')),
    sa.ForeignKeyConstraint(['interview_id'], ['interviews.id'], name=op.f('fk_accommodations_interview_id_interviews'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_accommodations_user_id_users'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_accommodations'))
    )
    waiting = sa.text("state = 'open'")
    op.create_index('ix_accommodations_interview_id', 'accommodations', ['interview_id'], unique=False)
    op.create_index('ix_accommodations_user_id', 'accommodations', ['user_id'], unique=False)
    op.create_index('uq_accommodations_open', 'accommodations', ['user_id', 'kind'], unique=True, sqlite_where=waiting, postgresql_where=waiting)
    op.create_index('ix_accommodations_due_at', 'accommodations', ['due_at'], unique=False, sqlite_where=waiting, postgresql_where=waiting)


def downgrade() -> None:
    op.drop_table('accommodations')
