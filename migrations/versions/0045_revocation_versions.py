"""revocation versions of issued links and keys, and the end of signing keys"""

import sqlalchemy as sa
from alembic import op

revision = '0045'
down_revision = '0044'
branch_labels = None
depends_on = None

COLUMNS = (
    ('members', 'security_version'),
    ('members', 'rights_version'),
    ('members', 'inviter_version'),
    ('review_links', 'member_version'),
    ('api_keys', 'rights_version'),
    ('assessment_keys', 'rights_version'),
    ('calendar_feeds', 'security_version'),
)


def upgrade() -> None:
    for table, name in COLUMNS:
        op.add_column(table, sa.Column(name, sa.Integer(), server_default='0', nullable=False))
    op.add_column('signing_keys', sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True))
    # What these members issued earlier has ended already, so it must not come back with their rights.
    op.execute("UPDATE members SET security_version = 1 WHERE state = 'deactivated'")
    op.execute("UPDATE members SET rights_version = 1 WHERE state = 'deactivated' OR role <> 'owner'")
    op.execute(
        'UPDATE calendar_feeds SET security_version ='
        ' (SELECT users.security_version FROM users WHERE users.id = calendar_feeds.user_id)'
    )


def downgrade() -> None:
    op.execute("DELETE FROM signing_keys WHERE name <> 'links'")
    op.drop_column('signing_keys', 'expires_at')
    for table, name in reversed(COLUMNS):
        op.drop_column(table, name)
