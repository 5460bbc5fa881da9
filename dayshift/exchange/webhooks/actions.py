"""Create, change and delete endpoints; add events to their queues."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from dayshift.core.audit import Action, Details, record
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import AppError
from dayshift.core.ids import new_id
from dayshift.core.tasks import run_by
from dayshift.exchange.webhooks.events import OF_MOVES, TEST, body_of, host_of
from dayshift.exchange.webhooks.models import webhook_deliveries as deliveries
from dayshift.exchange.webhooks.models import webhook_endpoints as endpoints
from dayshift.exchange.webhooks.queries import (
    Endpoint,
    count_endpoints,
    endpoints_of,
    find_delivery,
    next_due,
    own_endpoint,
)
from dayshift.exchange.webhooks.signing import new_secret
from dayshift.hiring.applications import Application, StoredMove
from dayshift.hiring.employers import Member


class AddressRefused(AppError):
    """The address of an endpoint is malformed, not encrypted or not public."""

    code = "webhook_address_refused"
    status = 422
    message = "Enter a public address that starts with https://."


class TooManyEndpoints(AppError):
    """The employer has as many endpoints as allowed."""

    code = "too_many_webhooks"
    status = 409
    message = "You already have 10 webhook addresses. Delete one first."


class EndpointNotEnabled(AppError):
    """Nothing is sent to a disabled endpoint."""

    code = "webhook_disabled"
    status = 409
    message = "This address is turned off. Turn it on first."


class NotReplayable(AppError):
    """The delivery is still waiting, or its body is no longer stored."""

    code = "delivery_not_replayable"
    status = 409
    message = "This can't be sent again."


DELIVER = "exchange.webhooks.deliver"
"""The task that empties one endpoint's queue."""

MAX_ENDPOINTS = 10
"""Per employer."""

GRACE = timedelta(hours=24)
"""How long the old secret also signs after a rotation."""

MOVES_WITHIN = timedelta(days=1)
"""How old an unsent move of an application may be when a later one is sent."""

AFTER_SUBMIT = timedelta(seconds=15)
"""Delay of a new application's event: until then, the candidate can take it back without a trace."""

_insert_endpoint = insert(endpoints)
_mine = endpoints.c.id == bindparam("endpoint")
_change = (
    update(endpoints)
    .where(_mine)
    .values(url=bindparam("to"), events=bindparam("chosen", type_=endpoints.c.events.type))
)
_hosts = select(endpoints.c.id, endpoints.c.employer_id, endpoints.c.url)
_rotate = (
    update(endpoints)
    .where(_mine)
    .values(old_secret=endpoints.c.secret, old_secret_until=bindparam("until"), secret=bindparam("new"))
)
_enable = (
    update(endpoints)
    .where(_mine)
    .values(state="enabled", reason=None, failing_since=None, failures=0, paused_until=None)
)
_disable = update(endpoints).where(_mine).values(state="disabled", reason=bindparam("why"))
_delete = delete(endpoints).where(_mine)
_delete_all = delete(endpoints).where(endpoints.c.employer_id == bindparam("employer"))
_insert_delivery = insert(deliveries).on_conflict_do_nothing(index_elements=["endpoint_id", "application_id", "number"])
_again = (
    update(deliveries)
    .where(deliveries.c.id == bindparam("delivery"))
    .values(state="pending", attempts=0, due_at=bindparam("at"), error=None)
)


def create_endpoint(tx: Tx, member: Member, url: str, events: Sequence[str], at: datetime) -> Endpoint:
    """Create an endpoint with a new secret. Raises `TooManyEndpoints`."""
    hold_lock(tx, f"webhooks of {member.employer_id}")
    if count_endpoints(tx, member.employer_id) >= MAX_ENDPOINTS:
        raise TooManyEndpoints
    endpoint_id = new_id()
    values: dict[str, Any] = {"id": endpoint_id, "employer_id": member.employer_id, "url": url, "events": list(events)}
    values |= {"secret": new_secret(), "state": "enabled", "created_by": member.id, "created_at": at}
    tx.execute(_insert_endpoint, values)
    _record(tx, member, "webhook.created", endpoint_id, {"events": len(events)})
    return own_endpoint(tx, member.employer_id, endpoint_id)


