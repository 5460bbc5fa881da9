"""Everything a process opens once from its settings: databases, storage, providers, limits.

The server, the worker and the demo call `open_services`. Routes take single services as parameters of the types in
`dependencies.py` (`db: Db`, `video: Video` ...).
"""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeVar, cast

from dayshift.core.account_limits import AccountLimits
from dayshift.core.db import Database, open_database
from dayshift.core.db.traced import TracedDatabase
from dayshift.core.extras import setting_errors
from dayshift.core.limits import Limits
from dayshift.core.secret_keys import SecretKeys
from dayshift.providers.dns import Resolver, SystemResolver
from dayshift.providers.email import Mailbox, Mailer, open_mailer
from dayshift.providers.language_model import LanguageModel, open_language_model
from dayshift.providers.reporting import Reporter, open_reporter
from dayshift.providers.sms import Texter, open_texter
from dayshift.providers.speech import Transcriber, open_transcriber
from dayshift.providers.storage import LocalStorage, Storage, open_storage
from dayshift.providers.tracing import Traces, open_traces
from dayshift.providers.video import VideoProvider, open_video
from dayshift.settings import Settings

T = TypeVar("T")


@dataclass
class Services:
    """The open services of one process. `app.state.services` holds those of a server."""

    settings: Settings
    db: Database
    background_db: Database
    """For background tasks. On PostgreSQL without the timeouts of requests; on SQLite the same as `db`."""
    storage: Storage
    """Recordings."""
    mailer: Mailer
    texter: Texter
    resolver: Resolver
    language_model: LanguageModel | None
    transcriber: Transcriber | None
    video: VideoProvider
    limits: Limits
    reporter: Reporter
    traces: Traces
    account_limits: AccountLimits = field(default_factory=AccountLimits)
    stylesheet: str | None = None
    """URL of the style sheet for pages that the server renders; None if the web app has not been built."""
    failed: bool = False
    """Background work has ended with an error: the process is not ready, and exits with code 1."""
    probe: "asyncio.Task[None] | None" = None
    """The latest write probe of the database, which concurrent readiness checks share."""
    read_probe: "asyncio.Task[None] | None" = None
    """The latest read probe, which concurrent health checks share."""
    read_at: float = -inf
    """When it last succeeded."""
    parts: dict[Any, object] = field(default_factory=dict, repr=False)
    closing: ExitStack = field(default_factory=ExitStack, repr=False)

    def add(self, kind: Callable[..., T], part: T, close: Callable[[], None] | None = None) -> None:
        """Add a part that belongs to a higher package, such as its thread pool or cache; `kind` is its class.

        `close` is called when the services are closed.
        """
        self.parts[kind] = part
        if close:
            self.closing.callback(close)

    def get(self, kind: Callable[..., T]) -> T:
        """The part that was added under this class."""
        return cast("T", self.parts[kind])

    async def aclose(self) -> None:
        """Close everything, even if closing one part fails; the last such error is raised. Idempotent."""
        async with AsyncExitStack() as closing:
            closing.push_async_callback(asyncio.to_thread, self.release)
            closing.push_async_callback(self.limits.close)
            if self.transcriber:
                await self.transcriber.aclose()

    def release(self) -> None:
        """Close everything except what belongs to an event loop. For failures during startup."""
        self.closing.close()


def open_services(settings: Settings, *, only_server: bool = False) -> Services:
    """Open the services that `settings` name. If one of them fails, those already open are closed.

    `only_server` is for the process that answers requests, see `open_database`. Raises `CannotStart`, whose message
    names the setting, and `DatabaseInUse`.
    """
    with ExitStack() as opened:
        with setting_errors("DAYSHIFT_ERROR_DSN"):
            reporter = open_reporter(settings.error_dsn)
        opened.callback(reporter.close)
        with setting_errors("DAYSHIFT_TRACES_ENDPOINT"):
            traces = open_traces(settings.traces_endpoint, settings.traces_share)
        opened.callback(traces.close)
        with setting_errors("DAYSHIFT_SECRET_KEYS"):
            keys = SecretKeys(settings.secret_keys, settings.data_dir)
        db = _traced(open_database(settings.database, keys, only_server=only_server), traces)
        opened.callback(db.close)
        background_db = db
        if only_server and settings.sqlite_file is None and settings.run_worker:
            background_db = _traced(open_database(settings.database, keys), traces)
            opened.callback(background_db.close)
        storage = open_storage(settings.storage_url, settings.data_dir / "recordings")
        opened.callback(storage.close)
        mailer, texter = _open_messengers(settings, opened)
        with setting_errors("DAYSHIFT_LANGUAGE_MODEL_URL"):
            model = open_language_model(settings.language_model_url)
        with setting_errors("DAYSHIFT_TRANSCRIBER_URL"):
            transcriber = open_transcriber(settings.transcriber_url, settings.data_dir)
        with setting_errors("DAYSHIFT_VIDEO_URL"):
            video = open_video(settings.video_url, settings.video_secret)
        return Services(
            settings=settings,
            db=db,
            background_db=background_db,
            storage=storage,
            mailer=mailer,
            texter=texter,
            resolver=SystemResolver(),
            language_model=model,
            transcriber=transcriber,
            video=video,
            limits=Limits(settings.redis_url, db),
            reporter=reporter,
            traces=traces,
            closing=opened.pop_all(),
        )


def _open_messengers(settings: Settings, opened: ExitStack) -> tuple[Mailer, Texter]:
    """Open the senders of emails and text messages: providers, or the developer mailbox."""
    dev_mailbox = LocalStorage(settings.dev_mailbox, threads=1)
    opened.callback(dev_mailbox.close)
    echo = settings.log_format == "console"
    with setting_errors("DAYSHIFT_SMTP_URL"):
        mailer = open_mailer(
            settings.smtp_url, Mailbox(settings.product_name, settings.mail_from), dev_mailbox, echo=echo
        )
    with setting_errors("DAYSHIFT_SMS_URL"):
        texter = open_texter(settings.sms_url, dev_mailbox, echo=echo)
    return mailer, texter


def _traced(db: Database, traces: Traces) -> Database:
    """The database; its calls become spans if a collector is set."""
    return TracedDatabase(db) if traces.tracer else db
