"""All wiring on one screen: `create_app(settings)` builds everything, and nothing happens before."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dayshift import (
    accounts,
    admin,
    calls,
    interviewer,
    interviews,
    job_index,
    job_pages,
    jobs,
    matching,
    notifications,
    occupations,
    onboarding,
    question_plans,
    recordings,
    reviews,
    saved_jobs,
    scheduling,
    site,
)
from dayshift.core import health, metrics
from dayshift.core.db import Database, open_database
from dayshift.core.extras import reading
from dayshift.core.http import ErrorBody, RequestMiddleware, install_error_handlers
from dayshift.core.language import DEFAULT
from dayshift.core.limits import Limits
from dayshift.core.traces import NO_TELEMETRY
from dayshift.providers import reporting, tracing
from dayshift.providers.language import language_model
from dayshift.providers.speech import open_transcriber
from dayshift.providers.storage import open_storage
from dayshift.providers.video import open_video
from dayshift.settings import Settings
from dayshift.worker import Services, begin_and_work, traced, worker

log = structlog.get_logger()

SNAPSHOT_EVERY = timedelta(seconds=30)
"""How often it is looked whether the snapshot of the jobs has become too old."""

WARM_AFTER_SECONDS = 0.2
"""After the lifespan begins: by then the server listens."""


def create_app(settings: Settings) -> FastAPI:
    """The whole server, from its settings. Opens the database and all providers; the lifespan runs the worker.

    Raises `interviewer.PlansDamaged` for plans of the operator that cannot be used, `CannotStart` for settings, and
    `operations.HalfRestored` after an interrupted restore.
    """
    admin.refuse_half_restored(settings)
    interviewer.use_own_plans(settings.plans_dir)
    occupations.use_meaning(settings.wish_model_dir)
    app = FastAPI(
        title="Dayshift", version="1", lifespan=_lifespan, docs_url=None, redoc_url=None, telemetry=NO_TELEMETRY
    )
    app.router.redirect_slashes = False  # Its redirects repeat the `Host` header, which anybody can set.
    app.openapi = contract  # type: ignore[method-assign]  # its own would not know what errors look like
    app.state.settings = settings
    app.state.failed = False
    with reading("DAYSHIFT_ERROR_DSN"):
        app.state.reporter = reporting.open_reporter(settings.error_dsn)
    with reading("DAYSHIFT_TRACES_ENDPOINT"):
        app.state.traces = tracing.open_traces(settings.traces_endpoint, settings.traces_share)
    app.state.db = traced(open_database(settings.database, only_server=True), app.state.traces)
    try:
        _open_rest(app, settings)
    except BaseException:
        app.state.db.close()
        raise
    _add_routes(app)
    if settings.development:
        app.router.routes.extend(notifications.outbox_router.routes)
    site.serve(app, settings)

    _surround(app, settings)
    return app


def _open_rest(app: FastAPI, settings: Settings) -> None:
    """Open everything beside the database: all providers, and the worker's."""
    app.state.background = _background_database(app.state.db, settings, app.state.traces)
    app.state.passwords = accounts.Passwords(settings.password_threads, settings.product_name)
    app.state.limits = Limits(settings.redis_url)
    app.state.storage = open_storage(settings.storage_url, settings.data_dir / "recordings")
    app.state.space = recordings.Space(app.state.storage, app.state.db)
    with reading("DAYSHIFT_VIDEO_URL"):
        app.state.video = open_video(settings.video_url, settings.video_secret)
    app.state.switchboard = calls.Switchboard()
    with reading("DAYSHIFT_LANGUAGE_MODEL_URL"):
        app.state.model = language_model(settings.language_model_url)
    with reading("DAYSHIFT_TRANSCRIBER_URL"):
        app.state.transcriber = open_transcriber(settings.transcriber_url)
    app.state.cells = job_index.SnapshotCells(settings.snapshot_file) if settings.jobs_snapshot else job_index.STORED
    app.state.stylesheet = site.stylesheet()
    app.state.job_parts = job_pages.PartList()
    app.state.means = Services(app.state.background, app.state.storage, settings, app.state.reporter, app.state.traces)
    app.state.worker = worker(app.state.means) if settings.run_worker else None


