"""The SQL statements that a piece of code executes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def recorded_statements() -> Iterator[list[str]]:
    """Record the statements of all engines, in order."""
    executed: list[str] = []

    def record(_c: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        executed.append(statement)

    event.listen(Engine, "before_cursor_execute", record)
    try:
        yield executed
    finally:
        event.remove(Engine, "before_cursor_execute", record)
