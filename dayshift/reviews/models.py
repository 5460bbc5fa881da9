"""The table of human reviews of interviews."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, String, Table

from dayshift.core.db import Instant, Json, metadata

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("asked_at", Instant),  # Null if the candidate did not request it.
    Column("note", String(1000)),
    Column("settled_at", Instant),
    Column("reviewer", String(80)),
    Column("ratings", Json),  # [{competency, level: 1-5 or null}] in the order of the plan
    Column("total", Integer),
    Column("comment", String(2000)),
    CheckConstraint("asked_at IS NOT NULL OR settled_at IS NOT NULL", name="asked_or_settled"),
)
OPEN = reviews.c.settled_at.is_(None)
Index("ix_reviews_interview_id", reviews.c.interview_id)
Index("uq_reviews_open", reviews.c.interview_id, unique=True, sqlite_where=OPEN, postgresql_where=OPEN)
