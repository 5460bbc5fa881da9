"""HTTP: owners connect their own systems, and see what was sent to them."""

from typing import Annotated

from fastapi import APIRouter, Query

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.outgoing import Outgoing, OutgoingRefused
from dayshift.dependencies import Config, Db, Limiter
from dayshift.exchange.webhooks import actions
from dayshift.exchange.webhooks.actions import AddressRefused, EndpointNotEnabled, NotReplayable, TooManyEndpoints
from dayshift.exchange.webhooks.events import EVENTS
from dayshift.exchange.webhooks.queries import (
    Endpoint,
    count_waiting,
    deliveries_of,
    endpoints_of,
    own_endpoint,
)
from dayshift.exchange.webhooks.schemas import (
    WebhookDeliveriesReply,
    WebhookDeliveryReply,
    WebhookFields,
    WebhookReply,
    WebhookSecretReply,
    WebhooksReply,
)
from dayshift.exchange.webhooks.signing import shown
from dayshift.hiring.employers import ROLE_ERRORS, Member, Owner
from dayshift.settings import Settings

router = APIRouter(tags=["desk"])

CHANGE = Rule("change webhooks", 60, 3600)
SEND = Rule("send a webhook by hand", 120, 3600)
"""Per employer."""

PAGE = 20

_CHANGE = errors(*ROLE_ERRORS, NotFound, RateLimited)


@router.get("/api/desk/webhooks", responses=errors(*ROLE_ERRORS))
async def list_webhooks(member: Owner, db: Db) -> WebhooksReply:
    """The employer's endpoints."""
    return await db.read(_listed, member)


@router.post(
    "/api/desk/webhooks", status_code=201, responses=errors(*ROLE_ERRORS, AddressRefused, TooManyEndpoints, RateLimited)
)
async def create_webhook(
    body: WebhookFields, member: Owner, db: Db, limits: Limiter, settings: Config
) -> WebhookSecretReply:
    """Add an endpoint. Its secret is shown only now."""
    await limits.count(CHANGE, member.employer_id)
    url, events = _checked(body, settings)

    def work(tx: Tx) -> WebhookSecretReply:
        endpoint = actions.create_endpoint(tx, member, url, events, now())
        return WebhookSecretReply(endpoint=_reply(endpoint, 0), secret=shown(endpoint.secret))

    return await db.write(work)


@router.put("/api/desk/webhooks/{endpoint_id}", responses=errors(*ROLE_ERRORS, NotFound, AddressRefused, RateLimited))
async def change_webhook(
    endpoint_id: str, body: WebhookFields, member: Owner, db: Db, limits: Limiter, settings: Config
) -> WebhooksReply:
    """Change an endpoint's address and events."""
    await limits.count(CHANGE, member.employer_id)

    def work(tx: Tx) -> WebhooksReply:
        own_endpoint(tx, member.employer_id, endpoint_id)  # Missing comes before malformed.
        url, events = _checked(body, settings)
        actions.change_endpoint(tx, member, endpoint_id, url, events)
        return _listed(tx, member)

    return await db.write(work)


@router.delete("/api/desk/webhooks/{endpoint_id}", responses=_CHANGE)
async def delete_webhook(endpoint_id: str, member: Owner, db: Db, limits: Limiter) -> WebhooksReply:
    """Delete an endpoint with its deliveries."""
    await limits.count(CHANGE, member.employer_id)

    def work(tx: Tx) -> WebhooksReply:
        actions.delete_endpoint(tx, member, endpoint_id)
        return _listed(tx, member)

    return await db.write(work)


@router.post("/api/desk/webhooks/{endpoint_id}/secret", responses=_CHANGE)
async def rotate_webhook_secret(endpoint_id: str, member: Owner, db: Db, limits: Limiter) -> WebhookSecretReply:
    """Replace the secret. For 24 hours, deliveries are signed with both."""
    await limits.count(CHANGE, member.employer_id)

    def work(tx: Tx) -> WebhookSecretReply:
        endpoint = actions.rotate_secret(tx, member, endpoint_id, now())
        waiting = count_waiting(tx, [endpoint_id]).get(endpoint_id, 0)
        return WebhookSecretReply(endpoint=_reply(endpoint, waiting), secret=shown(endpoint.secret))

    return await db.write(work)


