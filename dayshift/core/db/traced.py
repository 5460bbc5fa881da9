"""A database wrapper that adds a child span for each call."""

from collections.abc import Callable
from contextvars import copy_context
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from dayshift.core.db.database import Database
from dayshift.core.traces import child_span

P = ParamSpec("P")
T = TypeVar("T")


class TracedDatabase:
    """`core.db.Database` around another. Spans name the function that ran, never a statement or a value.

    Tasks that the function enqueues (`core.tasks`) belong to the same trace, whatever thread it runs in.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.close = db.close
        self.probe = db.probe
        self.probe_reads = db.probe_reads
        self.purge_deleted = db.purge_deleted

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with child_span("db lookup", _attributes(fn)):
            return await self._db.lookup(_in_context(fn), *args, **kwargs)

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with child_span("db read", _attributes(fn)):
            return await self._db.read(_in_context(fn), *args, **kwargs)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with child_span("db write", _attributes(fn)):
            return await self._db.write(_in_context(fn), *args, **kwargs)


def _attributes(fn: Callable[..., object]) -> dict[str, str]:
    module = getattr(fn, "__module__", "")
    return {"code.function.name": f"{module}.{getattr(fn, '__qualname__', type(fn).__name__)}"}


def _in_context(fn: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Connection, P], T]:
    context = copy_context()

    def run(tx: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return context.run(fn, tx, *args, **kwargs)

    return run
