"""live viewing only at a video provider: no signaling messages, heartbeats or ids of the provider's messages"""

import sqlalchemy as sa
from alembic import op

revision = "0092"
down_revision = "0091"
branch_labels = None
depends_on = None

_AT = sa.DateTime(timezone=True)


def _interview(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_interview_id_interviews")
    return sa.ForeignKeyConstraint(["interview_id"], ["interviews.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.drop_table("call_events")
    op.drop_table("call_signals")
    op.create_table(
        "call_declines",
        sa.Column("interview_id", sa.String(36), nullable=False),
        sa.Column("declined_at", _AT, nullable=False),
        _interview("call_declines"),
        sa.PrimaryKeyConstraint("interview_id", name=op.f("pk_call_declines")),
    )
    op.execute("INSERT INTO call_declines SELECT interview_id, seen_at FROM calls WHERE declined")
    op.drop_table("calls")
    op.drop_index("ix_call_visits_interview_id_seen_at", "call_visits")
    op.drop_column("call_visits", "seen_at")
    op.drop_column("call_visits", "left_at")
    op.create_index("ix_call_visits_interview_id", "call_visits", ["interview_id"])


def downgrade() -> None:
    op.drop_index("ix_call_visits_interview_id", "call_visits")
    op.add_column("call_visits", sa.Column("left_at", _AT))
    op.add_column("call_visits", sa.Column("seen_at", _AT, nullable=False, server_default="2026-01-01 00:00:00+00:00"))
    op.create_index("ix_call_visits_interview_id_seen_at", "call_visits", ["interview_id", "seen_at"])
    op.create_table(
        "calls",
        sa.Column("interview_id", sa.String(36), nullable=False),
        sa.Column("seen_at", _AT, nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False, server_default=sa.false()),
        _interview("calls"),
        sa.PrimaryKeyConstraint("interview_id", name=op.f("pk_calls")),
    )
    op.execute("INSERT INTO calls (interview_id, seen_at, declined) SELECT interview_id, declined_at, true FROM call_declines")
    op.drop_table("call_declines")
    op.create_table(
        "call_signals",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("interview_id", sa.String(36), nullable=False),
        sa.Column("mailbox", sa.String(36), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sent_at", _AT, nullable=False),
        _interview("call_signals"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_signals")),
    )
    op.create_index("ix_call_signals_mailbox_id", "call_signals", ["mailbox", "id"])
    op.create_index("ix_call_signals_interview_id", "call_signals", ["interview_id"])
    op.create_table(
        "call_events",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("heard_at", _AT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_events")),
    )
