"""All wiring on one screen: `create_app(settings)` builds everything, and nothing happens before."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI
from fastapi.telemetry import TelemetryConfig
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dayshift import (
    accounts,
    calls,
    interviewer,
    interviews,
    jobs,
    notifications,
    onboarding,
    operations,
    recordings,
    reviews,
    scheduling,
    shortlist,
    site,
)
from dayshift.kit import health, metrics
from dayshift.kit.db import Database, open_database
from dayshift.kit.events import subscriptions
from dayshift.kit.http import Envelope, install_error_handlers
from dayshift.kit.limits import Limits
from dayshift.kit.tasks import Handler, Worker
from dayshift.providers import reporting
from dayshift.providers.email import Mailbox, open_mailer
from dayshift.providers.language import language_model
from dayshift.providers.sms import open_texter
from dayshift.providers.storage import LocalStorage, Storage, open_storage
from dayshift.providers.video import open_video
from dayshift.settings import Settings

log = structlog.get_logger()

SNAPSHOT_EVERY = timedelta(seconds=30)
"""How often it is looked whether the snapshot of the jobs has become too old."""


NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""The framework would tell of each request to whatever the environment names; only to look for that costs it time."""


def create_app(settings: Settings) -> FastAPI:
    """The whole server, from its settings. Opens the database; the lifespan runs the worker.

    Raises `interviewer.PlansDamaged` for plans of the operator that cannot be used.
    """
    interviewer.use_own_plans(settings.plans_dir)
    app = FastAPI(
        title="Dayshift", version="1", lifespan=_lifespan, docs_url=None, redoc_url=None, telemetry=NO_TELEMETRY
    )
    app.state.settings = settings
    app.state.reporter = reporting.open_reporter(settings.error_dsn)
    app.state.db = open_database(settings.database, only_server=True)
    app.state.passwords = accounts.Passwords(settings.password_threads, settings.product_name)
    app.state.limits = Limits(settings.redis_url)
    app.state.storage = open_storage(settings.storage_url, settings.data_dir / "recordings")
    app.state.video = open_video(settings.video_url, settings.video_secret)
    app.state.switchboard = calls.Switchboard()
    app.state.model = language_model(settings.language_model_url)
    app.state.cells = jobs.SnapshotCells(settings.snapshot_file) if settings.jobs_snapshot else jobs.STORED
    app.state.stylesheet = site.stylesheet()

    _add_routes(app)
    if settings.development:
        app.router.routes.extend(notifications.outbox_router.routes)
    site.serve(app, settings)

    install_error_handlers(app)
    app.add_middleware(
        Envelope,
        headers=site.security_headers(frame=settings.scheduling_url, calls=settings.video_url),
        tls_headers=site.TLS_HEADERS,
        session_cookie=accounts.COOKIE,
        on_fault=lambda error, place: app.state.reporter.report(reporting.fault_of(error, place)),
    )
    if settings.trusted_proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.trusted_proxies)
    return app


def from_environment() -> FastAPI:
    """The server as the environment's settings describe it; for tools that take an app factory."""
    return create_app(Settings())


_SUBSCRIBERS: dict[type, list[str]] = {
    interviews.InterviewPlanned: [
        notifications.PLANNED,
        notifications.PLAN_OF_INTERVIEW,
        notifications.NOTICE_OF_INTERVIEW,
    ],
    interviews.InterviewCancelled: [calls.CLOSE, notifications.CALLED_OFF, notifications.NOTICE_OF_INTERVIEW],
    interviews.InterviewCompleted: [
        calls.CLOSE,
        interviews.SCORE,
        notifications.RECEIVED,
        notifications.NOTICE_OF_INTERVIEW,
    ],
    interviews.InterviewScored: [notifications.SCORED, notifications.NOTICE_OF_INTERVIEW],
    interviews.ScoringWanted: [interviews.SCORE],
    reviews.InterviewReviewed: [notifications.REVIEWED, notifications.NOTICE_OF_REVIEW],
    accounts.UserRegistered: [notifications.WELCOME, notifications.WEEKLY_MATCHES],
    accounts.CodeRequested: [notifications.CODE],
    accounts.PasswordChanged: [notifications.PASSWORD_CHANGED],
    accounts.EmailChanged: [notifications.EMAIL_CHANGED],
    scheduling.BookingMade: [
        notifications.MADE,
        notifications.COACH_MADE,
        notifications.PLAN,
        notifications.NOTICE_OF_BOOKING,
    ],
    scheduling.BookingHeardOf: [notifications.NOTICE_OF_BOOKING],
    scheduling.BookingMoved: [
        notifications.MOVED,
        notifications.COACH_MOVED,
        notifications.PLAN,
        notifications.NOTICE_OF_BOOKING,
    ],
    scheduling.BookingCancelled: [
        notifications.CANCELLED,
        notifications.COACH_CANCELLED,
        notifications.NOTICE_OF_BOOKING,
    ],
}
"""Who hears of which fact."""


