"""The table of backups."""

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text

from dayshift.core.db import Instant, metadata

backups = Table(
    "backups",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("ended_at", Instant, nullable=False),
    Column("outcome", String(10), nullable=False),  # complete | incomplete | failed
    Column("folder", Text),  # Null: it failed before the folder was created.
    Column("objects", Integer, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("problem", Text),
)
