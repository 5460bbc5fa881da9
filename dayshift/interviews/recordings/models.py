"""Tables: the recording of an interview, and its takes (one for each recorded answer). Their event."""

from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table

from dayshift.core.db import Instant, Json, metadata
from dayshift.core.events import Event

recordings = Table(
    "recordings",
    metadata,
    Column("id", String(36), primary_key=True),  # The interview's id.
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("state", String(8), nullable=False),  # open | closed
    Column("created_at", Instant, nullable=False),
)
Index("ix_recordings_user_id", recordings.c.user_id)

takes = Table(
    "takes",
    metadata,
    Column(
        "recording_id", String(36), ForeignKey("recordings.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("number", Integer, primary_key=True, nullable=False, autoincrement=False),
    Column("manifest", Json, nullable=False),  # [{segment, count, mime_type}], by segment
    Column("state", String(8), nullable=False),  # waiting | ready | failed
    Column(
        "reason", String(24)
    ),  # Why a take failed, or cannot play yet: unplayable | over_limits | crashed | incomplete
    Column("media_key", String(200)),
    Column("media_type", String(40)),
    Column("duration_seconds", Float),
    Column("size_bytes", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),  # When it was last requested or settled.
)

take_bytes = Table(  # What a take takes up: see `byte_counts`. A take has a row from its first chunk on.
    "take_bytes",
    metadata,
    Column("recording_id", String(36), ForeignKey("recordings.id", ondelete="CASCADE"), primary_key=True),
    Column("take", Integer, primary_key=True, autoincrement=False),
    Column("chunks", BigInteger, nullable=False),
    Column("media", BigInteger, nullable=False),
)

account_bytes = Table(  # The sum of an account's rows of `take_bytes`.
    "account_bytes",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
)

media_work = Table(
    "media_work",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("day", String(10), nullable=False),  # The last day (UTC) with media work.
    Column("cpu_seconds", Float, nullable=False),
    Column("heard_seconds", Float, nullable=False, server_default="0"),  # Sound that was transcribed.
)


@dataclass(frozen=True)
class TakeBegun(Event):
    """The first chunk of a take arrived."""

    recording_id: str
    take: int
