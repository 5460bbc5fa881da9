"""Long lists as one parameter: engines limit the parameters of a statement, SQLite to 32,766, PostgreSQL to 65,535."""

import json
from collections.abc import Collection
from typing import Any, cast

from sqlalchemy import Boolean, ColumnElement, Connection, Dialect, Engine, String, Text, bindparam, event
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import BinaryExpression, BindParameter, ClauseElement
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.operators import in_op, not_in_op
from sqlalchemy.sql.visitors import replacement_traverse
from sqlalchemy.types import TypeDecorator, TypeEngine

LONG = 5_000
"""Length from which a list is one parameter. Shorter ones stay as they are: SQLite counts them to choose an index."""


def allow_long_lists(engine: Engine) -> None:
    """Accept lists of any length for `column.in_(bindparam(..., expanding=True))`."""

    @event.listens_for(engine, "before_execute", retval=True)
    def replace(
        _tx: Connection, statement: ClauseElement, many: list[Any], one: dict[str, Any], _options: Any
    ) -> tuple[ClauseElement, list[Any], dict[str, Any]]:
        long = {
            name
            for name, value in one.items()
            if isinstance(value, list | tuple | set | frozenset) and len(value) > LONG
        }
        return (_with_arrays(statement, long) if long else statement), many, one


def among(column: ColumnElement[Any], values: Collection[Any]) -> ColumnElement[bool]:
    """The condition for a column with one of these values, which are one parameter, however many they are."""
    return _Among(column, bindparam(None, list(values), type_=_List(column.type)))


def _with_arrays(statement: ClauseElement, names: Collection[str]) -> ClauseElement:
    """Return the statement with one parameter for each of these lists."""

    def replaced(element: Any, **_kw: Any) -> Any:
        if not (isinstance(element, BinaryExpression) and isinstance(element.right, BindParameter)):
            return None
        name = element.right.key
        if name not in names or element.operator not in {in_op, not_in_op}:
            return None
        among = _Among(element.left, bindparam(name, type_=_List(element.left.type)))
        return among if element.operator is in_op else ~among

    return cast("ClauseElement", replacement_traverse(statement, {}, replaced))


class _List(TypeDecorator[Collection[Any]]):
    """Strings or numbers: an array in PostgreSQL, JSON in SQLite."""

    impl = Text
    cache_ok = True

    def __init__(self, of: TypeEngine[Any]) -> None:
        super().__init__()
        self.of = String() if isinstance(of, String) else of

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return ARRAY(self.of) if dialect.name == "postgresql" else Text()

    def process_bind_param(self, value: Collection[Any] | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        return list(value) if dialect.name == "postgresql" else json.dumps(list(value))


class _Among(FunctionElement[bool]):
    name = "among"
    type = Boolean()
    inherit_cache = True


@compiles(_Among, "sqlite")
def _in_sqlite(element: _Among, compiler: SQLCompiler, **kw: Any) -> str:
    column, values = (compiler.process(one, **kw) for one in element.clauses)
    return f"({column} IN (SELECT value FROM json_each({values})))"  # noqa: S608  (compiled parts)


@compiles(_Among, "postgresql")
def _in_postgresql(element: _Among, compiler: SQLCompiler, **kw: Any) -> str:
    column, values = (compiler.process(one, **kw) for one in element.clauses)
    return f"({column} = ANY({values}))"
