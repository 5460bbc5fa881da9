"""Tables: people, who of them are operators, their sessions, and the codes that prove an address."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, false

from dayshift.kit.db import Instant, metadata

users = Table(
    "users",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("email", String(254), unique=True),  # Normalised; null for a person without an address.
    Column("first_name", String(80), nullable=False),
    Column("last_name", String(80), nullable=False),
    Column("email_verified", Boolean, nullable=False, server_default=false()),
    Column("language", String(2), nullable=False, server_default="en"),  # en | es: what we write to them in
    Column("phone", String(32)),
    Column("phone_verified", Boolean, nullable=False),
    Column("password_hash", String(255)),  # Null: a legacy account that has yet to set one.
    Column("profile_completed", Boolean, nullable=False),
    Column("interview_completed", Boolean, nullable=False),
    Column("interview_completed_at", Instant),
    Column("current_step", Integer, nullable=False),
    Column("flow_completed", Boolean, nullable=False),
    Column("job_search_prompt", String(500)),
    Column("employment_type", String(16)),
    Column("years_experience", Integer),
    Column("expected_pay", String(40)),
    Column("zip_code", String(5)),
    Column("created_at", Instant, nullable=False),
    Column("last_login_at", Instant),
)

operators = Table(  # Who may look after the installation in a browser.
    "operators",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("appointed_at", Instant, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),  # SHA-256; the token itself is never stored.
    Column("id", String(36), nullable=False),  # Names the session to its owner; opens nothing.
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(60), nullable=False),  # In plain words; the browser's own line is not kept.
    Column("created_at", Instant, nullable=False),
    Column("last_seen_at", Instant, nullable=False),  # Coarse: written once an hour at the most.
    Column("expires_at", Instant, nullable=False),
)
Index("ix_sessions_user_id", sessions.c.user_id)

codes = Table(
    "codes",
    metadata,
    Column("purpose", String(8), primary_key=True),  # password | email | phone | handover
    Column("subject", String(300), primary_key=True),  # Whose code: see `codes.subject_of`.
    Column("code_hash", String(255), nullable=False),  # Argon2, as for passwords: six digits are few.
    Column("tries", Integer, nullable=False),
    Column("expires_at", Instant, nullable=False),
)
