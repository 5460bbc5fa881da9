"""Column types and the one table registry, shared by both database engines."""

import sqlite3
from datetime import UTC, datetime

from sqlalchemy import JSON, DateTime, Dialect, MetaData
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import TypeDecorator

# The insert of the PostgreSQL dialect also compiles for SQLite, whose ON CONFLICT follows the same
# grammar; the reverse is not true. One statement, built once, therefore serves both engines.
__all__ = ["Instant", "Json", "insert", "is_missing_row", "metadata"]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Json = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


class Instant(TypeDecorator[datetime]):
    """An aware UTC datetime. SQLite has no time zones, so the value is stored there as naive UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive datetime has no place in the database")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


def is_missing_row(error: IntegrityError) -> bool:
    """Whether a foreign key refers to a missing row, such as an account that was erased in the meantime."""
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
    return getattr(error.orig, "sqlstate", None) == "23503"
