"""Original transcripts of corrected answers"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("responses") as batch_op:
        batch_op.add_column(sa.Column("original_text", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("responses") as batch_op:
        batch_op.drop_column("original_text")
