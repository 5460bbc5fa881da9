"""A database whose every use is a part of the span that asked for it."""

from collections.abc import Callable
from contextvars import copy_context
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from dayshift.core.db.database import Database
from dayshift.core.traces import step

P = ParamSpec("P")
T = TypeVar("T")


class TracedDatabase:
    """`core.db.Database` around another. Names the function of ours that was run, never a statement or a value.

    What that function asks for later (`core.tasks`) belongs to the same trace, in whatever thread it runs.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.close = db.close
        self.probe = db.probe

    async def lookup(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with step("db lookup", _about(fn)):
            return await self._db.lookup(_here(fn), *args, **kwargs)

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with step("db read", _about(fn)):
            return await self._db.read(_here(fn), *args, **kwargs)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with step("db write", _about(fn)):
            return await self._db.write(_here(fn), *args, **kwargs)


def _about(fn: Callable[..., object]) -> dict[str, str]:
    module = getattr(fn, "__module__", "")
    return {"code.function.name": f"{module}.{getattr(fn, '__qualname__', type(fn).__name__)}"}


def _here(fn: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Connection, P], T]:
    context = copy_context()

    def run(tx: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return context.run(fn, tx, *args, **kwargs)

    return run
