"""which of an employer's people with one name somebody is"""

import sqlalchemy as sa
from alembic import op

revision = "0145"
down_revision = "0144"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("applications", sa.Column("namesake", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("applications", "namesake")
