"""Tables: questions that no field of a job answers."""

from sqlalchemy import Column, ForeignKey, String, Table, UniqueConstraint

from dayshift.core.db import Instant, metadata

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
