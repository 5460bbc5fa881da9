"""letters of moves, decisions that were not sent, and views that count"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0049'
down_revision = '0048'
branch_labels = None
depends_on = None

json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), 'postgresql')


def upgrade() -> None:
    # Letters of earlier moves stay null: they are derived as far as what they said is still known.
    op.add_column('moves', sa.Column('letter', json, nullable=True))
    op.add_column('moves', sa.Column('calendar', json, nullable=True))
    op.add_column('views', sa.Column('needed', sa.Float(), server_default='0', nullable=False))
    # Views before a decision of their member counted for it, and keep doing so.
    op.execute("""
        UPDATE views SET needed = 5 WHERE NOT EXISTS (
            SELECT 1 FROM moves WHERE moves.application_id = views.application_id AND moves.member_id = views.member_id
            AND moves.action IN ('invite', 'offer', 'decline') AND moves.number > views.version
        )
    """)
    op.create_table('unsent_moves',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('application_id', sa.String(length=36), nullable=False),
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('member_id', sa.String(length=36), nullable=False),
    sa.Column('for_all', sa.Boolean(), nullable=False),
    sa.Column('move', json, nullable=False),
    sa.Column('reason', sa.String(length=9), nullable=False),
    sa.Column('made_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('failed_at', sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint("reason IN ('withdrawn','closed','declined','hired','changed','times','no_access','failed')", name=op.f('ck_unsent_moves_reason')),
    sa.ForeignKeyConstraint(['application_id'], ['applications.id'], name=op.f('fk_unsent_moves_application_id_applications'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_unsent_moves_employer_id_employers'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['member_id'], ['members.id'], name=op.f('fk_unsent_moves_member_id_members'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_unsent_moves'))
    )
    op.create_index('ix_unsent_moves_application_id', 'unsent_moves', ['application_id'], unique=False)
    op.create_index('ix_unsent_moves_employer_id', 'unsent_moves', ['employer_id', 'failed_at'], unique=False)
    op.create_index('ix_unsent_moves_member_id', 'unsent_moves', ['member_id'], unique=False)


def downgrade() -> None:
    op.drop_table('unsent_moves')
    op.drop_column('views', 'needed')
    op.drop_column('moves', 'calendar')
    op.drop_column('moves', 'letter')
