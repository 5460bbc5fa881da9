"""A try of the microphone before an interview: a few seconds of speech become the words that were understood."""

import base64
import binascii
import tempfile
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Executable, bindparam, delete, select, update

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.core.provider_metrics import provider_call
from dayshift.core.tasks import MAX_ATTEMPTS, Handler, Snooze, Task, Write, enqueue
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.errors import NoTranscription
from dayshift.interviews.room.models import sound_checks
from dayshift.interviews.room.queries import Transcript
from dayshift.providers.media import Unplayable
from dayshift.providers.speech import Heard, Transcriber, TranscriptionFailed, holds_voice

log = structlog.get_logger()

CHECK = "interviews.sound_check"
"""The task that transcribes a try, and deletes it later."""
KEPT = timedelta(minutes=10)
"""Time from a try until its deletion, also if it cannot be transcribed: the page promises it."""
AGAIN = timedelta(seconds=30)
"""Pause after a failed transcription."""
SECONDS = 60.0

_insert = insert(sound_checks)
_keep = _insert.on_conflict_do_update(
    index_elements=[sound_checks.c.user_id],
    set_={name: _insert.excluded[name] for name in ("number", "language", "sound", "transcript", "created_at")},
)
_this = (sound_checks.c.user_id == bindparam("user")) & (sound_checks.c.number == bindparam("attempt"))
_find = select(sound_checks.c.language, sound_checks.c.sound, sound_checks.c.created_at).where(_this)
_heard = update(sound_checks).where(_this).values(sound=None, transcript=bindparam("heard"))
_delete = delete(sound_checks).where(_this)
_of_user = select(sound_checks.c.transcript).where(sound_checks.c.user_id == bindparam("user"))


def request_check(tx: Tx, user_id: str, language: Language, sound: str) -> None:
    """Transcribe a try of the microphone, in base64; it replaces the person's last one. Raises `InvalidRequest`."""
    try:
        data = base64.b64decode(sound, validate=True)
    except binascii.Error:
        raise InvalidRequest(fields={"sound": "This is no base64."}) from None
    row = {"user_id": user_id, "number": new_id(), "language": language, "sound": data, "transcript": None}
    tx.execute(_keep, {**row, "created_at": now()})
    enqueue(tx, CHECK, {"user_id": user_id, "number": row["number"]}, key=f"{CHECK}:{user_id}")


def find_check(tx: Tx, user_id: str) -> Transcript | None:
    """What was heard of the person's last try; None if it is not known yet. Raises `NotFound` without one."""
    row = tx.execute(_of_user, {"user": user_id}).first()
    if row is None:
        raise NotFound
    transcript: Transcript | None = row.transcript
    return transcript


def agreed_transcriber(helpers: AiServices, version: str) -> Transcriber:
    """The transcriber, if the person has agreed to the text that names it. Raises `NoTranscription`."""
    transcriber = helpers.permitted_by(version).transcriber
    if transcriber is None:
        raise NoTranscription
    return transcriber


def check_handler(db: Database, helpers: AiServices) -> Handler:
    """The handler of `CHECK`: at first it transcribes the try, and after `KEPT` it deletes it."""

    async def check(task: Task) -> Write | None:
        at = {"user": task.payload["user_id"], "attempt": task.payload["number"]}
        row = await db.read(lambda tx: tx.execute(_find, at).first())
        if row is None:
            return None
        left = row.created_at + KEPT - now()
        if helpers.transcriber is None or task.attempts >= MAX_ATTEMPTS or left <= timedelta(0):
            return partial(_run, statement=_delete, values=at)
        if row.sound is None:
            raise Snooze(left)
        try:
            heard = await _hear(helpers.transcriber, row.sound, row.language)
        except TranscriptionFailed as error:
            log.warning("a sound check was not transcribed", error=str(error))
            raise Snooze(min(AGAIN, left)) from None
        transcript = Transcript(
            by=helpers.transcriber.name, passages=[asdict(one) for one in heard.passages], language=heard.language
        )
        await db.write(_run, _heard, {**at, "heard": transcript})
        raise Snooze(left)

    return check


def _run(tx: Tx, statement: Executable, values: dict[str, Any]) -> None:
    tx.execute(statement, values)


async def _hear(transcriber: Transcriber, data: bytes, language: str) -> Heard:
    with tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True) as folder:
        sound = Path(folder) / "sound.webm"
        sound.write_bytes(data)
        try:
            if not await holds_voice(sound):
                return Heard([], language, 0.0)
        except Unplayable:
            return Heard([], language, 0.0)
        with provider_call("transcriber listen"):
            return await transcriber.transcribe(sound, language, seconds=SECONDS)
