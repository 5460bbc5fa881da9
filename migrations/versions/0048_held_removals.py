"""removals of imports that wait for an operator"""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job_imports", sa.Column("held", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("job_imports", sa.Column("confirmed", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("job_imports", "confirmed")
    op.drop_column("job_imports", "held")
