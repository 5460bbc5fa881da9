"""Index finished tasks by state, and delete the payloads of done tasks"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_ENDED = sa.text("state IN ('done', 'dead')")


def upgrade() -> None:
    op.create_index(
        "ix_tasks_state_due_at", "tasks", ["state", "due_at"], sqlite_where=_ENDED, postgresql_where=_ENDED
    )
    op.execute("UPDATE tasks SET payload = '{}' WHERE state = 'done'")


def downgrade() -> None:
    op.drop_index("ix_tasks_state_due_at", "tasks")
