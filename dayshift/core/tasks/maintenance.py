"""Maintenance of tasks: dead letters, counts, cleanup and invariants."""

import json
import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Text, bindparam, case, cast, delete, func, select, update

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Invariant, Violation
from dayshift.core.tasks.models import ENDED, OPEN, tasks
from dayshift.core.tasks.queue import UNKNOWN

KEEP_DONE = timedelta(days=7)
"""How long finished tasks are kept."""
REMOVE_AT_ONCE = 500

LATE = timedelta(minutes=10)
"""Overdue time after which a task indicates that no worker is running."""

_dead = select(tasks.c.id, tasks.c.kind).where(ENDED, tasks.c.state == "dead")
_late = select(tasks.c.id, tasks.c.kind).where(OPEN, tasks.c.due_at < bindparam("before"))
_unknown = select(tasks.c.id, tasks.c.kind).where(OPEN, tasks.c.last_error == UNKNOWN)
_letters = (
    select(tasks.c.id, tasks.c.kind, tasks.c.attempts, tasks.c.created_at, tasks.c.last_error)
    .where(ENDED, tasks.c.state == "dead")
    .order_by(tasks.c.due_at)
)
_counts = select(tasks.c.kind, tasks.c.state, func.count(), func.min(tasks.c.due_at)).group_by(
    tasks.c.kind, tasks.c.state
)
_revive = (
    update(tasks)
    .where(tasks.c.state == "dead", tasks.c.id.in_(bindparam("ids", expanding=True)))
    .values(state="ready", due_at=bindparam("at"), attempts=0, last_error=None)
)
_drop = delete(tasks).where(tasks.c.state == "dead", tasks.c.id.in_(bindparam("ids", expanding=True)))
_old = (
    select(tasks.c.id).where(ENDED, tasks.c.state == "done", tasks.c.due_at < bindparam("before")).limit(REMOVE_AT_ONCE)
)
_remove = delete(tasks).where(tasks.c.id.in_(_old))
_delete = delete(tasks).where(tasks.c.id.in_(bindparam("ids", expanding=True)))
_waiting = select(func.count(), func.min(case((tasks.c.state == "ready", tasks.c.due_at)))).where(
    OPEN, tasks.c.kind == bindparam("name"), (tasks.c.state == "running") | (tasks.c.due_at <= bindparam("until"))
)
_done = select(func.count()).where(
    ENDED, tasks.c.state == "done", tasks.c.kind == bindparam("name"), tasks.c.due_at >= bindparam("since")
)
_due_times = select(tasks.c.due_at).where(tasks.c.key.in_(bindparam("names", expanding=True)), tasks.c.state == "ready")
_texts = select(
    tasks.c.id, cast(tasks.c.payload, Text), func.coalesce(tasks.c.key, ""), func.coalesce(tasks.c.last_error, "")
).execution_options(yield_per=1000)
_ID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""What `core.ids` makes."""
_payloads = select(tasks.c.payload).where(OPEN, tasks.c.kind.in_(bindparam("kinds", expanding=True)))

open_keys = select(tasks.c.key).where(OPEN, tasks.c.key.is_not(None))
"""The keys of all open tasks, to check for pending work."""


def open_payloads(tx: Tx, kinds: Collection[str]) -> list[dict[str, Any]]:
    """Return the payloads of the open tasks of these kinds."""
    return list(tx.execute(_payloads, {"kinds": list(kinds)}).scalars())


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A dead task, with its number of attempts and last error."""

    id: str
    kind: str
    attempts: int
    created_at: datetime
    last_error: str | None


@dataclass(frozen=True, slots=True)
class Count:
    """Number of tasks of a kind in a state, and the earliest due time among them."""

    kind: str
    state: str
    tasks: int
    first_due_at: datetime


@dataclass(frozen=True, slots=True)
class Backlog:
    """Tasks of a kind that are due or running, since when the first one is due, and how many are done."""

    waiting: int
    oldest_at: datetime | None
    done: int


