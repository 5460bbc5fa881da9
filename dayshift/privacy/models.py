"""Tables: requests for erasure, tombstones of what was erased, and legal holds."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, String, Table

from dayshift.core.db import Instant, Json, metadata

erasures = Table(
    "erasures",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="SET NULL"), unique=True),  # Null once erased.
    Column("requested_at", Instant, nullable=False),
    Column("due_at", Instant, nullable=False),  # Until then the person can undo it.
    Column("erased_at", Instant),
    Column("recordings", Json),  # Ids whose files are still to be deleted.
    Column("files_gone_at", Instant),
)

tombstones = Table(  # Digests of erased ids: what a restored backup brings back is erased again.
    "tombstones",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the id, in hex.
    Column("kind", String(9), nullable=False),
    Column("erased_at", Instant, nullable=False),
    CheckConstraint("kind IN ('person','booking','interview')", name="kind"),
)

legal_holds = Table(
    "legal_holds",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE")),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE")),  # All of its applicants.
    Column("reason", String(500), nullable=False),
    Column("made_by", String(120), nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("until", Instant, nullable=False),
    Column("ended_at", Instant),
    Column("ended_by", String(120)),  # Who ordered that. Null if it was not ended early.
    CheckConstraint("(user_id IS NULL) <> (employer_id IS NULL)", name="subject"),
)
Index("ix_legal_holds_user_id", legal_holds.c.user_id)
Index("ix_legal_holds_employer_id", legal_holds.c.employer_id)

exports = Table(  # A person's copy of their data; a new one replaces the old one.
    "exports",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("requested_at", Instant, nullable=False),
    Column("ready_at", Instant),
    Column("until", Instant),  # The file is deleted then.
    Column("size_bytes", BigInteger),
    Column("object_key", String(200)),
    Column("failed_at", Instant),
)

demographics = Table(  # Voluntary. Only `impact_report` joins it with anything; employers never see a row.
    "demographics",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("sex", String(6)),  # Null: not said.
    Column("race", String(16)),
    Column("changed_at", Instant, nullable=False),
    CheckConstraint("sex IN ('female','male')", name="sex"),
    CheckConstraint(
        "race IN ('hispanic','white','black','pacific_islander','asian','native_american','two_or_more')", name="race"
    ),
)
