"""Looking after the tasks: what must hold of them."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, select

from dayshift.kit.clock import now
from dayshift.kit.db import Database, Tx
from dayshift.kit.invariants import Broken, Invariant
from dayshift.kit.tasks.table import OPEN, tasks

LATE = timedelta(minutes=10)
"""A task that has been due for so long waits for a worker that is not there."""

_dead = select(tasks.c.id, tasks.c.kind).where(tasks.c.state == "dead")
_late = select(tasks.c.id, tasks.c.kind).where(OPEN, tasks.c.due_at < bindparam("before"))
_unknown = select(tasks.c.id, tasks.c.kind).where(OPEN, tasks.c.kind.not_in(bindparam("known", expanding=True)))
_payloads = select(tasks.c.payload).where(OPEN, tasks.c.kind.in_(bindparam("kinds", expanding=True)))

open_keys = select(tasks.c.key).where(OPEN, tasks.c.key.is_not(None))
"""The keys of all open tasks, to ask whether work is still to come."""


def open_payloads(tx: Tx, kinds: Collection[str]) -> list[dict[str, Any]]:
    """The payloads of the open tasks of these kinds."""
    return list(tx.execute(_payloads, {"kinds": list(kinds)}).scalars())


def invariants(db: Database, known: Collection[str]) -> list[Invariant]:
    """What must hold of all tasks; `known` are the kinds that the workers have handlers for."""

    async def dead() -> list[Broken]:
        return await db.read(_find_dead)

    async def late() -> list[Broken]:
        return await db.read(_find_late)

    async def unknown() -> list[Broken]:
        return await db.read(_find_unknown, known)

    return [
        Invariant("tasks.dead", "no task was given up", dead),
        Invariant("tasks.late", f"no task is due for longer than {LATE.seconds // 60} minutes", late),
        Invariant("tasks.unknown", "every open task has a worker that knows it", unknown),
    ]


def _find_dead(tx: Tx) -> list[Broken]:
    return [Broken(row.id, f"{row.kind} failed too often") for row in tx.execute(_dead)]


def _find_late(tx: Tx) -> list[Broken]:
    return [Broken(row.id, f"{row.kind} waits for a worker") for row in tx.execute(_late, {"before": now() - LATE})]


def _find_unknown(tx: Tx, known: Collection[str]) -> list[Broken]:
    return [Broken(row.id, f"nobody knows {row.kind}") for row in tx.execute(_unknown, {"known": sorted(known)})]
