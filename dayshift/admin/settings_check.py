"""Check that whatever the settings refer to exists and responds. Sends no messages."""

import asyncio
import difflib
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import ValidationError

from dayshift.admin.queries import count_paused_operators
from dayshift.core.db import open_database
from dayshift.core.extras import ExtraMissing, load
from dayshift.interviews.follow_ups import PlansDamaged, use_own_plans
from dayshift.providers.email import Mailbox
from dayshift.providers.embeddings import open_embeddings
from dayshift.providers.language_model import open_language_model
from dayshift.providers.reporting import open_reporter
from dayshift.providers.sms import open_texter
from dayshift.providers.speech import OFF, open_transcriber
from dayshift.providers.speech.model import Embedded
from dayshift.providers.storage import LocalStorage, ObjectMissing, open_storage
from dayshift.providers.tracing import open_traces
from dayshift.providers.video import open_video
from dayshift.settings import LOOPBACK, MUST, SHOULD, Settings
from dayshift.tables import NoInstallation, SchemaTooOld, require_installation
from dayshift.version import version

PREFIX = "DAYSHIFT_"
TIMEOUT = 10.0
"""Timeout of each check, in seconds."""

GONE = {
    "DAYSHIFT_ICE_URLS": "live viewing needs DAYSHIFT_VIDEO_URL, and no relay",
    "DAYSHIFT_TURN_SECRET": "live viewing needs DAYSHIFT_VIDEO_URL, and no relay",
}
"""Settings of earlier versions, and what to do instead."""

Verdict = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    verdict: Verdict
    words: str


def faults_in_words(error: ValidationError) -> list[str]:
    """Return the validation errors by variable, without values: those may be secrets."""
    return [f"{PREFIX}{str(fault['loc'][0]).upper()}: {fault['msg']}" for fault in error.errors()]


