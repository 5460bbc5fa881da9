"""HTTP shapes of webhooks."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from dayshift.core.schemas import Body, Reply
from dayshift.exchange.webhooks.events import EVENTS

_Event = Annotated[str, Field(json_schema_extra={"enum": list(EVENTS)})]


class WebhookFields(Body):
    """Where events are sent, and which."""

    url: Annotated[str, StringConstraints(min_length=9, max_length=500)]
    events: Annotated[list[_Event], Field(min_length=1, max_length=50)]


class WebhookReply(Reply):
    """An endpoint. `waiting` is how many deliveries wait.

    `reason` says why it is disabled: by a member, because it replied 410, or because it failed for days.
    `old_secret_until` is when the secret from before the last rotation stops signing.
    """

    id: str
    url: str
    events: list[_Event]
    state: Literal["enabled", "disabled"]
    reason: Literal["member", "gone", "failing"] | None
    failing_since: datetime | None
    succeeded_at: datetime | None
    old_secret_until: datetime | None
    waiting: int
    created_at: datetime


class WebhooksReply(Reply):
    """An employer's endpoints, and the events that they can subscribe to."""

    events: list[_Event]
    endpoints: list[WebhookReply]


class WebhookSecretReply(Reply):
    """An endpoint with its new secret, which is shown only now."""

    endpoint: WebhookReply
    secret: str


class WebhookDeliveryReply(Reply):
    """An event for an endpoint, as sent, with the result of the last attempt.

    `status` is the HTTP status; without a reply it is null, and `error` says why. `due_at` is the next attempt of a
    pending one.
    """

    id: str
    type: str
    body: str
    state: Literal["pending", "delivered", "failed"]
    attempts: int
    due_at: datetime
    sent_at: datetime | None
    status: int | None
    response: str | None
    error: str | None
    created_at: datetime


class WebhookDeliveriesReply(Reply):
    """A page of deliveries, newest first; `next` is the last one's id if there are more."""

    deliveries: list[WebhookDeliveryReply]
    next: str | None
