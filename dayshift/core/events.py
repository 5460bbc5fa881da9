"""Events: packages publish what happened, and higher packages subscribe with kinds of tasks.

`publish` enqueues the tasks of all subscribers in the transaction of the change, so none of them misses an event. The
table of subscribers, `dayshift.subscribers`, names packages above this one: it is loaded by name with the first event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from typing import cast

from dayshift.core.db import Tx
from dayshift.core.metrics import count_event
from dayshift.core.tasks import Handler, Task, Write, enqueue_many


@dataclass(frozen=True)
class Event:
    """Base of all events, which are frozen dataclasses of JSON values."""


Subscribers = Mapping[type[Event], Sequence[str]]
"""The task kinds that subscribe to each event. Their payload is the event."""


def publish(tx: Tx, *events: Event) -> None:
    """Publish events, in one statement. Their subscribers run after this transaction, at least once."""
    listed = subscribers()
    enqueue_many(tx, [(kind, asdict(event)) for event in events for kind in listed[type(event)]])
    for event in events:
        count_event(type(event).__name__)


@cache
def subscribers() -> Subscribers:
    """Return the subscribers of every event."""
    return cast("Subscribers", import_module("dayshift.subscribers").SUBSCRIBERS)


def forwarding() -> dict[str, Handler]:
    """Return handlers of events that the version before this one enqueued as tasks of their own.

    Its servers may still run during an upgrade. The next version can do without.
    """
    return {f"fact.{event.__name__}": _forward(kinds) for event, kinds in subscribers().items()}


def _forward(kinds: Sequence[str]) -> Handler:
    async def handle(task: Task) -> Write:
        return lambda tx: enqueue_many(tx, [(kind, task.payload) for kind in kinds])

    return handle
