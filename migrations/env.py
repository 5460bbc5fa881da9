"""How Alembic reaches our tables: one history for SQLite and PostgreSQL."""

import sqlite3
from typing import Any

from alembic import context
from sqlalchemy import Connection, Engine, create_engine, event

from dayshift.core.db import Instant, Json, metadata
from dayshift.tables import import_all

import_all()

MIGRATING = 0x6461797368696674
"""The advisory lock held during a migration: 'dayshift' in ASCII."""

BUSY_SECONDS = 60
"""How long to wait for another process that migrates or writes to the same SQLite file."""


def _render(kind: str, thing: Any, context_: Any) -> str | bool:
    # A migration must keep its meaning when our classes move, so it names the plain types.
    if kind == "type" and isinstance(thing, Instant):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and thing is Json:
        context_.imports.add("from sqlalchemy.dialects.postgresql import JSONB")
        return 'sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")'
    return False


def _open(url: str) -> Engine:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    if engine.dialect.name == "sqlite":
        _begin_for_real(engine)
    return engine


def _begin_for_real(engine: Engine) -> None:
    """Run the whole upgrade in one SQLite transaction: a process that dies in it leaves the old database.

    By default the driver begins no transaction before DDL, so every statement would commit on its own.
    """

    @event.listens_for(engine, "connect")
    def leave_transactions_to_us(raw: sqlite3.Connection, _record: object) -> None:
        raw.isolation_level = None
        raw.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def run() -> None:
    """Apply or compare the history on the database of `-x url=` or the caller's config."""
    url = context.config.attributes.get("url") or context.get_x_argument(as_dictionary=True)["url"]
    engine = _open(url)
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            # Servers that start together migrate one after the other; the second finds nothing left to do.
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
