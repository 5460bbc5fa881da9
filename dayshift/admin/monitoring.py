"""HTTP: liveness, readiness and metrics, for load balancers, service managers and Prometheus."""

import asyncio
import shutil
from hmac import compare_digest
from math import inf, nan
from time import monotonic
from typing import Annotated

import structlog
from fastapi import APIRouter, Header, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge, generate_latest

from dayshift.admin.certificate import Certificate
from dayshift.admin.queries import backup_problem
from dayshift.core.clock import now
from dayshift.core.errors import NotFound
from dayshift.core.schemas import Ok
from dayshift.core.tasks import Count, count_tasks
from dayshift.dependencies import ServerServices
from dayshift.interviews.room import TranscriptionQueue, transcription_queue
from dayshift.jobs.catalog import Import, last_imports
from dayshift.services import Services
from dayshift.version import version

log = structlog.get_logger()

READY = Gauge("dayshift_ready", "Whether /readyz succeeds.")

DISK_FREE = Gauge("dayshift_disk_free_bytes", "Free space of the disk with the data folder.")

DISK_FLOOR = Gauge("dayshift_disk_floor_bytes", "Free space below which chunks are refused.")

CERTIFICATE = Gauge(
    "dayshift_certificate_seconds", "For how long the certificate of the public URL is valid; NaN: unknown."
)

BACKUPS = Gauge("dayshift_backups_failing", "Whether the last backup failed, or none is recent.")

router = APIRouter(tags=["health"])

DEADLINE_SECONDS = 3.0
"""Timeout of a health check."""

FRESH_SECONDS = 1.0
"""How long a successful read probe counts: everybody may ask `/healthz`."""


class Health(Ok):
    """Whether the process works, and which version it is."""

    version: str


@router.get("/healthz")
async def healthz(services: ServerServices, response: Response) -> Health:
    """The process responds and the database can be read; otherwise 503, within a few seconds. For proxies."""
    if monotonic() - services.read_at < FRESH_SECONDS:
        return Health(version=version())
    if services.read_probe is None or services.read_probe.done():
        services.read_probe = asyncio.create_task(services.db.probe_reads())
    ok = await _passes(services.read_probe, "not healthy")
    services.read_at = monotonic() if ok else -inf
    _answer(response, ok=ok)
    return Health(ok=ok, version=version())


@router.get("/readyz")
async def readyz(services: ServerServices, response: Response) -> Ok:
    """The database commits a write and background work runs; otherwise 503, within a few seconds."""
    return _answer(response, ok=await _is_ready(services))


async def _is_ready(services: Services) -> bool:
    if services.probe is None or services.probe.done():  # One probe at a time, shared by concurrent requests.
        services.probe = asyncio.create_task(services.db.probe())
    return await _passes(services.probe, "not ready") and not services.failed


async def _passes(probe: "asyncio.Task[None]", otherwise: str) -> bool:
    try:
        await asyncio.wait_for(asyncio.shield(probe), DEADLINE_SECONDS)
    except Exception as error:  # noqa: BLE001  (any failure means: no)
        log.warning(otherwise, error=repr(error)[:500])
        return False
    return True


def _answer(response: Response, *, ok: bool) -> Ok:
    if not ok:
        response.status_code = 503
    return Ok(ok=ok)


@router.get("/metrics", include_in_schema=False)
async def metrics(services: ServerServices, authorization: Annotated[str, Header()] = "") -> Response:
    """Metrics of this process and of the shared task queue, in the text format of Prometheus; needs the token."""
    token = services.settings.metrics_token
    if not token or not compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        raise NotFound
    counts, imports, answers, problem = await services.db.read(
        lambda tx: (count_tasks(tx), last_imports(tx), transcription_queue(tx), backup_problem(tx))
    )
    BACKUPS.set(problem is not None)
    READY.set(await _is_ready(services))
    DISK_FREE.set((await asyncio.to_thread(shutil.disk_usage, services.settings.data_dir)).free)
    DISK_FLOOR.set(services.settings.free_disk_mb * 1_000_000)
    if Certificate not in services.parts:
        services.add(Certificate, Certificate(services.settings.public_url))
    CERTIFICATE.set(await services.get(Certificate).seconds_left())
    text = generate_latest(REGISTRY) + generate_latest(queue_metrics(counts, imports, answers))
    return Response(text, media_type=CONTENT_TYPE_LATEST)


def queue_metrics(counts: list[Count], imports: list[Import], answers: TranscriptionQueue) -> CollectorRegistry:
    """Metrics of what all processes share: the queues of tasks and answers, and each source's last import of jobs."""
    registry = CollectorRegistry()
    number = Gauge("dayshift_tasks", "Open and dead tasks.", ["kind", "state"], registry=registry)
    late = Gauge("dayshift_task_late_seconds", "How long the first task has been due.", ["kind"], registry=registry)
    for count in counts:
        number.labels(count.kind, count.state).set(count.tasks)
        if count.state == "ready":
            late.labels(count.kind).set(max(0.0, (now() - count.first_due_at).total_seconds()))
    waiting = Gauge("dayshift_imports", "Sources whose last import needs an operator.", ["state"], registry=registry)
    waiting.labels("refused").set(sum(one.refused is not None for one in imports))
    waiting.labels("held").set(sum(one.is_waiting for one in imports))
    unwritten = Gauge("dayshift_transcription_waiting", "Answers that wait to be written down.", registry=registry)
    unwritten.set(answers.waiting)
    oldest = Gauge("dayshift_transcription_oldest_seconds", "How long the first of them has waited.", registry=registry)
    oldest.set(max(0.0, (now() - answers.oldest_at).total_seconds()) if answers.oldest_at else 0.0)
    expected = Gauge(
        "dayshift_transcription_expected_seconds", "In how long the last will be done; NaN: unknown.", registry=registry
    )
    expected.set(answers.expected.total_seconds() if answers.expected is not None else nan)
    return registry
