"""one import of a source at a time"""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "import_locks",
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(36), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_import_locks"),
    )


def downgrade() -> None:
    op.drop_table("import_locks")
