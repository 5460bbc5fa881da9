"""offers: the day by which the candidate is asked to answer"""

import sqlalchemy as sa
from alembic import op

revision = "0131"
down_revision = "0130"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("offers", sa.Column("answer_by", sa.Date(), nullable=True))


def downgrade() -> None:
    op.drop_column("offers", "answer_by")
