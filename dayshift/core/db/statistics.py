"""Statistics of the query planner."""

from sqlalchemy import Connection, Engine

ALL_TABLES = 0x10002
"""Also tables that this connection has not queried yet."""


def refresh_statistics(tx: Connection) -> None:
    """Refresh the statistics of SQLite's tables that have changed a lot. PostgreSQL does so on its own.

    Reads a bounded number of rows of each index, so that it is quick on large tables as well.
    """
    if tx.dialect.name == "sqlite":
        tx.exec_driver_sql("PRAGMA analysis_limit = 1000")
        tx.exec_driver_sql(f"PRAGMA optimize = {ALL_TABLES}")


def refresh_after_upgrade(engine: Engine) -> None:
    """Refresh the statistics in a transaction of its own."""
    with engine.begin() as connection:
        refresh_statistics(connection)
