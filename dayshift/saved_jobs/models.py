"""Tables: what a person has marked, and the questions that no field of a job answers."""

from sqlalchemy import Column, ForeignKey, PrimaryKeyConstraint, String, Table, UniqueConstraint

from dayshift.core.db import Instant, metadata

job_marks = Table(
    "job_marks",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("job_id", String(36), nullable=False),  # No foreign key: a saved job may go, and is then said to be gone.
    Column("mark", String(6), nullable=False),
    Column("reason", String(16)),
    Column("title", String(200), nullable=False),
    Column("employer", String(200), nullable=False),
    Column("marked_at", Instant, nullable=False),
    PrimaryKeyConstraint("user_id", "job_id"),
)

job_questions = Table(
    "job_questions",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("job_id", String(36), nullable=False),
    Column("question", String(300), nullable=False),
    Column("asked_at", Instant, nullable=False),
    UniqueConstraint("user_id", "job_id", "question"),
)
