"""sealed client secrets are longer than they are"""

import sqlalchemy as sa
from alembic import op

revision = "0106"
down_revision = "0098"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("identity_providers") as table:
        table.alter_column("client_secret", existing_type=sa.String(500), type_=sa.Text, existing_nullable=False)


def downgrade() -> None:
    """Nothing to narrow: what is sealed stays sealed, and an older version cannot read it."""
