"""The task queue: functions to enqueue, claim and release tasks in an open transaction."""

import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, case, literal, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from dayshift.core.clock import now
from dayshift.core.db import Json, Tx, insert
from dayshift.core.ids import new_id
from dayshift.core.tasks.models import OPEN, tasks
from dayshift.core.traces import traceparent

LEASE = timedelta(seconds=30)
MAX_ATTEMPTS = 10
UNKNOWN_PAUSE = timedelta(seconds=5)
"""Delay before a task of an unknown kind is offered again."""
UNKNOWN = "no handler in the worker that tried it last"
"""The error of such a task."""


@dataclass(frozen=True)
class Task:
    """A claimed task. `fence` is a fencing token: once another worker claims the task, this worker cannot write."""

    id: str
    kind: str
    payload: dict[str, Any]
    attempts: int
    fence: int
    trace: str | None = None
    """The enqueuing span, from `core.traces.traceparent`."""


Write = Callable[[Tx], None]
Handler = Callable[[Task], Awaitable[Write | None]]


class Snooze(Exception):
    """Raised by a handler to run again after `delay`; not counted as a failure."""

    def __init__(self, delay: timedelta) -> None:
        super().__init__(f"not yet, again in {delay}")
        self.delay = delay


class LeaseLost(Exception):
    """Another worker has taken the task over; this one must not write."""


_insert = insert(tasks)
_enqueue = _insert.on_conflict_do_update(
    index_elements=[tasks.c.key],
    # Joining an open task makes it due with the newer payload. A running one restarts: its worker loses
    # the fence, so results for the older payload are not written.
    set_={
        "payload": _insert.excluded.payload,
        "trace": _insert.excluded.trace,
        "state": "ready",
        "due_at": _insert.excluded.due_at,
        "attempts": 0,
        "fence": tasks.c.fence + 1,
    },
)
_keep = _insert.on_conflict_do_update(
    index_elements=[tasks.c.key],
    set_={"state": "ready", "due_at": _insert.excluded.due_at, "attempts": 0, "fence": tasks.c.fence + 1},
    where=tasks.c.state == "dead",
)
_wake = _insert.on_conflict_do_update(
    index_elements=[tasks.c.key],
    set_={
        "state": "ready",
        "due_at": case(
            (
                (tasks.c.state == "ready") & (tasks.c.due_at < _insert.excluded.due_at),
                tasks.c.due_at,
            ),
            else_=_insert.excluded.due_at,
        ),
        "attempts": 0,
        "fence": tasks.c.fence + 1,
    },
    where=tasks.c.state != "running",
)
_hurry = (
    update(tasks)
    .where(tasks.c.key == bindparam("name"), tasks.c.state == "ready", tasks.c.due_at > bindparam("now"))
    .values(due_at=bindparam("now"))
)
_due = select(tasks.c.id).where(OPEN, tasks.c.due_at <= bindparam("now")).order_by(tasks.c.due_at)
_due_of_kinds = _due.where(tasks.c.kind.in_(bindparam("kinds", expanding=True)))
_due_of_others = _due.where(tasks.c.kind.not_in(bindparam("kinds", expanding=True)))
_any_due = _due.limit(1)
_any_due_of_others = _due_of_others.limit(1)
_any_due_of_kinds = _due_of_kinds.limit(1)


def _claiming(due: Select[Any]) -> ReturningUpdate[Any]:
    return (
        update(tasks)
        .where(tasks.c.id.in_(due.limit(bindparam("most")).with_for_update(skip_locked=True)))
        .values(state="running", due_at=bindparam("until"), attempts=tasks.c.attempts + 1, fence=tasks.c.fence + 1)
        .returning(tasks.c.id, tasks.c.kind, tasks.c.payload, tasks.c.attempts, tasks.c.fence, tasks.c.trace)
    )


_claim = _claiming(_due)
_claim_of_kinds = _claiming(_due_of_kinds)
_claim_of_others = _claiming(_due_of_others)
_mine = (tasks.c.id == bindparam("task")) & (tasks.c.fence == bindparam("held")) & (tasks.c.state == "running")
_settle = (
    update(tasks)
    .where(_mine)
    .values(
        state=bindparam("next"),
        due_at=bindparam("at"),
        attempts=bindparam("tries"),
        last_error=bindparam("why"),
        key=case((bindparam("next") == "done", None), else_=tasks.c.key),
        # The payload may contain personal data and is not needed after completion.
        payload=case((bindparam("next") == "done", literal({}, Json)), else_=tasks.c.payload),
    )
)
_extend = update(tasks).where(_mine).values(due_at=bindparam("until"))


def enqueue(
    tx: Tx, kind: str, payload: dict[str, Any], *, key: str | None = None, due_at: datetime | None = None
) -> None:
    """Enqueue `kind` with `payload`, due at `due_at` (default: now).

    At most one open task exists per `key`: enqueuing again restarts it.
    """
    tx.execute(_enqueue, _new(kind, payload, key, due_at))


