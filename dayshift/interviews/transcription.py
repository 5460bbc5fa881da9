"""The words of answers that came with none: a transcriber listens to their recordings.

Only those: what a person typed, or put right, and what their browser wrote down is never listened to, nor replaced.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import bindparam, update

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.provider_metrics import outside
from dayshift.core.tasks import MAX_ATTEMPTS, Handler, Snooze, Task, Write, enqueue
from dayshift.interviews.consent import Helpers
from dayshift.interviews.models import responses
from dayshift.interviews.queries import Interview, Response, load_interview
from dayshift.providers.media import Unplayable
from dayshift.providers.speech import Passage, Transcriber, TranscriptionFailed, holds_voice
from dayshift.providers.storage import Storage
from dayshift.question_plans import find_plan
from dayshift.recordings import Take, audio_of, find_take

HEAR = "interviews.hear"
"""The task that has the words of one answer written down."""

PATIENCE = timedelta(minutes=10)
"""So long after its end an interview waits for words that are being written down, before it is scored without."""
SOONEST = timedelta(seconds=2)
LATEST = timedelta(minutes=15)
"""How soon and how rarely it is looked whether a recording plays."""
SECONDS = 60.0
SECONDS_PER_SECOND = 3.0
"""How long a transcriber may take: a while, and so much for each second of the recording."""

UNHEARD = {"awaited", "failed"}
"""Answers whose words are still to be written down, or were given up."""

_keep = update(responses).where(
    responses.c.interview_id == bindparam("interview"), responses.c.response_order == bindparam("order")
)


def ask_to_hear(tx: Tx, interview_id: str, order: int) -> None:
    """Have the words of this answer written down once its recording plays."""
    tx.execute(_keep.values(transcription="awaited"), {"interview": interview_id, "order": order})
    key = f"{HEAR}:{interview_id}:{order}"
    enqueue(tx, HEAR, {"interview_id": interview_id, "order": order}, key=key)


def hearing(db: Database, storage: Storage, helpers: Helpers) -> Handler:
    """The handler of `HEAR`."""

    async def hear(task: Task) -> Write | None:
        try:
            return await look_and_listen(**task.payload)
        except Snooze:
            raise
        except Exception:
            if task.attempts >= MAX_ATTEMPTS:  # A dead letter: nobody is to wait for its words any more.
                await db.write(give_up, **task.payload)
            raise

    async def look_and_listen(interview_id: str, order: int) -> Write | None:
        found = await db.read(_find, interview_id, order)
        if found is None or found[1].take_number is None or found[1].transcription not in UNHEARD:
            return None
        interview, said = found
        keep = partial(keep_heard, interview_id=interview_id, order=order)
        transcriber = helpers.allowed(interview.consent_version).transcriber
        take = await db.read(find_take, interview_id, found[1].take_number)
        if transcriber is None or take is None or (take.state == "failed" and take.media_key is None):
            return partial(keep, by="", passages=[])
        if take.state == "waiting":  # Soon at first, then rarely, as the take itself is waited for.
            raise Snooze(min(max((now() - said.created_at) / 2, SOONEST), LATEST))
        language = find_plan(interview.plan_id, interview.plan_version).language
        return partial(keep, by=transcriber.name, passages=await listen(transcriber, storage, take, language))

    return hear


def give_up(tx: Tx, interview_id: str, order: int) -> None:
    """Say that no words will come. An operator may still have it tried again."""
    unheard = _keep.where(responses.c.transcription == "awaited").values(transcription="failed")
    tx.execute(unheard, {"interview": interview_id, "order": order})


def waits_for_words(interview: Interview, said: Sequence[Response]) -> bool:
    """Whether scoring should wait a little longer."""
    return not _is_too_late(interview) and any(response.words_awaited for response in said)


def _is_too_late(interview: Interview) -> bool:
    return interview.ended_at is not None and now() - interview.ended_at >= PATIENCE


async def listen(transcriber: Transcriber, storage: Storage, take: Take, language: str) -> list[Passage]:
    """What is said in a take that plays; nothing where nobody speaks. Raises `TranscriptionFailed`."""
    with tempfile.TemporaryDirectory(prefix="hear-", ignore_cleanup_errors=True) as folder:
        try:
            sound = await audio_of(storage, take, Path(folder))
            if sound is None or not await holds_voice(sound):
                return []
        except Unplayable:
            return []
        seconds = SECONDS + SECONDS_PER_SECOND * (take.duration_seconds or 0)
        try:
            with outside("transcriber listen"):
                async with asyncio.timeout(seconds * 1.5):  # A watchdog of our own, for one that has none.
                    return await transcriber.transcribe(sound, language, seconds=seconds)
        except TimeoutError as error:
            raise TranscriptionFailed(f"no end after {seconds * 1.5:g} seconds") from error


def keep_heard(tx: Tx, interview_id: str, order: int, by: str, passages: Sequence[Passage]) -> None:
    """Keep what was heard. It becomes the answer where there is still none, and no score without it."""
    found = _find(tx, interview_id, order, for_update=True)
    if found is None or found[1].transcription not in UNHEARD:
        return
    interview, said = found
    values = {"transcription": "done", "transcript": {"by": by, "passages": [asdict(one) for one in passages]}}
    words = " ".join(one.text for one in passages)
    if words and said.wordless and (interview.scoring == "declined" or not _is_too_late(interview)):
        values["response_text"] = words
    tx.execute(_keep.values(**values), {"interview": interview_id, "order": order})


def _find(tx: Tx, interview_id: str, order: int, *, for_update: bool = False) -> tuple[Interview, Response] | None:
    loaded = load_interview(tx, interview_id, for_update=for_update)
    said = next((one for one in loaded[1] if one.response_order == order), None) if loaded else None
    return (loaded[0], said) if loaded and said else None
