"""Operators, and the last import of each job source"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_AT = sa.DateTime(timezone=True)
_COUNTS = ("read", "added", "changed", "removed", "quarantined")


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("appointed_at", _AT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_operators_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_operators")),
    )
    op.create_table(
        "job_imports",
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("imported_at", _AT, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _COUNTS),
        sa.Column("refused", sa.String(length=500), nullable=True),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_job_imports")),
    )


def downgrade() -> None:
    op.drop_table("job_imports")
    op.drop_table("operators")
