"""Tables: questions that no field of a job answers, and those that employers answer."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    String,
    Table,
    UniqueConstraint,
)

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

employer_questions = Table(  # Sent to an employer. Once answered, it outlives the account of the person who asked.
    "employer_questions",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("question_id", String(36), ForeignKey("job_questions.id", ondelete="SET NULL"), unique=True),
    Column("posting_id", String(36), ForeignKey("postings.id", ondelete="CASCADE"), nullable=False),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("state", String(9), nullable=False),  # waiting | answered | dismissed
    Column("question", String(300)),  # In the member's words, for everybody; null until answered.
    Column("answer", String(1000)),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="SET NULL")),  # Who answered or dismissed it.
    Column("sent_at", Instant, nullable=False),
    Column("answered_at", Instant),
    CheckConstraint("state IN ('waiting','answered','dismissed')", name="state"),
)
Index("ix_employer_questions_employer_id", employer_questions.c.employer_id, employer_questions.c.state,
      employer_questions.c.sent_at)  # fmt: skip
Index("ix_employer_questions_posting_id", employer_questions.c.posting_id, employer_questions.c.state)
Index("ix_employer_questions_member_id", employer_questions.c.member_id)
