"""Queries of endpoints and deliveries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, literal_column, or_, select

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.exchange.webhooks.models import webhook_deliveries as deliveries
from dayshift.exchange.webhooks.models import webhook_endpoints as endpoints


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that events of an employer are sent to."""

    id: str
    employer_id: str
    url: str
    events: list[str]
    secret: bytes = field(repr=False)
    old_secret: bytes | None = field(repr=False)
    old_secret_until: datetime | None
    state: str
    reason: str | None
    failing_since: datetime | None
    failures: int
    paused_until: datetime | None
    succeeded_at: datetime | None
    created_at: datetime

    def keys(self, at: datetime) -> list[bytes]:
        """Return the secrets that sign at this time, the newest first."""
        rotating = self.old_secret is not None and self.old_secret_until is not None and at < self.old_secret_until
        return [self.secret, self.old_secret] if rotating and self.old_secret else [self.secret]


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event for one endpoint, with the result of the last attempt."""

    id: str
    endpoint_id: str
    application_id: str | None
    type: str
    body: str
    state: str
    attempts: int
    due_at: datetime
    sent_at: datetime | None
    status: int | None
    response: str | None
    error: str | None
    created_at: datetime


_endpoints = select(*(endpoints.c[name] for name in Endpoint.__slots__))
_of_employer = _endpoints.where(endpoints.c.employer_id == bindparam("employer")).order_by(endpoints.c.id)
_one = _endpoints.where(endpoints.c.id == bindparam("endpoint"))
_one_locked = _one.with_for_update(key_share=True)  # Deliveries can be added meanwhile.
_all = _endpoints.order_by(endpoints.c.id)
_count = select(func.count()).select_from(endpoints).where(endpoints.c.employer_id == bindparam("employer"))

# A literal, so that SQLite uses the partial index.
_pending = deliveries.c.state == literal_column("'pending'")
_earlier = deliveries.alias("earlier")
_first = (
    deliveries.c.endpoint_id == bindparam("endpoint"),
    _pending,
    or_(
        deliveries.c.application_id.is_(None),
        ~exists().where(
            _earlier.c.endpoint_id == deliveries.c.endpoint_id,
            _earlier.c.application_id == deliveries.c.application_id,
            _earlier.c.state == literal_column("'pending'"),
            _earlier.c.id < deliveries.c.id,
        ),
    ),
)
"""The deliveries that can be sent next: of each application only the oldest, which keeps them in order."""
_deliveries = select(*(deliveries.c[name] for name in Delivery.__slots__))
_due = (
    _deliveries.where(*_first, deliveries.c.due_at <= bindparam("at"))
    .order_by(deliveries.c.due_at, deliveries.c.id)
    .limit(bindparam("most"))
)
_next_due = select(func.min(deliveries.c.due_at)).where(*_first)
_page = (
    _deliveries.where(deliveries.c.endpoint_id == bindparam("endpoint"))
    .order_by(deliveries.c.id.desc())
    .limit(bindparam("most"))
)
_page_before = _page.where(deliveries.c.id < bindparam("before"))
_delivery = _deliveries.where(
    and_(deliveries.c.endpoint_id == bindparam("endpoint"), deliveries.c.id == bindparam("delivery"))
)
_waiting = (
    select(deliveries.c.endpoint_id, func.count())
    .where(_pending, deliveries.c.endpoint_id.in_(bindparam("endpoints", expanding=True)))
    .group_by(deliveries.c.endpoint_id)
)


def endpoints_of(tx: Tx, employer_id: str) -> list[Endpoint]:
    """Return an employer's endpoints, oldest first."""
    return _found(tx, _of_employer, employer=employer_id)


def all_endpoints(tx: Tx) -> list[Endpoint]:
    """Return the endpoints of all employers."""
    return _found(tx, _all)


def count_endpoints(tx: Tx, employer_id: str) -> int:
    """Return how many endpoints an employer has."""
    return tx.execute(_count, {"employer": employer_id}).scalar_one()


def find_endpoint(tx: Tx, endpoint_id: str, *, for_update: bool = False) -> Endpoint | None:
    """Return an endpoint of any employer, for background work."""
    found = _found(tx, _one_locked if for_update else _one, endpoint=endpoint_id)
    return found[0] if found else None


def own_endpoint(tx: Tx, employer_id: str, endpoint_id: str, *, for_update: bool = False) -> Endpoint:
    """Return an employer's own endpoint. Raises `NotFound`."""
    endpoint = find_endpoint(tx, endpoint_id, for_update=for_update)
    if endpoint is None or endpoint.employer_id != employer_id:
        raise NotFound
    return endpoint


def due_deliveries(tx: Tx, endpoint_id: str, at: datetime, most: int) -> list[Delivery]:
    """Return what can be sent to an endpoint now, oldest first, at most one delivery of each application."""
    values = {"endpoint": endpoint_id, "at": at, "most": most}
    return [Delivery(*row) for row in tx.execute(_due, values)]


def next_due(tx: Tx, endpoint_id: str) -> datetime | None:
    """Return when the next delivery to an endpoint is due, None if none waits."""
    return tx.execute(_next_due, {"endpoint": endpoint_id}).scalar()


def deliveries_of(tx: Tx, endpoint_id: str, before: str | None, most: int) -> list[Delivery]:
    """Return an endpoint's deliveries before that one, newest first."""
    values = {"endpoint": endpoint_id, "most": most}
    rows = tx.execute(_page_before, {**values, "before": before}) if before else tx.execute(_page, values)
    return [Delivery(*row) for row in rows]


def find_delivery(tx: Tx, endpoint_id: str, delivery_id: str) -> Delivery:
    """Return a delivery of an endpoint. Raises `NotFound`."""
    row = tx.execute(_delivery, {"endpoint": endpoint_id, "delivery": delivery_id}).first()
    if row is None:
        raise NotFound
    return Delivery(*row)


def count_waiting(tx: Tx, endpoint_ids: Sequence[str]) -> dict[str, int]:
    """Return how many deliveries wait for each of these endpoints; those without any are left out."""
    return {row[0]: row[1] for row in tx.execute(_waiting, {"endpoints": list(endpoint_ids)})}


def _found(tx: Tx, query: Select[Any], **values: str) -> list[Endpoint]:
    return [Endpoint(*row) for row in tx.execute(query, values)]
