"""One statement for many rows: each value is turned into the driver's form by column, which costs a tenth of by row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, LargeBinary

Convert = Callable[[Any], Any]


def insert_many(tx: Connection, statement: Insert, rows: Sequence[Mapping[str, Any]]) -> None:
    """Execute an insert of all columns of its table once for each row. It must have no other parameters."""
    if not rows:
        return
    sql, names, converters, positional = _prepared(statement, tx.dialect)
    columns: list[Iterable[Any]] = list(zip(*map(itemgetter(*names), rows), strict=True))
    for position, convert in converters:
        columns[position] = _converted(columns[position], convert)
    values = zip(*columns, strict=True)
    tx.exec_driver_sql(sql, list(values) if positional else [dict(zip(names, one, strict=True)) for one in values])


def _converted(values: Iterable[Any], convert: Convert) -> list[Any]:
    """Each value converted; those that can be looked up, as instants and flags, only once."""
    values = list(values)
    try:
        known = {value: convert(value) for value in set(values)}
    except TypeError:
        return [convert(value) for value in values]
    return [known[value] for value in values]


@lru_cache(maxsize=32)
def _prepared(statement: Insert, dialect: Dialect) -> tuple[str, tuple[str, ...], list[tuple[int, Convert]], bool]:
    """The statement's text, the names of its parameters in order, and what converts those that need it."""
    compiled = statement.compile(dialect=dialect)
    names = tuple(getattr(compiled, "positiontup", None) or compiled.binds)
    types = [compiled.binds[name].type for name in names]
    found = [
        None if isinstance(of, LargeBinary) else of.dialect_impl(dialect).bind_processor(dialect) for of in types
    ]  # Every driver takes bytes as they are.
    converters: list[tuple[int, Convert]] = [(at, convert) for at, convert in enumerate(found) if convert]
    return str(compiled), names, converters, bool(compiled.positional)
