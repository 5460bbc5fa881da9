"""Table of the API keys of employers."""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String, Table

from dayshift.core.db import Instant, Json, metadata

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("hint", String(4), nullable=False),  # The key's last characters, so that owners recognize it.
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("old_token_hash", LargeBinary(32), unique=True),  # After a rotation; works until `old_until`.
    Column("old_until", Instant),
    Column("scopes", Json, nullable=False),  # Names of `keys.SCOPES`.
    Column("location_ids", Json),  # Null: every location of the employer, also jobs without one.
    Column("created_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("rights_version", Integer, nullable=False, server_default="0"),  # Its creator's then.
    Column("created_at", Instant, nullable=False),
    Column("last_used_at", Instant),
)
Index("ix_api_keys_employer_id", api_keys.c.employer_id)