@router.post("/api/desk/webhooks/{endpoint_id}/enable", responses=_CHANGE)
async def enable_webhook(endpoint_id: str, member: Owner, db: Db, limits: Limiter) -> WebhooksReply:
    """Turn an endpoint on. What still waits is sent first."""
    await limits.count(CHANGE, member.employer_id)

    def work(tx: Tx) -> WebhooksReply:
        actions.enable_endpoint(tx, member, endpoint_id, now())
        return _listed(tx, member)

    return await db.write(work)


@router.post("/api/desk/webhooks/{endpoint_id}/disable", responses=_CHANGE)
async def disable_webhook(endpoint_id: str, member: Owner, db: Db, limits: Limiter) -> WebhooksReply:
    """Turn an endpoint off. Events that happen meanwhile are not kept for it."""
    await limits.count(CHANGE, member.employer_id)

    def work(tx: Tx) -> WebhooksReply:
        actions.disable_endpoint(tx, member, endpoint_id)
        return _listed(tx, member)

    return await db.write(work)


@router.post(
    "/api/desk/webhooks/{endpoint_id}/test", responses=errors(*ROLE_ERRORS, NotFound, EndpointNotEnabled, RateLimited)
)
async def send_test_webhook(endpoint_id: str, member: Owner, db: Db, limits: Limiter) -> WebhookDeliveriesReply:
    """Send a test event."""
    await limits.count(SEND, member.employer_id)
    await db.write(actions.send_test, member, endpoint_id, now())
    return await _page(db, member, endpoint_id, None)


@router.get("/api/desk/webhooks/{endpoint_id}/deliveries", responses=errors(*ROLE_ERRORS, NotFound))
async def list_webhook_deliveries(
    endpoint_id: str, member: Owner, db: Db, before: Annotated[str | None, Query(max_length=36)] = None
) -> WebhookDeliveriesReply:
    """What was sent to an endpoint in the last 30 days, and what waits."""
    return await _page(db, member, endpoint_id, before)


@router.post(
    "/api/desk/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay",
    responses=errors(*ROLE_ERRORS, NotFound, EndpointNotEnabled, NotReplayable, RateLimited),
)
async def replay_webhook_delivery(
    endpoint_id: str, delivery_id: str, member: Owner, db: Db, limits: Limiter
) -> WebhookDeliveriesReply:
    """Send a delivery again, with the same `webhook-id`."""
    await limits.count(SEND, member.employer_id)
    await db.write(actions.replay, member, endpoint_id, delivery_id, now())
    return await _page(db, member, endpoint_id, None)


def _checked(body: WebhookFields, settings: Settings) -> tuple[str, list[str]]:
    """The address and the events, each once. Raises `AddressRefused`, `InvalidRequest`."""
    if not set(body.events) <= set(EVENTS):
        raise InvalidRequest(fields={"events": "Please choose from the list"})
    try:
        Outgoing(settings.private_addresses_allowed).check(body.url)
    except OutgoingRefused as error:
        raise AddressRefused from error
    return body.url, [event for event in EVENTS if event in body.events]


def _listed(tx: Tx, member: Member) -> WebhooksReply:
    found = endpoints_of(tx, member.employer_id)
    waiting = count_waiting(tx, [one.id for one in found])
    return WebhooksReply(events=list(EVENTS), endpoints=[_reply(one, waiting.get(one.id, 0)) for one in found])


def _reply(endpoint: Endpoint, waiting: int) -> WebhookReply:
    shown_until = endpoint.old_secret_until if len(endpoint.keys(now())) > 1 else None
    values = {name: getattr(endpoint, name) for name in WebhookReply.model_fields if name != "waiting"}
    return WebhookReply(**{**values, "old_secret_until": shown_until, "waiting": waiting})


async def _page(db: Database, member: Member, endpoint_id: str, before: str | None) -> WebhookDeliveriesReply:
    def read(tx: Tx) -> WebhookDeliveriesReply:
        own_endpoint(tx, member.employer_id, endpoint_id)
        found = deliveries_of(tx, endpoint_id, before and before.replace("\0", ""), PAGE + 1)
        page = [WebhookDeliveryReply.model_validate(one) for one in found[:PAGE]]
        return WebhookDeliveriesReply(deliveries=page, next=page[-1].id if len(found) > PAGE else None)

    return await db.read(read)
