"""Data access: synchronous domain functions in, one durable transaction out.

Domain code takes an open transaction (`Tx`) and never commits. Routes hand such functions to a
`Database`: `await db.write(record_answer, user, ...)` returns when the change is durable.
"""

from dayshift.core.db.database import (
    Database,
    DatabaseInUse,
    Tx,
    engine_for,
    hold_lock,
    open_database,
    plan_for_values,
    transaction,
)
from dayshift.core.db.long_lists import among
from dayshift.core.db.sealed import Sealed, SealedText, count_open, discard_lost, require_keys, reseal
from dayshift.core.db.tables import Instant, Json, insert, is_missing_row, metadata

__all__ = [
    "Database",
    "DatabaseInUse",
    "Instant",
    "Json",
    "Sealed",
    "SealedText",
    "Tx",
    "among",
    "count_open",
    "discard_lost",
    "engine_for",
    "hold_lock",
    "insert",
    "is_missing_row",
    "metadata",
    "open_database",
    "plan_for_values",
    "require_keys",
    "reseal",
    "transaction",
]
