"""since when passkeys, and the sessions that they open, are trusted"""

import sqlalchemy as sa
from alembic import op

revision = '0054'
down_revision = '0053'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('sessions', sa.Column('trusted_since', sa.DateTime(timezone=True), nullable=True))
    op.add_column('passkeys', sa.Column('trusted_since', sa.DateTime(timezone=True), nullable=True))
    op.execute('UPDATE passkeys SET trusted_since = created_at')
    with op.batch_alter_table('passkeys') as table:
        table.alter_column('trusted_since', existing_type=sa.DateTime(timezone=True), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table('passkeys') as table:
        table.drop_column('trusted_since')
    op.drop_column('sessions', 'trusted_since')