def change_endpoint(tx: Tx, member: Member, endpoint_id: str, url: str, events: Sequence[str]) -> None:
    """Change where events are sent, and which. Raises `NotFound`."""
    own_endpoint(tx, member.employer_id, endpoint_id, for_update=True)
    tx.execute(_change, {"endpoint": endpoint_id, "to": url, "chosen": list(events)})
    _record(tx, member, "webhook.changed", endpoint_id, {"events": len(events)})


def rotate_secret(tx: Tx, member: Member, endpoint_id: str, at: datetime) -> Endpoint:
    """Replace the secret; the old one signs too until `GRACE` is over. Raises `NotFound`."""
    own_endpoint(tx, member.employer_id, endpoint_id, for_update=True)
    tx.execute(_rotate, {"endpoint": endpoint_id, "new": new_secret(), "until": at + GRACE})
    _record(tx, member, "webhook.rotated", endpoint_id)
    return own_endpoint(tx, member.employer_id, endpoint_id)


def enable_endpoint(tx: Tx, member: Member, endpoint_id: str, at: datetime) -> None:
    """Send events again, those that waited first. Raises `NotFound`."""
    own_endpoint(tx, member.employer_id, endpoint_id)
    _wake(tx, endpoint_id, at)
    tx.execute(_enable, {"endpoint": endpoint_id})
    _record(tx, member, "webhook.enabled", endpoint_id)


def disable_endpoint(tx: Tx, member: Member, endpoint_id: str) -> None:
    """Send nothing any more; no new events are kept for it. Raises `NotFound`."""
    own_endpoint(tx, member.employer_id, endpoint_id, for_update=True)
    tx.execute(_disable, {"endpoint": endpoint_id, "why": "member"})
    _record(tx, member, "webhook.disabled", endpoint_id)


def disable_failing(tx: Tx, endpoint_id: str, reason: str) -> None:
    """Disable an endpoint because of its replies."""
    tx.execute(_disable, {"endpoint": endpoint_id, "why": reason})


def delete_endpoint(tx: Tx, member: Member, endpoint_id: str) -> None:
    """Delete an endpoint with its deliveries. Raises `NotFound`."""
    own_endpoint(tx, member.employer_id, endpoint_id, for_update=True)
    tx.execute(_delete, {"endpoint": endpoint_id})
    _record(tx, member, "webhook.deleted", endpoint_id)


def webhook_hosts(tx: Tx) -> dict[str, tuple[str, str]]:
    """Return the employer and the host of each endpoint, without opening its secret."""
    return {row.id: (row.employer_id, host_of(row.url)) for row in tx.execute(_hosts)}


def end_endpoints(tx: Tx, employer_id: str) -> int:
    """Delete the endpoints of an employer that was closed; return how many. What still waits is not sent."""
    return tx.execute(_delete_all, {"employer": employer_id}).rowcount


def send_test(tx: Tx, member: Member, endpoint_id: str, at: datetime) -> str:
    """Add a test event; return its delivery's id. Raises `NotFound`, `EndpointNotEnabled`."""
    endpoint = own_endpoint(tx, member.employer_id, endpoint_id)
    if endpoint.state != "enabled":
        raise EndpointNotEnabled
    return _add(tx, endpoint, TEST, body_of(TEST, at, {"endpoint_id": endpoint_id}), at, due_at=at)


