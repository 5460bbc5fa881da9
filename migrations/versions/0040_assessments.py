"""assessments"""

import sqlalchemy as sa
from alembic import op

revision = '0040'
down_revision = '0039'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('assessment_keys',
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('key_hash', sa.LargeBinary(length=32), nullable=False),
    sa.Column('ending', sa.String(length=4), nullable=False),
    sa.Column('created_by', sa.String(length=36), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('used_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('failed_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['created_by'], ['members.id'], name=op.f('fk_assessment_keys_created_by'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_assessment_keys_employer_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('employer_id', name=op.f('pk_assessment_keys')),
    sa.UniqueConstraint('key_hash', name=op.f('uq_assessment_keys_key_hash'))
    )
    op.create_index('ix_assessment_keys_created_by', 'assessment_keys', ['created_by'])
    op.create_table('assessment_orders',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('posting_id', sa.String(length=36), nullable=False),
    sa.Column('fingerprint', sa.LargeBinary(length=32), nullable=False),
    sa.Column('email', sa.String(length=254), nullable=False),
    sa.Column('first_name', sa.String(length=80), nullable=False),
    sa.Column('last_name', sa.String(length=80), nullable=False),
    sa.Column('callback_url', sa.String(length=2000), nullable=False),
    sa.Column('token_hash', sa.LargeBinary(length=32), nullable=True),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=True),
    sa.Column('interview_id', sa.String(length=36), nullable=True),
    sa.Column('application_id', sa.String(length=36), nullable=True),
    sa.Column('video', sa.Boolean(), nullable=True),
    sa.Column('words', sa.Boolean(), nullable=True),
    sa.Column('score', sa.Boolean(), nullable=True),
    sa.Column('sharing_version', sa.String(length=20), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('accepted_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('called_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('callback_error', sa.String(length=200), nullable=True),
    sa.Column('problem', sa.String(length=500), nullable=True),
    sa.CheckConstraint("state IN ('sent','accepted','done','refused','expired','failed')", name=op.f('ck_assessment_orders_state')),
    sa.ForeignKeyConstraint(['application_id'], ['applications.id'], name=op.f('fk_assessment_orders_application_id'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_assessment_orders_employer_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['interview_id'], ['interviews.id'], name=op.f('fk_assessment_orders_interview_id'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['posting_id'], ['postings.id'], name=op.f('fk_assessment_orders_posting_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_assessment_orders_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_assessment_orders')),
    sa.UniqueConstraint('employer_id', 'fingerprint', name=op.f('uq_assessment_orders_employer_id_fingerprint')),
    sa.UniqueConstraint('token_hash', name=op.f('uq_assessment_orders_token_hash'))
    )
    op.create_index('ix_assessment_orders_created_at', 'assessment_orders', ['employer_id', 'created_at', 'id'])
    for column in ('email', 'user_id', 'interview_id', 'application_id', 'posting_id', 'ended_at'):
        op.create_index(f'ix_assessment_orders_{column}', 'assessment_orders', [column])


def downgrade() -> None:
    op.drop_table('assessment_orders')
    op.drop_table('assessment_keys')
