"""Background work: the task handlers and the worker process."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Collection
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Literal

import structlog
import uvicorn
from fastapi import FastAPI

from dayshift import admin, notifications, privacy, scheduling
from dayshift.core import audit
from dayshift.core.db import require_keys
from dayshift.core.errors import CannotStart
from dayshift.core.events import forwarding
from dayshift.core.http import NO_TELEMETRY, install_error_handlers
from dayshift.core.outgoing import Outgoing
from dayshift.core.tasks import Handler, Worker
from dayshift.exchange import assessments, webhooks
from dayshift.hiring import applications, employers
from dayshift.interviews import calls, recordings, room
from dayshift.jobs import catalog
from dayshift.providers import reporting
from dayshift.reference_data import load_reference_data
from dayshift.services import Services, open_services
from dayshift.settings import Settings
from dayshift.tables import refuse_newer, schema_of
from dayshift.version import version

log = structlog.get_logger()


def handlers(services: Services) -> dict[str, Handler]:
    """Every task handler by kind."""
    db, storage, settings = services.background_db, services.storage, services.settings
    return {
        **recordings.handlers(
            db, storage, privacy.recording_held_until, retention=timedelta(days=settings.retention_days)
        ),
        **audit.handlers(db),
        **privacy.handlers(db, storage, settings),
        **applications.handlers(),
        **applications.calendar_handlers(
            db, Outgoing(settings.private_addresses_allowed, max_bytes=employers.MAX_BYTES), settings.mail_host
        ),
        **admin.merging_handlers(),
        **calls.handlers(services.video),
        **room.handlers(db, storage, room.ai_services_of(services)),
        **scheduling.handlers(db),
        **catalog.handlers(db, catalog.named_feeds(settings.feeds), every=timedelta(hours=settings.feeds_hours)),
        **notifications.handlers(notifications.sender_of(services)),
        **webhooks.handlers(db, Outgoing(settings.private_addresses_allowed, webhooks.SECONDS)),
        **assessments.handlers(db, Outgoing(settings.private_addresses_allowed)),
        **forwarding(),
    }


TRANSCRIPTION = (room.LISTEN, room.TRANSCRIBE, room.CHECK)
"""Kinds of tasks that a machine of its own can do: `dayshift worker --only transcription`."""
TRANSCRIPTION_SLOTS = 12
"""Answers in work at the same time. The recogniser takes one at a time; finished answers come before others."""
WEBHOOK_SLOTS = 64
"""Endpoints, and members' calendars, at the same time. Each has one task, which mostly waits for replies."""


Lane = Literal["general", "webhooks", "transcription"]
LANES: tuple[Lane, ...] = ("general", "webhooks", "transcription")


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers of a process, by lane. Slow systems of employers, and long answers, must not delay anything else."""

    lanes: dict[Lane, Worker]

    async def run(self) -> None:
        """Work until cancelled; then let running tasks finish."""
        async with asyncio.TaskGroup() as group:
            for worker in self.lanes.values():
                group.create_task(worker.run())

    async def drain(self) -> None:
        """Run all due tasks but deliveries to webhooks, and those they enqueue as due, then return."""
        for lane in ("transcription", "general"):
            await self.lanes[lane].drain()


def workers(services: Services, only: Collection[Lane] = LANES) -> Workers:
    """The workers of these lanes, for every kind of task in them; they report tasks that fail."""
    watched = reporting.watched(handlers(services), services.reporter)
    deliveries = [webhooks.DELIVER, applications.READ_CALENDAR]  # They wait for the systems of others.
    settings = services.settings
    make = partial(
        Worker,
        services.background_db,
        watched,
        lease=timedelta(seconds=settings.task_lease_seconds),
        tracer=services.traces.tracer,
    )
    lanes: dict[Lane, Worker] = {}
    if "general" in only:
        lanes["general"] = make(urgent=notifications.URGENT, without=[*deliveries, *TRANSCRIPTION])
    if "webhooks" in only:
        lanes["webhooks"] = make(only=deliveries, concurrency=WEBHOOK_SLOTS)
    if "transcription" in only:
        lanes["transcription"] = make(
            only=TRANSCRIPTION, urgent=[room.CHECK, room.TRANSCRIBE], concurrency=TRANSCRIPTION_SLOTS
        )
    return Workers(lanes)


async def schedule_and_run(services: Services, work: Workers) -> None:
    """Schedule the recurring tasks, then run due tasks until cancelled. Raises `CannotStart`."""
    db, feeds = services.background_db, catalog.named_feeds(services.settings.feeds)
    while True:
        try:
            refuse_newer(await db.read(schema_of))
            await db.read(require_keys)
            await db.write(catalog.schedule, feeds)
            await db.write(room.schedule)
            await db.write(recordings.schedule)
            await db.write(audit.schedule)
            await db.write(scheduling.schedule)
            await db.write(notifications.schedule)
            await db.write(privacy.schedule)
            await db.write(webhooks.schedule)
            await db.write(assessments.schedule)
            break
        except CannotStart:
            raise
        except Exception:  # Retry until the database is reachable and migrated.
            log.exception("background work cannot begin")
            await asyncio.sleep(1)
    log.info("background work begins", version=version(), database=services.settings.shown_database)
    await work.run()


async def run_worker(settings: Settings, only: Collection[Lane] = LANES) -> None:
    """Run background tasks of these lanes until SIGTERM or SIGINT; running tasks finish first. For a dedicated process.

    Raises `CannotStart`, and the error that ended the work if it was not a signal.
    """
    load_reference_data(settings)
    async with aclosing(open_services(settings)) as services:
        work = workers(services, only)
        async with _answering(services):
            working = asyncio.create_task(schedule_and_run(services, work))
            for stop in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(stop, working.cancel)
            with contextlib.suppress(asyncio.CancelledError):
                await working
    log.info("worker stopped")


@asynccontextmanager
async def _answering(services: Services) -> AsyncIterator[None]:
    """Serve health checks and metrics, if the settings configure a port for them."""
    settings = services.settings
    if not settings.worker_port:
        yield
        return
    entered = asyncio.Event()

    @asynccontextmanager
    async def enter(_app: FastAPI) -> AsyncIterator[None]:
        entered.set()
        yield

    app = FastAPI(openapi_url=None, telemetry=NO_TELEMETRY, lifespan=enter)
    app.state.services = services
    app.router.routes.extend(admin.monitoring_router.routes)
    install_error_handlers(app)
    port = settings.worker_port
    server = uvicorn.Server(uvicorn.Config(app, settings.host, port, log_config=None, access_log=False))
    serving = asyncio.create_task(server.serve())
    await entered.wait()  # Uvicorn has installed its signal handlers; ours now replace them.
    try:
        yield
    finally:
        server.should_exit = True
        await serving