def enqueue_many(tx: Tx, work: Sequence[tuple[str, dict[str, Any]]], *, due_at: datetime | None = None) -> None:
    """Enqueue tasks of these kinds with these payloads, in one statement."""
    if work:
        tx.execute(_enqueue, [_new(kind, payload, None, due_at) for kind, payload in work])


def ensure_scheduled(tx: Tx, kind: str, payload: dict[str, Any], *, key: str) -> None:
    """Ensure that a task with this key is open: an open one stays unchanged, even if due; a dead one is revived.

    For recurring tasks, whose handler ends with `Snooze`.
    """
    tx.execute(_keep, _new(kind, payload, key, None))


def run_by(tx: Tx, kind: str, payload: dict[str, Any], *, key: str, due_at: datetime | None = None) -> None:
    """Ensure that a task with this key runs at `due_at` (default: now) or earlier. A running one stays unchanged.

    For a handler that empties a queue of its own: its write must look for more work, and wake the task again if there
    is some. A transaction that adds work and one that ends the task exclude each other through the task's row.
    """
    tx.execute(_wake, _new(kind, payload, key, due_at))


def hurry(tx: Tx, key: str) -> None:
    """Make a waiting task due now, if there is one with this key."""
    tx.execute(_hurry, {"name": key, "now": now()})


def _new(kind: str, payload: dict[str, Any], key: str | None, due_at: datetime | None) -> dict[str, Any]:
    at = now()
    return {
        "id": new_id(),
        "kind": kind,
        "payload": payload,
        "key": key,
        "state": "ready",
        "due_at": due_at or at,
        "attempts": 0,
        "fence": 0,
        "trace": traceparent(),
        "created_at": at,
    }


def claim(
    tx: Tx,
    most: int,
    lease: timedelta = LEASE,
    *,
    kinds: Collection[str] | None = None,
    without: Collection[str] = (),
) -> list[Task]:
    """Claim up to `most` due tasks (of these kinds, or without those) with a lease, oldest first.

    Safe with concurrent workers.
    """
    at = now()
    values: dict[str, Any] = {"now": at, "until": at + lease, "most": most}
    if kinds is not None:
        rows = tx.execute(_claim_of_kinds, {**values, "kinds": list(kinds)})
    elif without:
        rows = tx.execute(_claim_of_others, {**values, "kinds": list(without)})
    else:
        rows = tx.execute(_claim, values)
    return [Task(row.id, row.kind, row.payload, row.attempts, row.fence, row.trace) for row in rows]


def finish(tx: Tx, task: Task) -> None:
    """Mark the task done, in the transaction of its effect. Raises `LeaseLost`."""
    _set(tx, task, "done", now(), tries=task.attempts)


def retry(tx: Tx, task: Task, error: BaseException) -> None:
    """Release a failed task: due again after exponential backoff, or dead after `MAX_ATTEMPTS`."""
    state = "dead" if task.attempts >= MAX_ATTEMPTS else "ready"
    _set(tx, task, state, now() + back_off(task.attempts), tries=task.attempts, why=repr(error)[:2000])


def snooze(tx: Tx, task: Task, delay: timedelta) -> None:
    """Release a task that is not ready yet; the attempt does not count."""
    _set(tx, task, "ready", now() + delay, tries=task.attempts - 1)


def leave(tx: Tx, task: Task, reason: str) -> None:
    """Release a task that this worker has no handler for; the attempt does not count."""
    _set(tx, task, "ready", now() + UNKNOWN_PAUSE, tries=task.attempts - 1, why=reason)


def back_off(attempts: int) -> timedelta:
    """Exponential backoff with jitter: 1 s, 2 s, 4 s ... at most 10 minutes, each plus up to half."""
    return timedelta(seconds=min(600.0, 2.0 ** (attempts - 1)) * random.uniform(1, 1.5))  # noqa: S311


def _set(tx: Tx, task: Task, state: str, at: datetime, *, tries: int, why: str | None = None) -> None:
    values = {"task": task.id, "held": task.fence, "next": state, "at": at, "tries": tries, "why": why}
    if tx.execute(_settle, values).rowcount != 1:
        raise LeaseLost(task.id)


def has_due(tx: Tx, kinds: Collection[str] | None = None, *, without: Collection[str] = ()) -> bool:
    """Whether a task (of these kinds, or without those) is due."""
    if kinds is not None:
        return tx.execute(_any_due_of_kinds, {"now": now(), "kinds": list(kinds)}).first() is not None
    if without:
        return tx.execute(_any_due_of_others, {"now": now(), "kinds": list(without)}).first() is not None
    return tx.execute(_any_due, {"now": now()}).first() is not None


def write_and_finish(tx: Tx, task: Task, write: Write | None) -> None:
    """Apply the task's effect and mark it done. Raises `LeaseLost`."""
    finish(tx, task)
    if write is not None:
        write(tx)


def extend_lease(tx: Tx, task: Task, lease: timedelta) -> None:
    """Extend the lease from now; a task that another worker took over stays unchanged."""
    tx.execute(_extend, {"task": task.id, "held": task.fence, "until": now() + lease})
