"""Sends what waits for one endpoint: a round sends a few deliveries at once, then records all results.

At least once: if the process dies after sending, the round is repeated with the same `webhook-id`s. In order for each
application. Each endpoint has one task, so a slow or dead one uses one slot of the worker for webhooks at most; after
a round without a success it pauses, and the next round tries a single delivery.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import structlog
from sqlalchemy import bindparam, delete, exists, func, select, update

from dayshift.accounts import is_held
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.events import publish
from dayshift.core.outgoing import Outgoing, OutgoingFailed, OutgoingRefused
from dayshift.core.provider_metrics import provider_call
from dayshift.core.tasks import Handler, Snooze, Task, Write, ensure_scheduled
from dayshift.exchange.webhooks.actions import DELIVER, disable_failing, wake_endpoint
from dayshift.exchange.webhooks.events import ERASED, host_of
from dayshift.exchange.webhooks.models import webhook_deliveries as deliveries
from dayshift.exchange.webhooks.models import webhook_endpoints as endpoints
from dayshift.exchange.webhooks.queries import Delivery, Endpoint, due_deliveries, find_endpoint
from dayshift.exchange.webhooks.signing import headers_of
from dayshift.hiring.applications.models import applications
from dayshift.notifications import EndpointDisabled

log = structlog.get_logger()

CLEAN = "exchange.webhooks.clean"

SCHEDULE = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
"""Delays before the second and every later attempt, as the specification recommends."""

SECONDS = 15.0
"""Timeout of one attempt."""

ROUND = 20
"""Deliveries in one round."""
AT_ONCE = 5
"""Requests to one endpoint at the same time."""

PAUSE, MAX_PAUSE = timedelta(seconds=5), timedelta(minutes=5)
"""Pause after a round without a success. It doubles with each such round."""

FAILING = timedelta(days=5)
"""An endpoint that failed for so long, without a success, is disabled."""

MAX_RESPONSE = 2000
"""Bytes of a response that are stored."""

KEPT = timedelta(days=30)
"""How long deliveries are kept."""
CLEAN_EVERY = timedelta(hours=1)
_AT_ONCE_DELETED = 500

OK, GONE = range(200, 300), 410
BUSY = {429, 503}
_DIGITS = 9
MAX_WAIT = timedelta(hours=1)
"""Maximum time that an endpoint can ask to wait with `Retry-After`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one attempt; `status` is None if there was no reply, then `error` says why."""

    delivery: Delivery
    at: datetime
    status: int | None = None
    response: str | None = None
    error: str | None = None
    wait: timedelta = timedelta(0)

    @property
    def delivered(self) -> bool:
        """Whether the endpoint confirmed the delivery."""
        return self.status is not None and self.status in OK


_set_delivery = (
    update(deliveries)
    .where(deliveries.c.id == bindparam("delivery"), deliveries.c.state == "pending")
    .values(
        state=bindparam("to"),
        attempts=bindparam("tries"),
        due_at=bindparam("due"),
        sent_at=bindparam("at"),
        status=bindparam("code"),
        response=bindparam("reply"),
        error=bindparam("why"),
    )
)
_forget_body = update(deliveries).where(deliveries.c.id == bindparam("delivery")).values(body="")
_worked = (
    update(endpoints)
    .where(endpoints.c.id == bindparam("endpoint"))
    .values(failing_since=None, failures=0, paused_until=None, succeeded_at=bindparam("at"))
)
_did_not_work = (
    update(endpoints)
    .where(endpoints.c.id == bindparam("endpoint"))
    .values(
        failing_since=func.coalesce(endpoints.c.failing_since, bindparam("at", type_=endpoints.c.failing_since.type)),
        failures=endpoints.c.failures + 1,
        paused_until=bindparam("until"),
    )
)
_old = (
    select(deliveries.c.id)
    .where(deliveries.c.created_at < bindparam("before"))
    .where(
        ~exists().where(
            applications.c.id == deliveries.c.application_id,
            is_held(applications.c.user_id, applications.c.employer_id),
        )
    )
    .order_by(deliveries.c.created_at)
    .limit(_AT_ONCE_DELETED)
)
_delete_old = delete(deliveries).where(deliveries.c.id.in_(_old))


def delivery_handlers(db: Database, outgoing: Outgoing) -> dict[str, Handler]:
    """The task handlers that send deliveries and delete old ones."""

    async def deliver(task: Task) -> Write | None:
        return await _deliver(db, outgoing, task)

    async def clean(_task: Task) -> None:
        while await db.write(delete_old, now() - KEPT):
            pass
        raise Snooze(CLEAN_EVERY)

    return {DELIVER: deliver, CLEAN: clean}


def schedule(tx: Tx) -> None:
    """Schedule the deletion of old deliveries, once."""
    ensure_scheduled(tx, CLEAN, {}, key=CLEAN)


def delete_old(tx: Tx, before: datetime) -> int:
    """Delete a batch of deliveries that were made before and are under no legal hold; return how many."""
    return tx.execute(_delete_old, {"before": before, "held_at": now()}).rowcount


async def _deliver(db: Database, outgoing: Outgoing, task: Task) -> Write | None:
    endpoint_id = task.payload["endpoint_id"]

    def load(tx: Tx) -> tuple[Endpoint, list[Delivery]] | None:
        endpoint, at = find_endpoint(tx, endpoint_id), now()
        if endpoint is None or endpoint.state != "enabled":
            return None
        if endpoint.paused_until and endpoint.paused_until > at:
            return endpoint, []
        return endpoint, due_deliveries(tx, endpoint_id, at, 1 if endpoint.failures else ROUND)

    loaded = await db.read(load)
    if loaded is None:
        return None
    endpoint, due = loaded
    outcomes = await _send_all(outgoing, endpoint, due)

    def write(tx: Tx) -> None:
        current = find_endpoint(tx, endpoint_id, for_update=True)
        if current is not None:
            record_outcomes(tx, current, outcomes)
            changed = find_endpoint(tx, endpoint_id)
            if changed is not None and changed.state == "enabled":
                wake_endpoint(tx, endpoint_id, now(), changed.paused_until)

    return write


async def _send_all(outgoing: Outgoing, endpoint: Endpoint, due: Sequence[Delivery]) -> list[Outcome]:
    """Send deliveries, a few at once. After one that got no reply, those that have not begun are left for later."""
    waiting, outcomes = list(reversed(due)), list[Outcome]()

    async def send_next() -> None:
        while waiting and all(one.status not in {None, GONE} for one in outcomes):
            outcomes.append(await attempt(outgoing, endpoint, waiting.pop()))

    async with asyncio.TaskGroup() as group:
        for _ in range(min(AT_ONCE, len(due))):
            group.create_task(send_next())
    return outcomes


async def attempt(outgoing: Outgoing, endpoint: Endpoint, delivery: Delivery) -> Outcome:
    """Send one delivery once."""
    at, body = now(), delivery.body.encode()
    headers = headers_of(f"msg_{delivery.id}", at, body, endpoint.keys(at))
    headers |= {"Content-Type": "application/json", "User-Agent": "Dayshift-Webhooks/1"}
    try:
        with provider_call("webhook post", OutgoingFailed, OutgoingRefused):
            reply = await outgoing.send("POST", endpoint.url, content=body, headers=headers, keep=MAX_RESPONSE)
    except (OutgoingFailed, OutgoingRefused) as error:
        return Outcome(delivery, at, error=str(error)[:40])
    # NUL cannot be stored by PostgreSQL.
    text = reply.body.decode("utf-8", "replace").replace("\0", "\ufffd")
    wait = asked_wait(reply.retry_after, at) if reply.status in BUSY else timedelta(0)
    return Outcome(delivery, at, reply.status, text, wait=wait)


def asked_wait(header: str, at: datetime) -> timedelta:
    """Return the time to wait that a `Retry-After` header asks for, in seconds or as a date; at most `MAX_WAIT`."""
    text = header.strip()
    if re.fullmatch("[0-9]+", text):
        # A number of thousands of digits is longer than any that Python converts.
        return min(timedelta(seconds=int(text)), MAX_WAIT) if len(text) <= _DIGITS else MAX_WAIT
    try:
        until = parsedate_to_datetime(text)
        # A date of HTTP is one in GMT, also if it does not say so.
        wait = (until if until.tzinfo else until.replace(tzinfo=UTC)) - at
    except (ValueError, OverflowError):
        return timedelta(0)
    return max(timedelta(0), min(wait, MAX_WAIT))


def record_outcomes(tx: Tx, endpoint: Endpoint, outcomes: Sequence[Outcome]) -> None:
    """Store the results of a round, and disable an endpoint that is gone or has failed for too long."""
    if not outcomes:
        return
    at = now()
    for outcome in outcomes:
        _record(tx, outcome)
    if any(outcome.delivered for outcome in outcomes):
        tx.execute(_worked, {"endpoint": endpoint.id, "at": at})
    else:
        pause = min(PAUSE * 2 ** min(endpoint.failures, 10), MAX_PAUSE)
        pause = max(pause, *(outcome.wait for outcome in outcomes))
        tx.execute(_did_not_work, {"endpoint": endpoint.id, "at": at, "until": at + pause})
        if endpoint.state == "enabled" and endpoint.failing_since and at - endpoint.failing_since >= FAILING:
            _give_up(tx, endpoint, "failing")
            return
    if endpoint.state == "enabled" and any(outcome.status == GONE for outcome in outcomes):
        _give_up(tx, endpoint, "gone")


def _record(tx: Tx, outcome: Outcome) -> None:
    tries = outcome.delivery.attempts + 1
    final = outcome.delivered or outcome.status == GONE or tries > len(SCHEDULE)
    state = "delivered" if outcome.delivered else "failed" if final else "pending"
    due_at = outcome.at if final else outcome.at + max(SCHEDULE[tries - 1], outcome.wait)
    values = {"delivery": outcome.delivery.id, "to": state, "tries": tries, "due": due_at, "at": outcome.at}
    values |= {"code": outcome.status, "reply": outcome.response, "why": outcome.error}
    tx.execute(_set_delivery, values)
    if final and outcome.delivery.type == ERASED:
        tx.execute(_forget_body, {"delivery": outcome.delivery.id})


def _give_up(tx: Tx, endpoint: Endpoint, reason: str) -> None:
    disable_failing(tx, endpoint.id, reason)
    publish(tx, EndpointDisabled(endpoint.employer_id, host_of(endpoint.url), reason))
    log.warning("webhook endpoint disabled", endpoint=endpoint.id, reason=reason)
