"""Time of the last change of a job"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("jobs", sa.Column("changed_at", _AT, nullable=True))
    op.execute("UPDATE jobs SET changed_at = created_at")
    with op.batch_alter_table("jobs") as batch_op:
        batch_op.alter_column("changed_at", existing_type=_AT, nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("jobs") as batch_op:
        batch_op.drop_column("changed_at")
