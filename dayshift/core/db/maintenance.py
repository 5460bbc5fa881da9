"""The probes of health checks, and the statistics of the query planner."""

from sqlalchemy import Column, Connection, Engine, String, Table, bindparam, select

from dayshift.core.db.tables import metadata
from dayshift.core.ids import new_id

PROBE_SECONDS = 2.0
"""Timeout of a probe's connection, lock and statement, each."""

ALL_TABLES = 0x10002
"""Flags of `PRAGMA optimize`: include tables that this connection has not queried yet."""

probes = Table("probes", metadata, Column("id", String(36), primary_key=True))

_insert = probes.insert()
_read = select(probes).limit(1)
_delete = probes.delete().where(probes.c.id == bindparam("mine"))


def read_probe(engine: Engine) -> None:
    """Read on a separate connection, so that other work cannot delay it."""
    with engine.connect() as connection:
        connection.execute(_read).first()


def probe_write(tx: Connection) -> None:
    """Insert and delete a row."""
    row = new_id()
    tx.execute(_insert, {"id": row})
    tx.execute(_delete, {"mine": row})


def write_probe(engine: Engine) -> None:
    """Commit a write on a separate connection, so that other work cannot delay it."""
    with engine.begin() as connection:
        probe_write(connection)


def refresh_statistics(tx: Connection) -> None:
    """Refresh the planner statistics of SQLite tables that changed a lot. PostgreSQL does this automatically.

    Reads a bounded number of rows of each index, so it is quick on large tables as well.
    """
    if tx.dialect.name == "sqlite":
        tx.exec_driver_sql("PRAGMA analysis_limit = 1000")
        tx.exec_driver_sql(f"PRAGMA optimize = {ALL_TABLES}")


def refresh_after_upgrade(engine: Engine) -> None:
    """Refresh the statistics in a separate transaction."""
    with engine.begin() as connection:
        refresh_statistics(connection)
