"""what employers' names are found by, and a date for deleted members instead of a mark in their address"""

import sqlalchemy as sa
from alembic import op

from dayshift.core.names import name_key

revision = "0117"
down_revision = "0116"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("employers", sa.Column("name_key", sa.String(120), nullable=False, server_default=""))
    op.create_index("ix_employers_name_key", "employers", ["name_key"])
    op.add_column("members", sa.Column("deleted_at", sa.DateTime(timezone=True)))
    employers = sa.table("employers", sa.column("id"), sa.column("name"), sa.column("name_key"))
    connection = op.get_bind()
    keys = [{"of": row.id, "key": name_key(row.name)} for row in connection.execute(sa.select(employers))]
    if keys:
        change = sa.update(employers).where(employers.c.id == sa.bindparam("of"))
        connection.execute(change.values(name_key=sa.bindparam("key")), keys)
    op.execute("UPDATE members SET deleted_at = deactivated_at WHERE email LIKE '%@deleted.invalid'")


def downgrade() -> None:
    op.drop_column("members", "deleted_at")
    op.drop_index("ix_employers_name_key", "employers")
    op.drop_column("employers", "name_key")
