"""The table of operators: who may look after the installation in a browser."""

from sqlalchemy import Column, ForeignKey, String, Table

from dayshift.kit.db import Instant, metadata

operators = Table(
    "operators",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("appointed_at", Instant, nullable=False),
)
