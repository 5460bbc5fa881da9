"""What a process and its queue are doing, in the text format of Prometheus. Never personal data."""

from hmac import compare_digest
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge, generate_latest

from dayshift.core.clock import now
from dayshift.core.errors import NotFound
from dayshift.core.http import Db
from dayshift.core.tasks import Count, count_tasks

router = APIRouter()


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, db: Db, authorization: Annotated[str, Header()] = "") -> Response:
    """The numbers of this process and of the queue that all processes share, for who knows the token."""
    token: str = request.app.state.settings.metrics_token
    if not token or not compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        raise NotFound
    text = generate_latest(REGISTRY) + generate_latest(queue_numbers(await db.read(count_tasks)))
    return Response(text, media_type=CONTENT_TYPE_LATEST)


def queue_numbers(counts: list[Count]) -> CollectorRegistry:
    """The numbers of the queue that all processes share."""
    registry = CollectorRegistry()
    number = Gauge("dayshift_tasks", "Open and dead tasks.", ["kind", "state"], registry=registry)
    late = Gauge("dayshift_task_late_seconds", "How long the first task has been due.", ["kind"], registry=registry)
    for count in counts:
        number.labels(count.kind, count.state).set(count.tasks)
        if count.state == "ready":
            late.labels(count.kind).set(max(0.0, (now() - count.first_due_at).total_seconds()))
    return registry
