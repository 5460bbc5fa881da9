"""Tables: who watched an interview live, and interviews whose candidates declined watchers."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, String, Table

from dayshift.core.db import Instant, metadata

declines = Table(
    "call_declines",
    metadata,
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True),
    Column("declined_at", Instant, nullable=False),
)

visits = Table(
    "call_visits",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("watcher", String(120), nullable=False),
    Column("role", String(11), nullable=False),
    Column("joined_at", Instant, nullable=False),
    CheckConstraint("role IN ('interviewer','observer')", name="role"),
)
Index("ix_call_visits_interview_id", visits.c.interview_id)
