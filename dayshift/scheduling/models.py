"""Tables: coaches, bookings, and the quarter hours that each booking occupies."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    false,
    literal_column,
)

from dayshift.core.db import Instant, Json, metadata

coaches = Table(
    "coaches",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("email", String(254), nullable=False, unique=True),
    Column("name", String(120), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("shifts", Json, nullable=False),  # {weekday: [[from, until], ...]} in minutes of the local day
    Column("days_off", Json, nullable=False),  # ISO dates
    Column("buffer_minutes", Integer, nullable=False),
    Column("daily_limit", Integer, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("link_version", Integer, nullable=False),  # Incremented to invalidate the coach's earlier links.
    Column("created_at", Instant, nullable=False),
)

bookings = Table(
    "bookings",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("coach_id", String(36), ForeignKey("coaches.id"), nullable=True),  # Null: in an external calendar.
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE")),  # Null: booked without an account.
    Column("state", String(9), nullable=False),
    Column("starts_at", Instant, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("name", String(161), nullable=False),  # Empty while it is only held.
    Column("email", String(254)),
    Column("phone", String(32)),
    Column("language", String(2), nullable=False, server_default="en"),  # en | es: language of the booking page
    Column("sequence", Integer, nullable=False),  # Number of changes: SEQUENCE of its invitation.
    Column("held_until", Instant),
    Column("source", String(16), nullable=False),  # own | calendly | cal.com
    Column("external_id", String(200)),
    # Canceled because another booking took its place: an external calendar's way to move it.
    Column("moved", Boolean, nullable=False, server_default=false()),
    Column("time_asked", Boolean, nullable=False, server_default=false()),  # Canceled to choose another time.
    Column("created_at", Instant, nullable=False),
    UniqueConstraint("source", "external_id"),
    CheckConstraint("state IN ('held','booked','cancelled')", name="state"),
)
Index("ix_bookings_coach_id_starts_at", bookings.c.coach_id, bookings.c.starts_at)
_live = bookings.c.state != literal_column("'cancelled'")
Index("ix_bookings_starts_at", bookings.c.starts_at, sqlite_where=_live, postgresql_where=_live)
_held = bookings.c.state == literal_column("'held'")
Index("ix_bookings_held_until", bookings.c.held_until, sqlite_where=_held, postgresql_where=_held)
Index("ix_bookings_user_id", bookings.c.user_id)
Index("ix_bookings_email", bookings.c.email)

# The primary key guarantees that two bookings never share a quarter hour of a coach.
coach_quarters = Table(
    "coach_quarters",
    metadata,
    Column("coach_id", String(36), ForeignKey("coaches.id"), primary_key=True),
    Column("quarter", BigInteger, primary_key=True, autoincrement=False),  # Quarters of an hour since 1970.
    Column("booking_id", String(36), ForeignKey("bookings.id", ondelete="CASCADE"), nullable=False),
)
Index("ix_coach_quarters_booking_id", coach_quarters.c.booking_id)
