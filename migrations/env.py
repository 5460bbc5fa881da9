"""Alembic environment: one migration history for SQLite and PostgreSQL."""

import sqlite3
from typing import Any

from alembic import context
from sqlalchemy import Connection, Engine, create_engine, event

from dayshift.core.db import Instant, Json, metadata
from dayshift.tables import import_all

import_all()

MIGRATING = 0x6461797368696674
"""Key of the advisory lock held during a migration: 'dayshift' in ASCII."""

BUSY_SECONDS = 60
"""Timeout for another process that migrates or writes to the same SQLite file."""


def _render(kind: str, thing: Any, context_: Any) -> str | bool:
    # Migrations use plain SQLAlchemy types, so they stay valid when our classes change.
    if kind == "type" and isinstance(thing, Instant):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and thing is Json:
        context_.imports.add("from sqlalchemy.dialects.postgresql import JSONB")
        return 'sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")'
    return False


def _open(url: str) -> Engine:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    if engine.dialect.name == "sqlite":
        _use_explicit_transactions(engine)
    return engine


def _use_explicit_transactions(engine: Engine) -> None:
    """Run the whole upgrade in one SQLite transaction, so an interrupted upgrade changes nothing.

    By default the driver starts no transaction before DDL, so every statement would commit separately.
    """

    @event.listens_for(engine, "connect")
    def disable_driver_transactions(raw: sqlite3.Connection, _record: object) -> None:
        raw.isolation_level = None
        raw.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def run() -> None:
    """Apply or compare the migrations on the database given by `-x url=` or the caller's config."""
    url = context.config.attributes.get("url") or context.get_x_argument(as_dictionary=True)["url"]
    engine = _open(url)
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            # Servers that start at the same time migrate one after the other; the second has nothing left to do.
            connection.exec_driver_sql(f"SELECT pg_advisory_lock({MIGRATING})")
            connection.exec_driver_sql("SET lock_timeout = '5s'")
            connection.commit()
        context.configure(
            connection,
            target_metadata=metadata,
            render_as_batch=True,
            render_item=_render,
            compare_type=True,
            transactional_ddl=True,
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


run()
