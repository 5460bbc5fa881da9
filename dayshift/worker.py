"""What is done later, and who hears of which fact: by a server's own worker, or by processes of their own."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import structlog
import uvicorn
from fastapi import FastAPI

from dayshift import (
    accounts,
    calls,
    interviewer,
    interviews,
    jobs,
    notifications,
    occupations,
    recordings,
    reviews,
    scheduling,
)
from dayshift.core import health, metrics
from dayshift.core.db import Database, open_database
from dayshift.core.db.traced import TracedDatabase
from dayshift.core.events import kind_of, subscriptions
from dayshift.core.extras import reading
from dayshift.core.http import install_error_handlers
from dayshift.core.limits import Limits
from dayshift.core.tasks import Handler, Worker
from dayshift.core.traces import NO_TELEMETRY
from dayshift.providers import reporting, tracing
from dayshift.providers.email import Mailbox, open_mailer
from dayshift.providers.language import language_model
from dayshift.providers.sms import open_texter
from dayshift.providers.speech import open_transcriber
from dayshift.providers.storage import LocalStorage, Storage, open_storage
from dayshift.providers.video import open_video
from dayshift.settings import Settings
from dayshift.tables import SchemaTooNew, refuse_newer, schema_of

log = structlog.get_logger()

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


URGENT = (
    *map(kind_of, _SUBSCRIBERS),
    notifications.CODE,
    notifications.WELCOME,
    notifications.PASSWORD_CHANGED,
    notifications.EMAIL_CHANGED,
    notifications.MADE,
    notifications.MOVED,
    notifications.CANCELLED,
    notifications.PLANNED,
    notifications.CALLED_OFF,
)
"""Kinds that a person waits for: events, and the mails that answer what somebody has just done."""


def handlers(db: Database, storage: Storage, settings: Settings) -> dict[str, Handler]:
    """Every task handler, by kind, and the subscribers of every fact.

    Opens the providers that they use. Raises `CannotStart` for a setting that cannot be used.
    """
    with reading("DAYSHIFT_LANGUAGE_MODEL_URL"):
        model = language_model(settings.language_model_url)
    with reading("DAYSHIFT_TRANSCRIBER_URL"):
        transcriber = open_transcriber(settings.transcriber_url)
    with reading("DAYSHIFT_VIDEO_URL"):
        video = open_video(settings.video_url, settings.video_secret)
    helpers = interviews.Helpers(model, transcriber, interviews.budget_of(settings))
    return {
        **recordings.handlers(db, storage, retention=timedelta(days=settings.retention_days)),
        **calls.handlers(video),
        **interviews.handlers(db, storage, helpers),
        **scheduling.handlers(db),
        **jobs.handlers(db, jobs.named_feeds(settings.feeds), every=timedelta(hours=settings.feeds_hours)),
        **notifications.handlers(_sender(db, settings)),
        **subscriptions(_SUBSCRIBERS),
    }


@dataclass(frozen=True)
class Services:
    """What background work is done with."""

    db: Database
    storage: Storage
    settings: Settings
    reporter: reporting.Reporter
    traces: tracing.Traces


def worker(means: Services) -> Worker:
    """The worker for everything that there is to do."""
    lease = timedelta(seconds=means.settings.task_lease_seconds)
    watched = reporting.watched(handlers(means.db, means.storage, means.settings), means.reporter)
    return Worker(means.db, watched, lease=lease, tracer=means.traces.tracer, urgent=URGENT)


async def begin_and_work(means: Services, work: Worker) -> None:
    """Schedule the recurring tasks, then run what is due until cancelled. Raises `SchemaTooNew`."""
    while True:
        try:
            refuse_newer(await means.db.read(schema_of))
            await means.db.write(jobs.schedule, jobs.named_feeds(means.settings.feeds))
            await means.db.write(interviews.schedule)
            await means.db.write(scheduling.schedule)
            break
        except SchemaTooNew:
            raise
        except Exception:  # Retry until the database is reachable and migrated.
            log.exception("background work cannot begin")
            await asyncio.sleep(1)
    await work.run()


async def run_worker(settings: Settings) -> None:
    """Background work in a process of its own, until SIGTERM or SIGINT; running tasks are finished.

    Raises `CannotStart`, and what ended the work if it was not a signal.
    """
    interviewer.use_own_plans(settings.plans_dir)
    occupations.use_meaning(settings.wish_model_dir)
    async with AsyncExitStack() as closing:
        with reading("DAYSHIFT_TRACES_ENDPOINT"):
            traces = tracing.open_traces(settings.traces_endpoint, settings.traces_share)
        closing.push_async_callback(asyncio.to_thread, traces.close)
        with reading("DAYSHIFT_ERROR_DSN"):
            reporter = reporting.open_reporter(settings.error_dsn)
        closing.push_async_callback(asyncio.to_thread, reporter.close)
        db = traced(open_database(settings.database), traces)
        closing.callback(db.close)
        storage = open_storage(settings.storage_url, settings.data_dir / "recordings")
        closing.callback(storage.close)
        means = Services(db, storage, settings, reporter, traces)
        work = worker(means)
        await closing.enter_async_context(_asked(db, settings))
        working = asyncio.create_task(begin_and_work(means, work))
        for stop in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(stop, working.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await working


def traced(db: Database, traces: tracing.Traces) -> Database:
    """The database, whose uses are told to the collector if there is one."""
    return TracedDatabase(db) if traces.tracer else db


@asynccontextmanager
async def _asked(db: Database, settings: Settings) -> AsyncIterator[None]:
    """Meanwhile the worker can be asked how it is, if the settings name a port for that."""
    if not settings.worker_port:
        yield
        return
    entered = asyncio.Event()

    @asynccontextmanager
    async def enter(_app: FastAPI) -> AsyncIterator[None]:
        entered.set()
        yield

    app = FastAPI(openapi_url=None, telemetry=NO_TELEMETRY, lifespan=enter)
    app.state.settings, app.state.db, app.state.failed = settings, db, False
    app.router.routes.extend([*health.router.routes, *metrics.router.routes])
    install_error_handlers(app)
    port = settings.worker_port
    server = uvicorn.Server(uvicorn.Config(app, settings.host, port, log_config=None, access_log=False))
    serving = asyncio.create_task(server.serve())
    await entered.wait()  # It takes the signals for itself, which from now on are ours again.
    try:
        yield
    finally:
        server.should_exit = True
        await serving


def _sender(db: Database, settings: Settings) -> notifications.Sender:
    outbox = LocalStorage(settings.outbox, threads=1)
    aloud = settings.log_format == "console"
    sender = Mailbox(settings.product_name, settings.mail_from)
    with reading("DAYSHIFT_SMTP_URL"):
        mailer = open_mailer(settings.smtp_url, sender, outbox, aloud=aloud)
    with reading("DAYSHIFT_SMS_URL"):
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
