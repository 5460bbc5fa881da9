"""applications: an index of those whose candidates asked for another look"""

import sqlalchemy as sa
from alembic import op

revision = "0132"
down_revision = "0131"
branch_labels = None
depends_on = None

ASKED = sa.text("look_asked_at IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        "ix_applications_look", "applications", ["employer_id"], sqlite_where=ASKED, postgresql_where=ASKED
    )


def downgrade() -> None:
    op.drop_index("ix_applications_look", "applications")