def handlers(db: Database, storage: Storage, settings: Settings) -> dict[str, Handler]:
    """Everything the worker can do, and who hears of which fact."""
    return {
        **recordings.handlers(db, storage, retention=timedelta(days=settings.retention_days)),
        **calls.handlers(open_video(settings.video_url, settings.video_secret)),
        **interviews.handlers(db, language_model(settings.language_model_url)),
        **jobs.handlers(db, jobs.named_feeds(settings.feeds), every=timedelta(hours=settings.feeds_hours)),
        **notifications.handlers(_sender(db, settings)),
        **subscriptions(_SUBSCRIBERS),
    }


def worker(db: Database, storage: Storage, settings: Settings, reporter: reporting.Reporter) -> Worker:
    """The worker for everything that there is to do."""
    lease = timedelta(seconds=settings.task_lease_seconds)
    return Worker(db, reporting.watched(handlers(db, storage, settings), reporter), lease=lease)


async def _work(db: Database, storage: Storage, settings: Settings, reporter: reporting.Reporter) -> None:
    """Begin what is done again and again, then do whatever is due, until cancelled."""
    while True:
        try:
            await db.write(jobs.schedule, jobs.named_feeds(settings.feeds))
            await db.write(interviews.schedule)
            break
        except Exception:  # Whoever starts during an outage waits for its end, as those who were there do.
            log.exception("background work cannot begin")
            await asyncio.sleep(1)
    await worker(db, storage, settings, reporter).run()


async def run_worker(settings: Settings) -> None:
    """Background work in a process of its own, until SIGTERM or SIGINT; what is running then is finished."""
    interviewer.use_own_plans(settings.plans_dir)
    db = open_database(settings.database)
    storage = open_storage(settings.storage_url, settings.data_dir / "recordings")
    reporter = reporting.open_reporter(settings.error_dsn)
    working = asyncio.create_task(_work(db, storage, settings, reporter))
    for stop in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(stop, working.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await working
    await asyncio.to_thread(reporter.close)
    storage.close()
    db.close()


def routers() -> tuple[APIRouter, ...]:
    """Every room's routes, in the order of the house."""
    rooms = (
        accounts,
        onboarding,
        shortlist,
        scheduling,
        interviews,
        calls,
        reviews,
        notifications,
        recordings,
        operations,
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
    return app.openapi()


def _sender(db: Database, settings: Settings) -> notifications.Sender:
    outbox = LocalStorage(settings.outbox, threads=1)
    aloud = settings.log_format == "console"
    sender = Mailbox(settings.product_name, settings.mail_from)
    mailer = open_mailer(settings.smtp_url, sender, outbox, aloud=aloud)
    texter = open_texter(settings.sms_url, outbox, aloud=aloud)
    url = settings.public_url.rstrip("/")
    return notifications.Sender(
        db=db,
        mailer=mailer,
        texter=texter,
        product=settings.product_name,
        url=url,
        mail_from=settings.mail_from,
        answer_days=settings.answer_days,
        limits=Limits(settings.redis_url),
    )


def _background_database(db: Database, settings: Settings) -> Database:
    """What the server's own background work uses: it takes its time, which nobody who waits for a page may.

    SQLite sets no bounds, and a file has one writer.
    """
    in_background = settings.run_worker or settings.jobs_snapshot
    return open_database(settings.database) if in_background and settings.sqlite_file is None else db


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.background = _background_database(state.db, state.settings)
    work = _work(state.background, state.storage, state.settings, state.reporter) if state.settings.run_worker else None
    path = state.settings.snapshot_file if state.settings.jobs_snapshot else None
    snapshot = jobs.keep_snapshot(state.background, path, every=SNAPSHOT_EVERY) if path else None
    running = [asyncio.create_task(one) for one in (work, snapshot) if one]
    warming = asyncio.create_task(asyncio.to_thread(jobs.warm))  # Who comes first waits for it, not the start.
    yield
    await warming
    for one in running:
        one.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await one
    await asyncio.to_thread(state.reporter.close)
    state.passwords.close()
    await state.limits.close()
    state.storage.close()
    state.background.close()
    state.db.close()
