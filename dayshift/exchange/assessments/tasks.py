"""Background work: tell the other system that an order's status has changed, and delete old orders."""

from datetime import datetime, timedelta

import structlog

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.outgoing import Outgoing, OutgoingFailed, OutgoingRefused
from dayshift.core.tasks import Handler, Snooze, Task, Write, ensure_scheduled
from dayshift.hiring.applications import change_order, drop_old_orders, find_order

log = structlog.get_logger()

CALL_BACK = "exchange.assessments.call_back"
SWEEP = "exchange.assessments.sweep"
SWEEP_EVERY = timedelta(days=1)
GIVE_UP = timedelta(days=3)
"""Retries end this long after the change."""
RETRY = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=6))


def schedule(tx: Tx) -> None:
    """Schedule the daily deletion of old orders, once."""
    ensure_scheduled(tx, SWEEP, {}, key=SWEEP)


def handlers(db: Database, outgoing: Outgoing) -> dict[str, Handler]:
    """The task handlers of assessments."""

    async def call_back(task: Task) -> Write | None:
        order_id = task.payload["order_id"]
        order = await db.read(find_order, order_id)
        if order is None or order.ended_at is None:
            return None
        since = datetime.fromisoformat(task.payload["since"]) if "since" in task.payload else order.ended_at
        if order.called_at is not None and order.called_at >= since:
            return None
        at = now()  # Before the request: what changes while it is under way needs another one.
        error = await _patch(outgoing, order.callback_url)
        if error is None:
            return lambda tx: change_order(tx, order_id, called_at=at, callback_error=None)
        log.warning("assessment callback failed", order=order_id, error=error)
        await db.write(lambda tx: change_order(tx, order_id, callback_error=error))
        if at - since > GIVE_UP:
            return None
        raise Snooze(_delay(at - since))

    async def sweep(_task: Task) -> Write | None:
        await db.write(drop_old_orders, now())
        raise Snooze(SWEEP_EVERY)

    return {CALL_BACK: call_back, SWEEP: sweep}


def _delay(waited: timedelta) -> timedelta:
    """The pause before the next attempt: longer the longer the other system has been silent."""
    return next((pause for pause in RETRY if waited < pause * 2), RETRY[-1])


async def _patch(outgoing: Outgoing, url: str) -> str | None:
    """Send the callback; return the error, or None. Its body is empty: the other system then reads the status."""
    try:
        reply = await outgoing.send("PATCH", url, keep=1)
    except OutgoingRefused as error:
        return f"refused: {error}"[:200]
    except OutgoingFailed as error:
        return f"failed: {error}"[:200]
    return None if 200 <= reply.status < 300 else f"status {reply.status}"
