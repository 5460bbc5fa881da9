"""Add a retention task for every recording"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    payload = """'{"recording": "' || id || '"}'"""
    if op.get_bind().dialect.name == "postgresql":
        payload = f"({payload})::jsonb"
    # Each task checks whether the retention period of its recording is over.
    op.execute(
        "INSERT INTO tasks (id, kind, payload, key, state, due_at, attempts, fence, created_at) "
        f"SELECT id, 'recordings.delete', {payload}, 'recordings.delete:' || id, 'ready', created_at, 0, 0, created_at "
        "FROM recordings"
    )


def downgrade() -> None:
    op.execute("DELETE FROM tasks WHERE kind = 'recordings.delete'")
