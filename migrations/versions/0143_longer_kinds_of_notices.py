"""longer kinds of notices"""

import sqlalchemy as sa
from alembic import op

revision = "0143"
down_revision = "0142"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("notices") as table:
        table.alter_column("kind", existing_type=sa.String(24), type_=sa.String(40), existing_nullable=False)


def downgrade() -> None:
    """Nothing to narrow: a longer kind that is stored would not fit."""
