"""Tables: notification preferences by address, and notices in the app."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, String, Table, UniqueConstraint, true

from dayshift.core.db import Instant, Json, metadata

message_wants = Table(
    "message_wants",
    metadata,
    Column("address", String(254), primary_key=True),  # Also for people without an account.
    Column("reminders", Boolean, nullable=False),
    Column("interviews", Boolean, nullable=False, server_default=true()),  # Received, scored.
    Column("matches", Boolean, nullable=False, server_default=true()),  # New jobs, at most once a week.
    Column("texts", Boolean, nullable=False),
    Column("bounced_at", Instant),  # Permanent bounce: send only what the user requested.
)

received_mails = Table(
    "received_mails",
    metadata,
    Column("digest", String(64), primary_key=True),  # Of the Message-ID and the token, for a month: each mail once.
    Column("received_at", Instant, nullable=False),
)
Index("ix_received_mails_received_at", received_mails.c.received_at)

notices = Table(
    "notices",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("about", String(80), nullable=False),  # 'ID:N': the subject's id and its change count.
    Column("kind", String(40), nullable=False),
    Column("data", Json, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("seen_at", Instant),
    UniqueConstraint("user_id", "about", "kind"),  # One notice, however often its task is retried.
)
Index("ix_notices_user_id_created_at", notices.c.user_id, notices.c.created_at)
