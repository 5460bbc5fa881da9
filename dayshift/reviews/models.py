"""Tables: human reviews of interviews, and the ratings of an employer's members."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
)

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

ratings = Table(
    "ratings",
    metadata,
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("author", String(36), nullable=False),  # A member's id, or that of a shared review link.
    Column("author_name", String(120), nullable=False),
    Column("question_id", String(80), nullable=False),
    Column("competency", String(120), nullable=False),
    Column("skipped", Boolean, nullable=False),  # Chose to see the AI level without rating.
    Column("level", Integer),  # 1 to 5; null: cannot tell, or skipped.
    Column("first_level", Integer),  # As rated before the AI level was shown; never changes.
    Column("comment", String(1000)),
    Column("rated_at", Instant, nullable=False),
    Column("changed_at", Instant, nullable=False),
    PrimaryKeyConstraint("application_id", "author", "question_id"),
    CheckConstraint("level BETWEEN 1 AND 5", name="level"),
)
