"""names with letters that people type as two, as people search for them"""

import sqlalchemy as sa
from alembic import op

from dayshift.core.folding import spelled_out
from dayshift.hiring.applications.search import keys_of

revision = "0090"
down_revision = "0063"
branch_labels = None
depends_on = None

PAGE = 5000


def upgrade() -> None:
    applications = sa.table("applications", sa.column("id"), sa.column("employer_id"), sa.column("name"))
    words = sa.table("application_words", sa.column("employer_id"), sa.column("word"), sa.column("application_id"))
    connection = op.get_bind()
    page = sa.select(applications).order_by(applications.c.id).limit(PAGE)
    after = ""
    while rows := connection.execute(page.where(applications.c.id > after)).all():
        after = rows[-1].id
        changed = [row for row in rows if spelled_out(row.name) != row.name]
        keys = [
            {"employer_id": row.employer_id, "word": key, "application_id": row.id}
            for row in changed
            for key in keys_of(row.name)
        ]
        if keys:
            stored = [{"id": row.id} for row in changed]
            connection.execute(sa.delete(words).where(words.c.application_id == sa.bindparam("id")), stored)
            connection.execute(sa.insert(words), keys)


def downgrade() -> None:
    pass
