"""Call participants, viewers and signaling messages"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_AT = sa.DateTime(timezone=True)


def _interview(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_interview_id_interviews")
    return sa.ForeignKeyConstraint(["interview_id"], ["interviews.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("interview_id", sa.String(length=36), nullable=False),
        sa.Column("seen_at", _AT, nullable=False),
        sa.Column("declined", sa.Boolean(), server_default=sa.false(), nullable=False),
        _interview("calls"),
        sa.PrimaryKeyConstraint("interview_id", name=op.f("pk_calls")),
    )
    op.create_table(
        "call_visits",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("interview_id", sa.String(length=36), nullable=False),
        sa.Column("watcher", sa.String(length=120), nullable=False),
        sa.Column("role", sa.String(length=11), nullable=False),
        sa.Column("joined_at", _AT, nullable=False),
        sa.Column("seen_at", _AT, nullable=False),
        sa.Column("left_at", _AT, nullable=True),
        sa.CheckConstraint("role IN ('interviewer','observer')", name=op.f("ck_call_visits_role")),
        _interview("call_visits"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_visits")),
    )
    op.create_index("ix_call_visits_interview_id_seen_at", "call_visits", ["interview_id", "seen_at"])
    op.create_table(
        "call_signals",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("interview_id", sa.String(length=36), nullable=False),
        sa.Column("mailbox", sa.String(length=36), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sent_at", _AT, nullable=False),
        _interview("call_signals"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_signals")),
    )
    op.create_index("ix_call_signals_mailbox_id", "call_signals", ["mailbox", "id"])
    op.create_index("ix_call_signals_interview_id", "call_signals", ["interview_id"])
    op.create_table(
        "call_events",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("heard_at", _AT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_events")),
    )


def downgrade() -> None:
    op.drop_table("call_events")
    op.drop_table("call_signals")
    op.drop_table("call_visits")
    op.drop_table("calls")
