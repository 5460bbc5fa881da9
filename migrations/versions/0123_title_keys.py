"""what jobs are found by in the search of the desk"""

import sqlalchemy as sa
from alembic import op

from dayshift.core.folding import search_key

revision = "0123"
down_revision = "0122"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("postings", sa.Column("title_key", sa.Text, nullable=False, server_default=""))
    postings = sa.table("postings", sa.column("id"), sa.column("title"), sa.column("title_key"))
    connection = op.get_bind()
    keys = [{"of": row.id, "key": search_key(row.title)} for row in connection.execute(sa.select(postings))]
    if keys:
        change = sa.update(postings).where(postings.c.id == sa.bindparam("of"))
        connection.execute(change.values(title_key=sa.bindparam("key")), keys)


def downgrade() -> None:
    op.drop_column("postings", "title_key")
