"""Tables: the jobs that a person has saved or hidden."""

from sqlalchemy import Column, ForeignKey, PrimaryKeyConstraint, String, Table

from dayshift.core.db import Instant, metadata

job_marks = Table(
    "job_marks",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("job_id", String(36), nullable=False),  # No foreign key: removed jobs are shown as gone.
    Column("mark", String(6), nullable=False),
    Column("reason", String(16)),
    Column("title", String(200), nullable=False),
    Column("employer", String(200), nullable=False),
    Column("marked_at", Instant, nullable=False),
    PrimaryKeyConstraint("user_id", "job_id"),
)
