"""given names of applications, and names as people search for them"""

import sqlalchemy as sa
from alembic import op

from dayshift.hiring.applications.search import keys_of

revision = "0059"
down_revision = "0057"
branch_labels = None
depends_on = None

PAGE = 5000


def upgrade() -> None:
    op.add_column("applications", sa.Column("first_name", sa.String(80), nullable=False, server_default=""))
    # The account's, if it still has the name of the application; otherwise nobody can tell where a given name ends.
    op.execute(
        "UPDATE applications SET first_name = coalesce((SELECT u.first_name FROM users u WHERE u.id = applications.user_id"
        " AND (applications.name = u.first_name OR applications.name = u.first_name || ' ' || u.last_name)),"
        " substr(applications.name, 1, 80))"
    )
    applications = sa.table("applications", sa.column("id"), sa.column("employer_id"), sa.column("name"))
    words = sa.table("application_words", sa.column("employer_id"), sa.column("word"), sa.column("application_id"))
    connection = op.get_bind()
    connection.execute(sa.delete(words))
    page = sa.select(applications).order_by(applications.c.id).limit(PAGE)
    after = ""
    while rows := connection.execute(page.where(applications.c.id > after)).all():
        after = rows[-1].id
        keys = [
            {"employer_id": row.employer_id, "word": key, "application_id": row.id}
            for row in rows
            for key in keys_of(row.name)
        ]
        if keys:
            connection.execute(sa.insert(words), keys)


def downgrade() -> None:
    op.drop_column("applications", "first_name")
