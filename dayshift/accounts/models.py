"""Tables: users, operators, sessions, verification codes, changes that can be undone, and passkeys."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    false,
)

from dayshift.core.db import Instant, Json, metadata

users = Table(
    "users",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("email", String(254), unique=True),  # Normalized; null for a user without an address.
    Column("first_name", String(80), nullable=False),
    Column("last_name", String(80), nullable=False),
    Column("email_verified", Boolean, nullable=False, server_default=false()),
    Column("language", String(2), nullable=False, server_default="en"),  # en | es: language of messages
    Column("phone", String(32)),
    Column("phone_verified", Boolean, nullable=False),
    Column("password_hash", String(255)),  # Null: a legacy account without a password.
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
    # Incremented by every revocation: what carries an older number is invalid.
    Column("security_version", Integer, nullable=False, server_default="0"),
)

operators = Table(  # Users who may administer the installation in a browser.
    "operators",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("appointed_at", Instant, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),  # SHA-256; the token itself is never stored.
    Column("id", String(36), nullable=False, unique=True),  # Identifies the session to its owner; grants no access.
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(60), nullable=False),  # A readable name; the User-Agent is not stored.
    Column("created_at", Instant, nullable=False),
    Column("last_seen_at", Instant, nullable=False),  # Coarse: written at most once an hour.
    Column("expires_at", Instant, nullable=False),
    # The session that this one was transferred from: it ends with it.
    Column("parent_id", String(36), ForeignKey("sessions.id", ondelete="CASCADE")),
    Column("proved_at", Instant),  # Last verification of the password or a passkey; null after a transfer.
    Column("trusted_since", Instant),  # Of the passkey that opened it; null for one opened in another way.
)
Index("ix_sessions_user_id", sessions.c.user_id)
Index("ix_sessions_parent_id", sessions.c.parent_id)

codes = Table(
    "codes",
    metadata,
    Column("purpose", String(8), primary_key=True),  # password | email | phone | handover | passkey | review
    Column("subject", String(300), primary_key=True),  # See `codes.subject_of`.
    Column("code_hash", String(255), nullable=False),  # Argon2, as for passwords: six digits have little entropy.
    Column("tries", Integer, nullable=False),
    Column("expires_at", Instant, nullable=False),
)

changes = Table(
    "account_changes",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),  # email | password
    Column("email", String(254), nullable=False),  # The address before the change; the undo link goes there.
    Column("made_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
)
Index("ix_account_changes_user_id", changes.c.user_id)
Index("ix_account_changes_email", changes.c.email)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("credential_id", LargeBinary(1023), nullable=False, unique=True),
    Column("public_key", LargeBinary, nullable=False),  # COSE
    Column("sign_count", BigInteger, nullable=False),
    Column("device", String(60), nullable=False),
    Column("created_at", Instant, nullable=False),
    # When it was added; inherited from the passkey whose session added it.
    Column("trusted_since", Instant, nullable=False),
    Column("last_used_at", Instant),
)
Index("ix_passkeys_user_id", passkeys.c.user_id)

shown_notices = Table(  # Which notice a person was shown first when. See the module of the same name.
    "shown_notices",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(40), nullable=False),  # consent | privacy | the id of a legal rule
    Column("version", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("shown_at", Instant, nullable=False),
    Column("accepted_at", Instant),  # First time; null for those that ask for nothing.
    UniqueConstraint("user_id", "name", "version", "language"),
)

held_rows = Table(  # Copies of rows that were deleted or changed under a legal hold, until it ends. See `held`.
    "held_rows",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE")),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE")),  # Of an employer's own rows.
    Column("source", String(60), nullable=False),  # The table.
    Column("content", Json, nullable=False),  # By column.
    Column("removed_at", Instant, nullable=False),
    CheckConstraint("user_id IS NOT NULL OR employer_id IS NOT NULL", name="owner"),
)
Index("ix_held_rows_user_id", held_rows.c.user_id)
Index("ix_held_rows_employer_id", held_rows.c.employer_id)