def replay(tx: Tx, member: Member, endpoint_id: str, delivery_id: str, at: datetime) -> None:
    """Send a delivery again, with the same id and body. Raises `NotFound`, `EndpointNotEnabled`, `NotReplayable`."""
    endpoint = own_endpoint(tx, member.employer_id, endpoint_id)
    _wake(tx, endpoint_id, at)
    delivery = find_delivery(tx, endpoint_id, delivery_id)
    if endpoint.state != "enabled":
        raise EndpointNotEnabled
    if delivery.state == "pending" or not delivery.body:
        raise NotReplayable
    tx.execute(_again, {"delivery": delivery_id, "at": at})


def add_moves(tx: Tx, application: Application, moves: Sequence[StoredMove], at: datetime) -> int:
    """Add the events of an application's moves to the queues, in their order; return how many.

    Tasks of single moves can run in any order: each adds the moves before it too, unless they are there already.
    """
    added = 0
    for endpoint in endpoints_of(tx, application.employer_id):
        since = max(at - MOVES_WITHIN, endpoint.created_at)
        for move in moves:
            event = OF_MOVES[move.action]
            if endpoint.state == "enabled" and event in endpoint.events and move.made_at >= since:
                data: dict[str, str | int] = {
                    **data_of(application),
                    "number": move.number,
                    "stage": move.to_stage,
                    "by": move.actor,
                }
                due_at = move.made_at + AFTER_SUBMIT if move.action == "submit" else at
                body = body_of(event, move.made_at, data)
                _add(tx, endpoint, event, body, at, due_at=due_at, application=application, number=move.number)
                added += 1
    return added


def add_event(
    tx: Tx,
    employer_id: str,
    event: str,
    data: Mapping[str, str | int],
    at: datetime,
    application: Application | None = None,
) -> int:
    """Add an event to the queues of the endpoints that subscribe to it; return how many."""
    chosen = [one for one in endpoints_of(tx, employer_id) if one.state == "enabled" and event in one.events]
    for endpoint in chosen:
        _add(tx, endpoint, event, body_of(event, at, data), at, due_at=at, application=application)
    return len(chosen)


def data_of(application: Application) -> dict[str, str]:
    """Return the ids that every event of an application has."""
    ids = {"application_id": application.id, "job_id": application.job_id, "posting_id": application.posting_id}
    ids |= {"location_id": application.location_id or "", "interview_id": application.interview_id or ""}
    return {name: value for name, value in ids.items() if value}


def wake_endpoint(tx: Tx, endpoint_id: str, at: datetime, not_before: datetime | None = None) -> None:
    """Let the endpoint's queue be worked on when its next delivery is due."""
    due_at = next_due(tx, endpoint_id)
    if due_at is not None:
        _wake(tx, endpoint_id, max(due_at, at, not_before or at))


def _wake(tx: Tx, endpoint_id: str, due_at: datetime) -> None:
    """Let a round begin. Comes before changes of the endpoint's row: the end of a round locks in this order too."""
    run_by(tx, DELIVER, {"endpoint_id": endpoint_id}, key=f"{DELIVER}:{endpoint_id}", due_at=due_at)


def _add(  # noqa: PLR0913  (a delivery has these parts)
    tx: Tx,
    endpoint: Endpoint,
    event: str,
    body: str,
    at: datetime,
    *,
    due_at: datetime,
    application: Application | None = None,
    number: int | None = None,
) -> str:
    delivery_id = new_id()
    values: dict[str, Any] = {"id": delivery_id, "endpoint_id": endpoint.id, "number": number}
    values |= {"application_id": application.id if application else None, "type": event, "body": body}
    values |= {"state": "pending", "due_at": due_at, "created_at": at}
    tx.execute(_insert_delivery, values)
    _wake(tx, endpoint.id, max(due_at, endpoint.paused_until or due_at))
    return delivery_id


def _record(
    tx: Tx,
    member: Member,
    action: Action,
    endpoint_id: str,
    details: Details | None = None,
) -> None:
    record(
        tx, action, "member", member.id,
        subject="webhook", subject_id=endpoint_id, employer_id=member.employer_id, details=details,
    )  # fmt: skip
