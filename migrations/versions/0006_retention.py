"""Every recording has a task that deletes it in time"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    payload = """'{"recording": "' || id || '"}'"""
    if op.get_bind().dialect.name == "postgresql":
        payload = f"({payload})::jsonb"
    # Each looks by itself whether the recording's time is over.
    op.execute(
        "INSERT INTO tasks (id, kind, payload, key, state, due_at, attempts, fence, created_at) "
        f"SELECT id, 'recordings.delete', {payload}, 'recordings.delete:' || id, 'ready', created_at, 0, 0, created_at "
        "FROM recordings"
    )


def downgrade() -> None:
    op.execute("DELETE FROM tasks WHERE kind = 'recordings.delete'")