def backlog(tx: Tx, kind: str, until: datetime, since: datetime) -> Backlog:
    """Return the tasks of a kind that are due at `until` or running; `done` counts those finished since `since`."""
    waiting, oldest_at = tx.execute(_waiting, {"name": kind, "until": until}).one()
    return Backlog(waiting, oldest_at, tx.execute(_done, {"name": kind, "since": since}).scalar_one())


def due_times(tx: Tx, keys: Collection[str]) -> list[datetime]:
    """Return when the waiting ones among the tasks with these keys are due."""
    return list(tx.execute(_due_times, {"names": list(keys)}).scalars())


def dead_letters(tx: Tx) -> list[DeadLetter]:
    """Return the dead tasks, oldest first."""
    return [DeadLetter(*row) for row in tx.execute(_letters)]


def count_tasks(tx: Tx, *, ended: bool = False) -> list[Count]:
    """Count the open and dead tasks by kind and state; with `ended`, also the recently finished ones."""
    return [Count(*row) for row in tx.execute(_counts if ended else _counts.where(OPEN | (tasks.c.state == "dead")))]


def count_late(tx: Tx) -> int:
    """Count the tasks that are so overdue that no worker seems to be running."""
    return len(_find_late(tx))


def revive(tx: Tx, ids: Collection[str]) -> int:
    """Retry dead tasks from their first attempt; return how many there were."""
    return tx.execute(_revive, {"ids": list(ids), "at": now()}).rowcount


def drop(tx: Tx, ids: Collection[str]) -> int:
    """Delete dead tasks; return how many there were."""
    return tx.execute(_drop, {"ids": list(ids)}).rowcount


def delete_tasks_of(tx: Tx, texts: Collection[str]) -> int:
    """Delete every task, open or ended, whose payload, key or error contains one of `texts`; return how many.

    A worker that runs one of them loses its lease, so it writes nothing. A second pass finds tasks that such a worker
    has just added.
    """
    ids = {one for one in texts if _ID.fullmatch(one)}
    others = {form.lower() for one in texts if one not in ids for form in (one, json.dumps(one)[1:-1])}
    dropped = 0
    while found := [task_id for task_id, *parts in tx.execute(_texts) if _mentions("\n".join(parts), ids, others)]:
        dropped += tx.execute(_delete, {"ids": found}).rowcount
    return dropped


def _mentions(text: str, ids: AbstractSet[str], others: Collection[str]) -> bool:
    """Whether a text contains one of these ids, of which there may be thousands, or one of a few other texts."""
    if not ids.isdisjoint(_ID.findall(text)):
        return True
    text = text.lower()
    return any(one in text for one in others)


def remove_done(tx: Tx) -> int:
    """Delete a batch of tasks that finished long ago; return how many."""
    return tx.execute(_remove, {"before": now() - KEEP_DONE}).rowcount


def invariants(db: Database) -> list[Invariant]:
    """Return the invariants of all tasks."""

    async def dead() -> list[Violation]:
        return await db.read(_find_dead)

    async def late() -> list[Violation]:
        return await db.read(_find_late)

    async def unknown() -> list[Violation]:
        return await db.read(_find_unknown)

    return [
        Invariant("tasks.dead", "no task was given up", dead),
        Invariant("tasks.late", f"no task is due for longer than {LATE.seconds // 60} minutes", late),
        Invariant("tasks.unknown", "the worker that tried a task last knew its kind", unknown),
    ]


def _find_dead(tx: Tx) -> list[Violation]:
    return [Violation(row.id, f"{row.kind} failed too often") for row in tx.execute(_dead)]


def _find_late(tx: Tx) -> list[Violation]:
    return [Violation(row.id, f"{row.kind} waits for a worker") for row in tx.execute(_late, {"before": now() - LATE})]


def _find_unknown(tx: Tx) -> list[Violation]:
    return [Violation(row.id, f"no worker knows {row.kind}") for row in tx.execute(_unknown)]
