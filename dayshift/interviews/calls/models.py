"""Tables: participants of calls, visits of watchers, and signaling messages."""

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, Index, String, Table, Text, false

from dayshift.core.db import Instant, metadata

calls = Table(
    "calls",
    metadata,
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True),
    Column("seen_at", Instant, nullable=False),  # When the candidate's page was last connected.
    Column("declined", Boolean, nullable=False, server_default=false()),  # The candidate declined watchers.
)

visits = Table(
    "call_visits",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("watcher", String(120), nullable=False),
    Column("role", String(11), nullable=False),
    Column("joined_at", Instant, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Column("left_at", Instant),
    CheckConstraint("role IN ('interviewer','observer')", name="role"),
)
Index("ix_call_visits_interview_id_seen_at", visits.c.interview_id, visits.c.seen_at)

signals = Table(
    "call_signals",
    metadata,
    Column("id", String(36), primary_key=True),  # Messages are delivered in this order.
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("mailbox", String(36), nullable=False),  # A visit's id; the candidate's mailbox is the interview's id.
    Column("body", Text, nullable=False),
    Column("sent_at", Instant, nullable=False),
)
Index("ix_call_signals_mailbox_id", signals.c.mailbox, signals.c.id)
Index("ix_call_signals_interview_id", signals.c.interview_id)

heard = Table(
    "call_events",
    metadata,
    Column("id", String(80), primary_key=True),  # The provider's id, to ignore repeated messages.
    Column("kind", String(80), nullable=False),
    Column("heard_at", Instant, nullable=False),
)
