"""Prepared statements for the hottest queries: compiled once per engine and executed directly by the driver."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Dialect, Select
from sqlalchemy.exc import DBAPIError

from dayshift.core.db.database import Tx

Process = Callable[[Any], Any]
"""Converts a value to or from the driver's form."""


def prepared(statement: Select[Any]) -> Callable[[Tx, dict[str, Any]], tuple[Any, ...] | None]:
    """Return a function that executes `statement` with named values and returns its first row, or None.

    Equivalent to `tx.execute(statement, values).first()`, but returns a plain tuple. SQLAlchemy's overhead per
    statement is five times what SQLite needs for a point read.
    """
    known: dict[str, _Compiled] = {}

    def first(tx: Tx, values: dict[str, Any]) -> tuple[Any, ...] | None:
        compiled = known.get(tx.dialect.name) or known.setdefault(tx.dialect.name, _Compiled(statement, tx.dialect))
        try:
            return compiled.first(tx, values)
        except tx.dialect.dbapi.Error as error:  # type: ignore[union-attr]  # Both engines have a driver.
            raise _wrapped(tx, error) from error

    return first


def fetched(tx: Tx, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Return all rows of a statement as the driver's tuples. `?` marks a parameter and must not appear otherwise.

    Keep the text constant between calls so that the driver can reuse the parsed statement.
    """
    # In text mode, the default, PostgreSQL sends bytes hex-encoded, twice as long.
    postgresql = tx.dialect.name == "postgresql"
    options, sql = ({"binary": True}, sql.replace("?", "%s")) if postgresql else ({}, sql)
    driver: Any = tx.connection.driver_connection
    try:
        rows: list[tuple[Any, ...]] = driver.execute(sql, values, **options).fetchall()
    except tx.dialect.dbapi.Error as error:  # type: ignore[union-attr]  # Both engines have a driver.
        raise _wrapped(tx, error) from error
    return rows


def _wrapped(tx: Tx, error: Any) -> Exception:
    """Convert a driver error to SQLAlchemy's. No retry: it would wait twice, and fail in an aborted transaction."""
    if primary := getattr(getattr(error, "diag", None), "message_primary", None):
        error.args = (primary,)  # The rest of the text may quote a row.
    driver: Any = tx.dialect.dbapi
    gone = tx.dialect.is_disconnect(error, tx.connection.dbapi_connection, None)
    if gone:
        tx.invalidate(error)
    wrapped: Exception = DBAPIError.instance(
        None, None, error, driver.Error, hide_parameters=True, connection_invalidated=gone, dialect=tx.dialect
    )
    return wrapped


class _Compiled:
    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._sql = str(compiled)
        self._positions: list[str] | None = getattr(compiled, "positiontup", None)
        self._given = {
            name: to_driver
            for name, bound in compiled.binds.items()
            if (to_driver := bound.type.dialect_impl(dialect).bind_processor(dialect))
        }
        self._fixed = {name: bound.effective_value for name, bound in compiled.binds.items() if not bound.required}
        self._found: list[Process | None] = [
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in statement.selected_columns
        ]

    def first(self, tx: Tx, values: dict[str, Any]) -> tuple[Any, ...] | None:
        all_values = {**self._fixed, **values} if self._fixed else values
        given = {name: self._given[name](value) if name in self._given else value for name, value in all_values.items()}
        cursor = tx.connection.cursor()
        cursor.execute(self._sql, [given[name] for name in self._positions] if self._positions else given)
        row = cursor.fetchone()
        cursor.close()
        if row is None:
            return None
        return tuple(found(value) if found else value for found, value in zip(self._found, row, strict=True))
