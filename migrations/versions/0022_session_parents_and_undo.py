"""Parent sessions, time of the last password check, and undoable account changes"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("security_version", sa.Integer(), server_default="0", nullable=False))
    # Existing transfer keys are not bound to a session. They are valid for three minutes.
    op.execute("DELETE FROM codes WHERE purpose = 'handover'")
    with op.batch_alter_table("sessions", recreate="auto") as batch_op:
        batch_op.add_column(sa.Column("parent_id", sa.String(length=36)))
        batch_op.add_column(sa.Column("proved_at", sa.DateTime(timezone=True)))
        batch_op.create_unique_constraint(op.f("uq_sessions_id"), ["id"])
        batch_op.create_foreign_key(
            op.f("fk_sessions_parent_id_sessions"), "sessions", ["parent_id"], ["id"], ondelete="CASCADE"
        )
    op.create_index("ix_sessions_parent_id", "sessions", ["parent_id"])
    op.create_table(
        "account_changes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_account_changes_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_changes")),
    )
    op.create_index("ix_account_changes_user_id", "account_changes", ["user_id"])
    op.create_index("ix_account_changes_email", "account_changes", ["email"])


def downgrade() -> None:
    op.drop_table("account_changes")
    op.drop_index("ix_sessions_parent_id", "sessions")
    with op.batch_alter_table("sessions") as batch_op:
        batch_op.drop_constraint(op.f("fk_sessions_parent_id_sessions"), type_="foreignkey")
        batch_op.drop_constraint(op.f("uq_sessions_id"), type_="unique")
        batch_op.drop_column("proved_at")
        batch_op.drop_column("parent_id")
    op.drop_column("users", "security_version")
