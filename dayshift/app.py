"""Application setup: `create_app(settings)` builds everything; importing has no side effects."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dayshift import accounts, admin, job_pages, notifications, privacy, scheduling, site
from dayshift.core.http import NO_TELEMETRY, ReplyHeaders, RequestMiddleware, install_error_handlers
from dayshift.core.language import DEFAULT
from dayshift.core.routing import grouped
from dayshift.core.schemas import ErrorBody
from dayshift.exchange import api_keys, assessments, employer_api, webhooks
from dayshift.hiring import applications, desk, employers, fairness
from dayshift.interviews import calls, recordings, reviews, room
from dayshift.knowledge import occupations, question_plans
from dayshift.matching import matches, onboarding, saved_jobs
from dayshift.providers import reporting
from dayshift.reference_data import load_reference_data
from dayshift.services import Services, open_services
from dayshift.settings import Settings
from dayshift.worker import Workers, schedule_and_run, workers

log = structlog.get_logger()

VENDORS = frozenset({"/api/schedule/webhooks/calendly", "/api/schedule/webhooks/cal.com", "/api/calls/webhook"})
"""Paths to which other services send signed messages of any size."""

WARM_AFTER_SECONDS = 0.2
"""Delay after the lifespan starts, so that the server is already listening."""


def create_app(settings: Settings) -> FastAPI:
    """Create the server from its settings. Opens all services; the lifespan runs background work and closes them.

    Raises `follow_ups.PlansDamaged` for question plans of the operator that cannot be used, `CannotStart` for other
    settings, and `admin.HalfRestored` after an interrupted restore.
    """
    admin.refuse_half_restored(settings)
    load_reference_data(settings)
    services = open_services(settings, only_server=True)
    try:
        return _build(services)
    except BaseException:
        services.release()
        raise


def _build(services: Services) -> FastAPI:
    settings = services.settings
    app = FastAPI(
        title="Dayshift", version="1", lifespan=_lifespan, docs_url=None, redoc_url=None, telemetry=NO_TELEMETRY
    )
    app.router.redirect_slashes = False  # Its redirects echo the client's `Host` header.
    app.openapi = contract  # type: ignore[method-assign]  # the default lacks the error schema
    app.state.services = services
    _add_parts(services)
    app.router.routes.extend(grouped(_routes()))
    app.mount(employer_api.PATH, employer_api.create_employer_api(services))
    if settings.development:
        app.router.routes.extend(notifications.dev_mailbox_router.routes)
    site.serve(app, settings)
    _add_middleware(app, services)
    return app


def _add_parts(services: Services) -> None:
    """Add the process-wide in-memory state of single packages, keyed by class."""
    settings = services.settings
    services.stylesheet = site.stylesheet()
    passwords = accounts.Passwords(settings.password_threads, settings.product_name)
    services.add(accounts.Passwords, passwords, passwords.close)
    services.add(recordings.StorageQuota, recordings.StorageQuota(services.storage, services.db))
    services.add(matches.ReplyRates, matches.ReplyRates(applications.reply_percents))
    services.add(matches.FullJobs, matches.FullJobs(applications.full_jobs))
    services.add(job_pages.FeedLane, job_pages.FeedLane())
    if settings.run_worker:
        services.add(Workers, workers(services))


def _add_middleware(app: FastAPI, services: Services) -> None:
    settings = services.settings
    install_error_handlers(app)
    app.add_middleware(
        RequestMiddleware,
        headers=ReplyHeaders(
            pages=site.security_headers(frame=settings.scheduling_url, calls=settings.video_url),
            data=site.DATA_HEADERS,
            files=site.FILE_HEADERS,
            tls=site.TLS_HEADERS,
        ),
        session_cookies=(accounts.COOKIE.name, employers.COOKIE.name),
        is_known=_may_send_much,
        on_fault=lambda error, place: services.reporter.report(reporting.fault_of(error, place)),
        tracer=services.traces.tracer,
    )
    if settings.trusted_proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.trusted_proxies)


async def _may_send_much(connection: HTTPConnection) -> bool:
    """Whether a large body is read: from a signed-in person or a program with a key, or to a vendor's webhook.

    A webhook's signature is checked over the bytes before they are parsed.
    """
    if connection.scope["path"] in VENDORS:
        return True
    checks = (
        accounts.has_session,
        employers.has_member_session,
        employer_api.has_api_key,
        assessments.has_assessment_key,
    )
    return any([await check(connection) for check in checks])


def from_environment() -> FastAPI:
    """Create the server from the environment's settings; for tools that take an app factory."""
    return create_app(Settings())


