"""Bulk inserts: converting values to the driver's form by column costs a tenth of converting them by row."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, LargeBinary

Convert = Callable[[Any], Any]


def insert_many(tx: Connection, statement: Insert, table: Mapping[str, Sequence[Any]]) -> None:
    """Insert many rows, given as one sequence of values per column.

    The statement must set every column of `table` and have no other parameters.
    """
    sql, names, converters, positional = _prepared(statement, tx.dialect)
    columns = [table[name] for name in names]
    for position, convert in converters:
        columns[position] = _converted(columns[position], convert)
    if columns[0]:
        rows = zip(*columns, strict=True)
        tx.exec_driver_sql(sql, list(rows) if positional else [dict(zip(names, row, strict=True)) for row in rows])


def _converted(values: Sequence[Any], convert: Convert) -> list[Any]:
    """Convert each value; types with few distinct values, such as instants and flags, are converted once per value."""
    try:
        known = {value: convert(value) for value in set(values)}
    except TypeError:
        return [convert(value) for value in values]
    return [known[value] for value in values]


@lru_cache(maxsize=32)
def _prepared(statement: Insert, dialect: Dialect) -> tuple[str, tuple[str, ...], list[tuple[int, Convert]], bool]:
    """Return the SQL text, its parameter names in order, and the converters by parameter position."""
    compiled = statement.compile(dialect=dialect)
    names = tuple(getattr(compiled, "positiontup", None) or compiled.binds)
    types = [compiled.binds[name].type for name in names]
    found = [
        None if isinstance(of, LargeBinary) else of.dialect_impl(dialect).bind_processor(dialect) for of in types
    ]  # Every driver accepts bytes unchanged.
    converters: list[tuple[int, Convert]] = [(at, convert) for at, convert in enumerate(found) if convert]
    return str(compiled), names, converters, bool(compiled.positional)
