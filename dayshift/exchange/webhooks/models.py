"""Tables: the addresses that employers want events sent to, and what was sent."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

from dayshift.core.db import Instant, Json, Sealed, metadata

webhook_endpoints = Table(
    "webhook_endpoints",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("url", String(500), nullable=False),
    Column("events", Json, nullable=False),  # Names of `events.EVENTS`.
    Column("secret", Sealed, nullable=False),  # Not a hash: every delivery is signed with it.
    Column("old_secret", Sealed),  # After a rotation; signs too, until `old_secret_until`.
    Column("old_secret_until", Instant),
    Column("state", String(8), nullable=False),
    Column("reason", String(7)),  # Why it is disabled.
    Column("failing_since", Instant),  # Null after a success.
    Column("failures", Integer, nullable=False, server_default="0"),  # Rounds without a success, one after another.
    Column("paused_until", Instant),  # After such a round.
    Column("succeeded_at", Instant),
    Column("created_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("created_at", Instant, nullable=False),
    CheckConstraint("state IN ('enabled','disabled')", name="state"),
    CheckConstraint("reason IN ('member','gone','failing')", name="reason"),
)
Index("ix_webhook_endpoints_employer_id", webhook_endpoints.c.employer_id)

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("id", String(36), primary_key=True),  # Ascending: also the order in which they are sent.
    Column("endpoint_id", String(36), ForeignKey("webhook_endpoints.id", ondelete="CASCADE"), nullable=False),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE")),  # Null: about none.
    Column("number", Integer),  # Of the application's move that it is about.
    Column("type", String(40), nullable=False),
    Column("body", Text, nullable=False),  # As sent. Empty if it named somebody who was erased, and is not needed.
    Column("state", String(9), nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("due_at", Instant, nullable=False),
    Column("sent_at", Instant),  # The last attempt.
    Column("status", Integer),  # The HTTP status of the last attempt; null: no reply.
    Column("response", Text),  # The first part of the reply's body.
    Column("error", String(40)),  # Why there was no reply.
    Column("created_at", Instant, nullable=False),
    CheckConstraint("state IN ('pending','delivered','failed')", name="state"),
    UniqueConstraint("endpoint_id", "application_id", "number"),
)
_PENDING = webhook_deliveries.c.state == literal_column("'pending'")
Index(
    "ix_webhook_deliveries_pending",
    webhook_deliveries.c.endpoint_id,
    webhook_deliveries.c.application_id,
    webhook_deliveries.c.id,
    sqlite_where=_PENDING,
    postgresql_where=_PENDING,
)
Index("ix_webhook_deliveries_endpoint_id_id", webhook_deliveries.c.endpoint_id, webhook_deliveries.c.id)
Index("ix_webhook_deliveries_application_id", webhook_deliveries.c.application_id)
Index("ix_webhook_deliveries_created_at", webhook_deliveries.c.created_at)