def unknown_variables(environment: Mapping[str, str]) -> list[Finding]:
    """Return variables with the settings prefix that are unknown, each with the likely intended name."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    found = []
    for name in sorted(name for name in environment if name.startswith(PREFIX) and name not in known):
        if name in GONE:
            found.append(Finding("note", f"{name} has no effect: {GONE[name]}."))
            continue
        near = difflib.get_close_matches(name, known, n=1)
        found.append(Finding("wrong", f"{name} is no setting{f'. Is {near[0]} meant?' if near else '.'}"))
    return found


async def check(settings: Settings) -> list[Finding]:
    """Check everything that the settings refer to."""
    probes: list[Callable[[Settings], Awaitable[str]]] = [_data, _database, _storage]
    if settings.redis_url:
        probes.append(_redis)
    if settings.smtp_url:
        probes.append(_mail_server)
    found = [await _ask(probe, settings) for probe in probes]
    found.insert(0, Finding("ok", f"This is Dayshift {version()}"))
    return [*found, *_forms(settings), *_not_set_up(settings), *await _operators(settings)]


async def _operators(settings: Settings) -> list[Finding]:
    """Say how many operators have to protect their account before they can use it."""
    try:
        await asyncio.to_thread(require_installation, settings.database)
        with closing(open_database(settings.database)) as db:
            paused = await db.read(count_paused_operators)
    except Exception:  # noqa: BLE001  (the check of the database says why)
        return []
    if not paused:
        return []
    return [Finding("note", f"{paused} operators need a verified email address and a passkey: dayshift operators list")]


async def _ask(probe: Callable[[Settings], Awaitable[str]], settings: Settings) -> Finding:
    try:
        async with asyncio.timeout(TIMEOUT):
            return Finding("ok", await probe(settings))
    except TimeoutError:
        return Finding("wrong", f"{_name(probe)}: no answer within {TIMEOUT:g} seconds")
    except Exception as error:  # noqa: BLE001  (any error is the result)
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        return Finding("wrong", f"{_name(probe)}: {first}")


def _name(probe: Callable[[Settings], Awaitable[str]]) -> str:
    return (probe.__doc__ or "").rstrip(".")


async def _data(settings: Settings) -> str:
    """The data folder."""
    if not settings.data_dir.exists():
        parent = next(folder for folder in settings.data_dir.absolute().parents if folder.exists())
        if not os.access(parent, os.W_OK | os.X_OK):
            raise PermissionError(f"{settings.data_dir} does not exist, and {parent} cannot be written")
        return f"The data folder {settings.data_dir} does not exist yet: dayshift serve creates it"
    with tempfile.TemporaryFile(dir=settings.data_dir):
        return f"The data folder {settings.data_dir} can be written"


async def _database(settings: Settings) -> str:
    """The database."""
    try:
        await asyncio.to_thread(require_installation, settings.database)
    except NoInstallation:
        return "There is no database yet: dayshift serve creates it"
    except SchemaTooOld:
        return "The database answers, and the next start of a server upgrades it"
    return "The database answers"


async def _storage(settings: Settings) -> str:
    """The storage of the recordings."""
    folder = settings.data_dir / "recordings"
    if not settings.storage_url and not folder.exists():
        return f"There are no recordings yet: they are stored in {folder}"
    storage = open_storage(settings.storage_url, folder)
    try:
        await storage.size("settings-check")
    except ObjectMissing:
        pass  # The storage responded.
    finally:
        storage.close()
    return "The storage of the recordings answers"


async def _redis(settings: Settings) -> str:
    """Redis."""
    redis = load("redis.asyncio", "DAYSHIFT_REDIS_URL", "redis").Redis.from_url(settings.redis_url)
    try:
        await redis.ping()
    finally:
        await redis.aclose()
    return "Redis answers"


async def _mail_server(settings: Settings) -> str:
    """The mail server."""
    from dayshift.providers.smtp import SmtpMailer  # noqa: PLC0415  (Servers without a mail server start without it.)

    sender = Mailbox(settings.product_name, settings.mail_from)
    await SmtpMailer(settings.smtp_url, sender).check()
    return "The mail server answers" + (", and accepts the password" if "@" in settings.smtp_url else "")


def _forms(settings: Settings) -> list[Finding]:
    """Check settings by their format only, because a request would send something or cost money."""
    with tempfile.TemporaryDirectory() as folder:
        nowhere = LocalStorage(Path(folder), threads=1)
        readers: list[Callable[[], object]] = [
            lambda: open_texter(settings.sms_url, nowhere, echo=False),
            lambda: open_language_model(settings.language_model_url),
            lambda: open_video(settings.video_url, settings.video_secret),
            lambda: _check_transcriber(settings),
            lambda: use_own_plans(settings.plans_dir),
            lambda: open_embeddings(settings.wish_model_dir),
            lambda: open_reporter(settings.error_dsn).close(),
            lambda: open_traces(settings.traces_endpoint).close(),
        ]
        found = [fault for read in readers if (fault := _read(read))]
        nowhere.close()
    return found


def _check_transcriber(settings: Settings) -> None:
    transcriber = open_transcriber(settings.transcriber_url, settings.data_dir)
    if transcriber is not None:
        transcriber.check()
    elif settings.transcriber_url != OFF:
        Embedded(settings.data_dir).check()


def _read(read: Callable[[], object]) -> Finding | None:
    try:
        read()
    except (ValueError, PlansDamaged, ExtraMissing) as error:
        return Finding("wrong", str(error))
    return None


def _not_set_up(settings: Settings) -> list[Finding]:
    """List what is missing, and what does not work without it; then settings that conflict."""
    found = [
        f"{PREFIX}{name.upper()} is not set, and {verb} be: {without}."
        for verb, group in (("must", MUST), ("should", SHOULD))
        for name, without in group.items()
        if settings.lacks(name)
    ]
    public = urlsplit(settings.public_url)
    if settings.mail_from.endswith("@localhost") and not settings.lacks("mail_from"):
        found.append(f"DAYSHIFT_MAIL_FROM is {settings.mail_from}: {SHOULD['mail_from']}.")
    if not settings.lacks("public_url") and public.hostname in LOOPBACK:
        found.append(f"DAYSHIFT_PUBLIC_URL is {settings.public_url}: {MUST['public_url']}.")
    elif not settings.lacks("public_url") and public.scheme != "https":
        found.append(f"DAYSHIFT_PUBLIC_URL {settings.public_url} is not https: browsers refuse it the camera.")
    if not settings.sms_url:
        found.append("Text messages are not sent: DAYSHIFT_SMS_URL is not set.")
    return [Finding("note", words) for words in found]
