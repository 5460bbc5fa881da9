"""Task handlers that send messages: after the transaction that causes them, with retries."""

from functools import partial

from dayshift.core.db import Tx
from dayshift.core.tasks import Handler, Task, Write, ensure_scheduled
from dayshift.notifications import hiring
from dayshift.notifications.letters import plan, send
from dayshift.notifications.sender import Sender
from dayshift.notifications.table import MESSAGES, PLANS, Schedule

_RENAMED = {
    "notifications.accommodation.tell": "notifications.accommodation.tell_asked",
    "notifications.staff.tell_dropped": "notifications.staff.tell_job_dropped",
}
"""Kinds of tasks that workers of the version before this one enqueue during an upgrade. Then they can go."""


def handlers(sender: Sender) -> dict[str, Handler]:
    """Return the package's task handlers."""
    found: dict[str, Handler] = {hiring.SWEEP: partial(hiring.sweep, sender)}
    for message in MESSAGES:
        if callable(message.to):
            found[message.kind] = partial(plan, message, message.to)
            found[message.each] = partial(send, sender, message)
        else:
            found[message.kind] = partial(send, sender, message)
    found |= {kind: partial(_run, schedule) for kind, (_, schedule) in PLANS.items()}
    return found | {old: found[new] for old, new in _RENAMED.items()}


async def _run(schedule: Schedule, task: Task) -> Write:
    return lambda tx: schedule(tx, task.payload)


def schedule(tx: Tx) -> None:
    """Schedule the hourly sweep of digests, once."""
    ensure_scheduled(tx, hiring.SWEEP, {}, key=hiring.SWEEP)
