"""single sign-on"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0041'
down_revision = '0040'
branch_labels = None
depends_on = None


def upgrade() -> None:
    json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), 'postgresql')
    op.create_table('identity_providers',
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('issuer', sa.String(length=500), nullable=False),
    sa.Column('client_id', sa.String(length=255), nullable=False),
    sa.Column('client_secret', sa.String(length=500), nullable=False),
    sa.Column('domains', json, nullable=False),
    sa.Column('end_session', sa.String(length=2000), nullable=True),
    sa.Column('changed_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('used_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('failed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('failure', sa.String(length=20), nullable=True),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_identity_providers_employer_id_employers'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('employer_id', name=op.f('pk_identity_providers'))
    )
    op.create_table('member_identities',
    sa.Column('issuer', sa.String(length=500), nullable=False),
    sa.Column('subject', sa.String(length=255), nullable=False),
    sa.Column('member_id', sa.String(length=36), nullable=False),
    sa.Column('linked_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['member_id'], ['members.id'], name=op.f('fk_member_identities_member_id_members'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('issuer', 'subject', name=op.f('pk_member_identities'))
    )
    op.create_index('ix_member_identities_member_id', 'member_identities', ['member_id'], unique=False)
    op.add_column('member_sessions', sa.Column('single_sign_on', sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column('member_sessions', 'single_sign_on')
    op.drop_table('member_identities')
    op.drop_table('identity_providers')
