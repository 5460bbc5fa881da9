"""API keys"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0035'
down_revision = '0034'
branch_labels = None
depends_on = None


def upgrade() -> None:
    json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), 'postgresql')
    op.create_table('api_keys',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('name', sa.String(length=60), nullable=False),
    sa.Column('hint', sa.String(length=4), nullable=False),
    sa.Column('token_hash', sa.LargeBinary(length=32), nullable=False),
    sa.Column('old_token_hash', sa.LargeBinary(length=32), nullable=True),
    sa.Column('old_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('scopes', json, nullable=False),
    sa.Column('location_ids', json, nullable=True),
    sa.Column('created_by', sa.String(length=36), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('last_used_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['created_by'], ['members.id'], name=op.f('fk_api_keys_created_by_members'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_api_keys_employer_id_employers'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_api_keys')),
    sa.UniqueConstraint('old_token_hash', name=op.f('uq_api_keys_old_token_hash')),
    sa.UniqueConstraint('token_hash', name=op.f('uq_api_keys_token_hash'))
    )
    op.create_index('ix_api_keys_employer_id', 'api_keys', ['employer_id'], unique=False)


def downgrade() -> None:
    op.drop_table('api_keys')
