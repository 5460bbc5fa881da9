"""Tables: human reviews of interviews, reads by staff, and accommodations that candidates ask for."""

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table, literal_column

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

staff_reads = Table(  # By staff of the service, with a command. Employers' are in `views`.
    "staff_reads",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("exported", Boolean, nullable=False),
    Column("read_at", Instant, nullable=False),
)
Index("ix_staff_reads_interview_id", staff_reads.c.interview_id)

accommodations = Table(  # Operators see and answer them; employers never do.
    "accommodations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="SET NULL")),
    Column("kind", String(9), nullable=False),
    Column("note", String(1000)),  # What the candidate needs, in their words.
    Column("asked_at", Instant, nullable=False),
    Column("due_at", Instant, nullable=False),  # The answer is promised until then.
    Column("state", String(8), nullable=False),
    Column("reply", String(1000)),  # To the candidate.
    Column("answered_at", Instant),
    CheckConstraint("kind IN ('more_time','typed','person','other')", name="kind"),
    CheckConstraint("state IN ('open','arranged','declined')", name="state"),
)
WAITING = accommodations.c.state == literal_column("'open'")
Index("ix_accommodations_interview_id", accommodations.c.interview_id)
Index("ix_accommodations_user_id", accommodations.c.user_id)
Index("uq_accommodations_open", accommodations.c.user_id, accommodations.c.kind, unique=True,
      sqlite_where=WAITING, postgresql_where=WAITING)  # fmt: skip
Index("ix_accommodations_due_at", accommodations.c.due_at, sqlite_where=WAITING, postgresql_where=WAITING)
