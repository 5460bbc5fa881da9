"""Tables: what an address wants to hear of, and what could not be delivered to it."""

from sqlalchemy import Boolean, Column, String, Table

from dayshift.kit.db import Instant, metadata

message_wants = Table(
    "message_wants",
    metadata,
    Column("address", String(254), primary_key=True),  # A person without an account has wishes too.
    Column("reminders", Boolean, nullable=False),
    Column("texts", Boolean, nullable=False),
    Column("bounced_at", Instant),  # The address refuses our mail for good: only what was asked for goes there.
)
