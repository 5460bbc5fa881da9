"""Durable background work: a task is a row, written in the same transaction as its cause.

A claimed task has a lease and a fencing token. Its `due_at` becomes the end of the lease, so a task
whose worker died becomes due again, for any worker. A handler does its slow work outside any
transaction and returns a function that writes the result; that write and the completion of the task
are one transaction, so effects in the database happen exactly once. Effects outside it need an
idempotency key (use the task's id).
"""

from dayshift.core.tasks.maintenance import (
    Backlog,
    Count,
    DeadLetter,
    backlog,
    count_late,
    count_tasks,
    dead_letters,
    delete_tasks_of,
    drop,
    due_times,
    invariants,
    open_keys,
    open_payloads,
    revive,
)
from dayshift.core.tasks.models import tasks
from dayshift.core.tasks.queue import (
    LEASE,
    MAX_ATTEMPTS,
    Handler,
    LeaseLost,
    Snooze,
    Task,
    Write,
    back_off,
    claim,
    enqueue,
    enqueue_many,
    ensure_scheduled,
    finish,
    hurry,
    run_by,
)
from dayshift.core.tasks.worker import Worker

__all__ = [
    "LEASE",
    "MAX_ATTEMPTS",
    "Backlog",
    "Count",
    "DeadLetter",
    "Handler",
    "LeaseLost",
    "Snooze",
    "Task",
    "Worker",
    "Write",
    "back_off",
    "backlog",
    "claim",
    "count_late",
    "count_tasks",
    "dead_letters",
    "delete_tasks_of",
    "drop",
    "due_times",
    "enqueue",
    "enqueue_many",
    "ensure_scheduled",
    "finish",
    "hurry",
    "invariants",
    "open_keys",
    "open_payloads",
    "revive",
    "run_by",
    "tasks",
]