def _surround(app: FastAPI, settings: Settings) -> None:
    """What is around every request."""
    install_error_handlers(app)
    app.add_middleware(
        RequestMiddleware,
        headers=site.security_headers(frame=settings.scheduling_url, calls=settings.video_url),
        tls_headers=site.TLS_HEADERS,
        session_cookie=accounts.COOKIE,
        on_fault=lambda error, place: app.state.reporter.report(reporting.fault_of(error, place)),
        tracer=app.state.traces.tracer,
    )
    if settings.trusted_proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.trusted_proxies)


def from_environment() -> FastAPI:
    """The server as the environment's settings describe it; for tools that take an app factory."""
    return create_app(Settings())


def routers() -> tuple[APIRouter, ...]:
    """Every room's routes; those that are asked most come first, as a request is compared with one after the other."""
    rooms = (
        accounts,
        onboarding,
        matching,
        recordings,
        interviews,
        saved_jobs,
        job_pages,
        scheduling,
        calls,
        reviews,
        notifications,
        admin,
    )
    return (
        *(room.router for room in (*rooms, health, metrics, reporting)),
        scheduling.coach_router,
        scheduling.webhook_router,
    )


def _add_routes(app: FastAPI) -> None:
    # As they are: the framework searches an included router twice, which costs every request 30 us.
    for router in routers():
        app.router.routes.extend(router.routes)
    app.router.routes.extend(calls.socket_router.routes)


def contract() -> dict[str, Any]:
    """The OpenAPI document, made without opening anything."""
    app = FastAPI(title="Dayshift", version="1")
    _add_routes(app)
    document = app.openapi()
    schema = ErrorBody.model_json_schema(mode="serialization")
    del schema["properties"]["fields"]["default"]  # The framework says so of nothing.
    document["components"]["schemas"]["ErrorBody"] = schema
    return document


def _background_database(db: Database, settings: Settings, traces: tracing.Traces) -> Database:
    """What the server's own background work uses: it takes its time, which nobody who waits for a page may.

    SQLite sets no bounds, and a file has one writer.
    """
    in_background = settings.run_worker or settings.jobs_snapshot
    apart = in_background and settings.sqlite_file is None
    return traced(open_database(settings.database), traces) if apart else db


async def _warm() -> None:
    """Build what the first requests would build: not before the server is ready, for both take turns."""
    await asyncio.sleep(WARM_AFTER_SECONDS)
    await asyncio.to_thread(occupations.warm)
    await asyncio.to_thread(occupations.locate_zip, "10001")
    await asyncio.to_thread(question_plans.plan_for, "Server", DEFAULT)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Run the background work, then close everything; a failure of one part does not keep the rest open."""
    state = app.state
    try:
        async with AsyncExitStack() as closing:
            closing.callback(state.db.close)
            closing.callback(state.background.close)
            closing.callback(state.storage.close)
            closing.push_async_callback(state.limits.close)
            closing.callback(state.passwords.close)
            closing.push_async_callback(asyncio.to_thread, state.traces.close)
            closing.push_async_callback(asyncio.to_thread, state.reporter.close)
            for name, work in _background_work(app):
                closing.push_async_callback(_cancelled, asyncio.create_task(_watched(app, name, work), name=name))
            yield
    except Exception:
        state.failed = True
        raise


def _background_work(app: FastAPI) -> Iterator[tuple[str, Coroutine[Any, Any, None]]]:
    state = app.state
    yield "warm-up", _warm()
    if state.worker:
        yield "background work", begin_and_work(state.means, state.worker)
    if state.settings.jobs_snapshot:
        path = state.settings.snapshot_file
        yield "job snapshot", jobs.keep_snapshot(state.background, path, every=SNAPSHOT_EVERY)


async def _watched(app: FastAPI, name: str, work: Coroutine[Any, Any, None]) -> None:
    """Report work that fails: from then on /readyz answers 503, and the process exits with 1."""
    try:
        await work
    except Exception as error:
        app.state.failed = True
        log.critical("background task died", task=name, exc_info=error)
        app.state.reporter.report(reporting.fault_of(error, name))


async def _cancelled(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
