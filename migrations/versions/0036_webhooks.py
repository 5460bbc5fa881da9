"""webhooks"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0036'
down_revision = '0035'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('webhook_endpoints',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('url', sa.String(length=500), nullable=False),
    sa.Column('events', sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), 'postgresql'), nullable=False),
    sa.Column('secret', sa.LargeBinary(length=32), nullable=False),
    sa.Column('old_secret', sa.LargeBinary(length=32), nullable=True),
    sa.Column('old_secret_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('reason', sa.String(length=7), nullable=True),
    sa.Column('failing_since', sa.DateTime(timezone=True), nullable=True),
    sa.Column('failures', sa.Integer(), server_default='0', nullable=False),
    sa.Column('paused_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('succeeded_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_by', sa.String(length=36), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint("reason IN ('member','gone','failing')", name=op.f('ck_webhook_endpoints_reason')),
    sa.CheckConstraint("state IN ('enabled','disabled')", name=op.f('ck_webhook_endpoints_state')),
    sa.ForeignKeyConstraint(['created_by'], ['members.id'], name=op.f('fk_webhook_endpoints_created_by_members'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_webhook_endpoints_employer_id_employers'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_webhook_endpoints'))
    )
    op.create_index('ix_webhook_endpoints_employer_id', 'webhook_endpoints', ['employer_id'], unique=False)
    op.create_table('webhook_deliveries',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('endpoint_id', sa.String(length=36), nullable=False),
    sa.Column('application_id', sa.String(length=36), nullable=True),
    sa.Column('number', sa.Integer(), nullable=True),
    sa.Column('type', sa.String(length=40), nullable=False),
    sa.Column('body', sa.Text(), nullable=False),
    sa.Column('state', sa.String(length=9), nullable=False),
    sa.Column('attempts', sa.Integer(), server_default='0', nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('sent_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('status', sa.Integer(), nullable=True),
    sa.Column('response', sa.Text(), nullable=True),
    sa.Column('error', sa.String(length=40), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint("state IN ('pending','delivered','failed')", name=op.f('ck_webhook_deliveries_state')),
    sa.ForeignKeyConstraint(['application_id'], ['applications.id'], name=op.f('fk_webhook_deliveries_application_id_applications'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['endpoint_id'], ['webhook_endpoints.id'], name=op.f('fk_webhook_deliveries_endpoint_id_webhook_endpoints'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_webhook_deliveries')),
    sa.UniqueConstraint('endpoint_id', 'application_id', 'number', name=op.f('uq_webhook_deliveries_endpoint_id_application_id_number'))
    )
    op.create_index('ix_webhook_deliveries_application_id', 'webhook_deliveries', ['application_id'], unique=False)
    op.create_index('ix_webhook_deliveries_created_at', 'webhook_deliveries', ['created_at'], unique=False)
    op.create_index('ix_webhook_deliveries_endpoint_id_id', 'webhook_deliveries', ['endpoint_id', 'id'], unique=False)
    op.create_index('ix_webhook_deliveries_pending', 'webhook_deliveries', ['endpoint_id', 'application_id', 'id'], unique=False, sqlite_where=sa.text("state = 'pending'"), postgresql_where=sa.text("state = 'pending'"))


def downgrade() -> None:
    op.drop_table('webhook_deliveries')
    op.drop_table('webhook_endpoints')
