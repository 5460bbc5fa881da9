"""what is loaded before it is opened"""

import sqlalchemy as sa
from alembic import op

revision = "0144"
down_revision = "0143"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("openings") as table:
        table.add_column(sa.Column("ahead", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("openings") as table:
        table.alter_column("ahead", server_default=None)


def downgrade() -> None:
    op.execute("DELETE FROM openings WHERE ahead")
    with op.batch_alter_table("openings") as table:
        table.drop_column("ahead")
