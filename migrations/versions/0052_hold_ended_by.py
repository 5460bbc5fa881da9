"""who ended a legal hold"""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("legal_holds", sa.Column("ended_by", sa.String(120), nullable=True))


def downgrade() -> None:
    op.drop_column("legal_holds", "ended_by")
