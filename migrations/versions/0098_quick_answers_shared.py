"""grants of quick answers: false for those who agreed to the former text"""

import sqlalchemy as sa
from alembic import op

revision = "0098"
down_revision = "0094"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("grants", sa.Column("quick_answers", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("grants") as table:
        table.drop_column("quick_answers")