def routers() -> tuple[APIRouter, ...]:
    """Return the routes of every package, most frequent first: routes are matched in order."""
    packages = (
        accounts,
        onboarding,
        matches,
        recordings,
        room,
        saved_jobs,
        job_pages,
        scheduling,
        calls,
        applications,
        reviews,
        notifications,
        employers,
        privacy,
        admin,
    )
    return (
        *(package.router for package in packages),
        admin.leaving_router,
        admin.monitoring_router,
        admin.error_reports_router,
        scheduling.coach_router,
        scheduling.webhook_router,
        notifications.reply_router,
        job_pages.feed_router,
        job_pages.desk_router,
        desk.desk_router,
        desk.job_router,
        desk.link_router,
        desk.list_router,
        desk.decision_router,
        desk.unsent_router,
        desk.message_router,
        desk.note_router,
        desk.template_router,
        desk.calendar_router,
        desk.person_router,
        desk.shared_router,
        fairness.fairness_router,
        reviews.accommodation_router,
        privacy.export_router,
        privacy.impact_router,
        privacy.notice_router,
        privacy.desk_router,
        webhooks.router,
        assessments.partner_router,
        assessments.candidate_router,
        assessments.desk_router,
        api_keys.router,
    )


def _routes() -> list[APIRoute]:
    return [route for router in routers() for route in router.routes if isinstance(route, APIRoute)]


def contract() -> dict[str, Any]:
    """The OpenAPI document, made without opening anything."""
    app = FastAPI(title="Dayshift", version="1")
    app.router.routes.extend(_routes())
    document = app.openapi()
    schema = ErrorBody.model_json_schema(mode="serialization")
    del schema["properties"]["fields"]["default"]  # The framework says so of nothing.
    document["components"]["schemas"]["ErrorBody"] = schema
    return document


async def _warm() -> None:
    """Build caches that the first requests would build, once the server is listening."""
    await asyncio.sleep(WARM_AFTER_SECONDS)
    await asyncio.to_thread(occupations.warm)
    await asyncio.to_thread(occupations.locate_zip, "10001")
    await asyncio.to_thread(question_plans.plan_for, "Server", DEFAULT)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Run the background work, then stop it and close all services, even if one of them fails to close."""
    services: Services = app.state.services
    try:
        async with AsyncExitStack() as closing:
            closing.push_async_callback(services.aclose)
            for name, work in _background_work(services):
                task = asyncio.create_task(_watched(services, name, work), name=name)
                closing.push_async_callback(_cancelled, task)
            yield
    except Exception:
        services.failed = True
        raise


def _background_work(services: Services) -> Iterator[tuple[str, Coroutine[Any, Any, None]]]:
    settings = services.settings
    yield "warm-up", _warm()
    if settings.run_worker:
        yield "background work", schedule_and_run(services, services.get(Workers))


async def _watched(services: Services, name: str, work: Coroutine[Any, Any, None]) -> None:
    """Report failed background work: /readyz then returns 503, and the process exits with code 1."""
    try:
        await work
    except Exception as error:
        services.failed = True
        log.critical("background task died", task=name, exc_info=error)
        services.reporter.report(reporting.fault_of(error, name))


async def _cancelled(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
