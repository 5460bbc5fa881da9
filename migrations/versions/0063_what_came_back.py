"""the last move of each application, for the members' page Today, and whether they want mails about it"""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("applications", sa.Column("last_action", sa.String(16), nullable=False, server_default="submit"))
    op.execute(
        "UPDATE applications SET last_action = COALESCE((SELECT action FROM moves"
        " WHERE moves.application_id = applications.id AND moves.number = applications.version), 'submit')"
    )
    op.create_index("ix_applications_news", "applications", ["employer_id", "last_action", "changed_at"])
    op.add_column("members", sa.Column("news_mail", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("members", "news_mail")
    op.drop_index("ix_applications_news", "applications")
    op.drop_column("applications", "last_action")
