"""Events: packages publish facts, and higher-level packages subscribe to them.

`publish` enqueues one task for the fact, in the same transaction as the change; the worker turns it
into one task for each subscriber. Both steps are durable, so no subscriber misses a fact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar, Protocol

from dayshift.core.db import Tx
from dayshift.core.metrics import count_fact
from dayshift.core.tasks import Handler, Task, Write, enqueue, enqueue_many


class Fact(Protocol):
    """A frozen dataclass of JSON values that describes what happened."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


def publish(tx: Tx, fact: Fact) -> None:
    """Publish `fact`. Its subscribers run after this transaction, at least once."""
    enqueue(tx, kind_of(type(fact)), asdict(fact))


def publish_all(tx: Tx, facts: Sequence[Fact]) -> None:
    """Publish several facts of the same type, in one statement."""
    if facts:
        enqueue_many(tx, kind_of(type(facts[0])), [asdict(fact) for fact in facts])


def kind_of(fact: type) -> str:
    """Return the task kind of a fact."""
    return f"fact.{fact.__name__}"


def subscriptions(by_fact: Mapping[type, Sequence[str]]) -> dict[str, Handler]:
    """Return task handlers that enqueue, for each fact, the task kinds subscribed to it."""
    return {kind_of(fact): _fan_out(fact.__name__, kinds) for fact, kinds in by_fact.items()}


def _fan_out(fact: str, kinds: Sequence[str]) -> Handler:
    async def handle(task: Task) -> Write:
        count_fact(fact)

        def write(tx: Tx) -> None:
            for kind in kinds:
                enqueue(tx, kind, task.payload, key=f"{kind}:{task.id}")

        return write

    return handle
