"""Transcripts of spoken answers: listen along while an answer is given, and write down what it says in the end.

The server's transcript is the text of record: it replaces what the browser recognised, but nothing that the person
wrote or corrected.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import structlog
from sqlalchemy import bindparam, delete, update

from dayshift.core.audit import Actor, record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.events import publish
from dayshift.core.provider_metrics import provider_call
from dayshift.core.tasks import MAX_ATTEMPTS, Handler, Snooze, Task, Write, enqueue
from dayshift.interviews.recordings import (
    Take,
    arriving_sound,
    audio_of,
    charge_media_work,
    complete_sound,
    find_take,
    heard_seconds,
    today,
    until_tomorrow,
)
from dayshift.interviews.room.actions import change
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.events import ScoringWanted
from dayshift.interviews.room.models import listening, responses
from dayshift.interviews.room.queries import (
    Interview,
    Listening,
    StoredAnswer,
    Transcript,
    heard_so_far,
    load_interview,
)
from dayshift.interviews.room.waiting import LATEST, TRANSCRIBE, task_key
from dayshift.knowledge.question_plans import find_plan
from dayshift.providers.media import Unplayable
from dayshift.providers.speech import (
    Heard,
    Listener,
    Part,
    Passage,
    Transcriber,
    TranscriptionFailed,
    Word,
    holds_voice,
    main_language,
)
from dayshift.providers.storage import Storage

log = structlog.get_logger()

LISTEN = "interviews.listen"
"""The task that listens along to one take, from its first chunk to its answer."""

TIMEOUT = timedelta(minutes=10)
"""Time after its end that an interview waits for transcripts before it is scored without them."""
MIN_INTERVAL = timedelta(seconds=0.5)
"""Shortest interval between checks whether a recording has arrived."""
SECONDS = 60.0
SECONDS_PER_SECOND = 3.0
"""Timeout of a transcription: fixed, plus this many seconds for each second of the recording."""

LISTEN_EVERY = timedelta(seconds=2)
"""Interval between looks for new chunks; each holds four seconds."""
FALTER = timedelta(seconds=10)
"""Pause after a failure while listening along: the whole answer is transcribed in the end anyway."""
GIVE_UP = timedelta(minutes=3)
"""Time without a new chunk after which nobody listens any longer: the take was broken off."""

HEARD_SECONDS_A_DAY = 2 * 60 * 60.0
"""Sound of one account that is transcribed; beyond it the rest waits for the next day (UTC). An interview has ten
minutes."""

WITHOUT_TRANSCRIPT = {"awaited", "failed"}
"""States of answers that are still to be transcribed, or whose transcription was given up."""


_update_answer = update(responses).where(
    responses.c.interview_id == bindparam("interview"), responses.c.response_order == bindparam("order")
)
_insert_heard = insert(listening)
_keep_heard = _insert_heard.on_conflict_do_update(
    index_elements=[listening.c.interview_id, listening.c.take],
    set_={name: _insert_heard.excluded[name] for name in Listening.__slots__},
)
_forget_heard = delete(listening).where(
    listening.c.interview_id == bindparam("interview"), listening.c.take <= bindparam("number")
)


def request_transcript(tx: Tx, interview_id: str, order: int) -> None:
    """Transcribe this answer once its recording has arrived."""
    tx.execute(_update_answer.values(transcription="awaited"), {"interview": interview_id, "order": order})
    enqueue(tx, TRANSCRIBE, {"interview_id": interview_id, "order": order}, key=task_key(interview_id, order))


def waits_for_transcripts(interview: Interview, answers: Sequence[StoredAnswer]) -> bool:
    """Whether scoring should wait a little longer."""
    return not _is_too_late(interview) and any(answer.words_awaited for answer in answers)


def handlers(db: Database, storage: Storage, helpers: AiServices) -> dict[str, Handler]:
    """The handlers of `LISTEN` and `TRANSCRIBE`."""
    work = _Work(db, storage, helpers)
    return {LISTEN: work.listen, TRANSCRIBE: work.transcribe}


class _Work:
    """The two tasks. In one process they take turns at a take, so that no stretch is transcribed twice."""

    def __init__(self, db: Database, storage: Storage, helpers: AiServices) -> None:
        self._db = db
        self._storage = storage
        self._helpers = helpers
        self._turns = WeakValueDictionary[tuple[str, int], asyncio.Lock]()

    def _turn(self, interview_id: str, take: int) -> asyncio.Lock:
        return self._turns.setdefault((interview_id, take), asyncio.Lock())

    async def listen(self, task: Task) -> Write | None:
        """Transcribe the finished stretches of a take whose chunks are arriving; again and again until its answer."""
        interview_id, take = task.payload["recording_id"], task.payload["take"]
        loaded = await self._db.read(load_interview, interview_id)
        if loaded is None or any(answer.take_number == take for answer in loaded[1]):
            return None
        interview, _ = loaded
        transcriber = self._helpers.permitted_by(interview.consent_version).transcriber
        if not isinstance(transcriber, Listener):
            return None
        if await self._is_too_much(interview_id):
            return None
        async with self._turn(interview_id, take):
            before = await self._db.read(heard_so_far, interview_id, take)
            if before is None:
                before = Listening(0, 0.0, Transcript(by=transcriber.name, passages=[]), now())
                await self._db.write(_keep, interview_id, take, before)
            if now() - before.changed_at > GIVE_UP:
                return partial(_forget, interview_id=interview_id, take=take)
            try:
                await self._listen_on(interview, take, transcriber, before)
            except (TranscriptionFailed, Unplayable) as error:
                log.warning("listening along failed", interview=interview_id, take=take, error=str(error))
                raise Snooze(FALTER) from None
        raise Snooze(LISTEN_EVERY)

    async def _listen_on(self, interview: Interview, take: int, transcriber: Listener, before: Listening) -> None:
        with tempfile.TemporaryDirectory(prefix="listen-", ignore_cleanup_errors=True) as folder:
            sound = await arriving_sound(self._storage, interview.id, take, Path(folder), more_than=before.chunks)
            if sound is None:
                return
            expected = _language(interview)
            earlier = passages_of(before)
            with provider_call("transcriber listen"):
                part = Part(before.until, final=False)
                heard = await transcriber.listen(sound.samples, last_language(earlier, expected), part, seconds=SECONDS)
        await self._charge(interview.id, heard.until - before.until)
        passages = [*earlier, *heard.passages]
        transcript = Transcript(
            by=transcriber.name, passages=[*map(asdict, passages)], language=main_language(passages, heard.language)
        )
        await self._db.write(_keep, interview.id, take, Listening(sound.chunks, heard.until, transcript, now()))

    async def transcribe(self, task: Task) -> Write | None:
        """Write down a whole answer. Where somebody listened along, only its end is left to do."""
        interview_id, order = task.payload["interview_id"], task.payload["order"]
        try:
            return await self._transcribe_answer(interview_id, order)
        except Snooze:
            raise
        except Exception:
            if task.attempts >= MAX_ATTEMPTS:  # A dead letter: scoring must not wait for it any longer.
                await self._db.write(give_up, interview_id, order)
            raise

    async def _transcribe_answer(self, interview_id: str, order: int) -> Write | None:
        found = await self._db.read(_find, interview_id, order)
        if found is None or found[1].take_number is None or found[1].transcription not in WITHOUT_TRANSCRIPT:
            return None
        interview, answer = found
        keep = partial(store_transcript, interview_id=interview_id, order=order)
        transcriber = self._helpers.permitted_by(interview.consent_version).transcriber
        take = await self._db.read(find_take, interview_id, found[1].take_number)
        if transcriber is None or take is None or (take.state == "failed" and take.media_key is None):
            return partial(keep, transcript=Transcript(by="", passages=[]))
        if await self._is_too_much(interview_id):
            raise Snooze(until_tomorrow())
        async with self._turn(interview_id, take.number):
            heard = await self._hear(transcriber, interview, take)
        if heard is None:  # Soon at first, then rarely, like the checks of the take itself.
            raise Snooze(min(max((now() - answer.created_at) / 2, MIN_INTERVAL), LATEST))
        return partial(
            keep,
            transcript=Transcript(
                by=transcriber.name, passages=[asdict(one) for one in heard.passages], language=heard.language
            ),
        )

    async def _hear(self, transcriber: Transcriber, interview: Interview, take: Take) -> Heard | None:
        """The transcript of a take; None if it has not arrived. Raises `TranscriptionFailed`."""
        seconds = SECONDS + SECONDS_PER_SECOND * (take.duration_seconds or 0)
        language = _language(interview)
        with tempfile.TemporaryDirectory(prefix="transcribe-", ignore_cleanup_errors=True) as folder:
            if isinstance(transcriber, Listener):  # By the chunks, of which the beginning may have been heard already.
                sound = await complete_sound(self._storage, take, Path(folder))
                if sound is not None:
                    before = await self._db.read(heard_so_far, interview.id, take.number)
                    await self._charge(interview.id, sound.seconds - (before.until if before else 0.0))
                    with provider_call("transcriber listen"):
                        return await finish(transcriber, sound.samples, sound.seconds, before, language)
            if take.state == "waiting":
                return None
            await self._charge(interview.id, take.duration_seconds or 0.0)
            return await _hear_media(transcriber, self._storage, take, language, Path(folder), seconds)

    async def _is_too_much(self, interview_id: str) -> bool:
        return await self._db.read(heard_seconds, interview_id, today()) >= HEARD_SECONDS_A_DAY

    async def _charge(self, interview_id: str, seconds: float) -> None:
        await self._db.write(charge_media_work, interview_id, today(), heard_seconds=max(0.0, seconds))


async def finish(transcriber: Listener, samples: Path, length: float, before: Listening | None, language: str) -> Heard:
    """The transcript of a whole sound of `length` seconds, of which the beginning may have been heard before."""
    if before is None or before.until > length:
        return await transcriber.listen(samples, language, seconds=SECONDS + SECONDS_PER_SECOND * length)
    earlier = passages_of(before)
    seconds = SECONDS + SECONDS_PER_SECOND * (length - before.until)
    rest = await transcriber.listen(samples, last_language(earlier, language), Part(before.until), seconds=seconds)
    passages = [*earlier, *rest.passages]
    return Heard(passages, main_language(passages, rest.language), rest.until)


def passages_of(before: Listening) -> list[Passage]:
    """The stored passages."""
    return [
        Passage(**{**one, "words": [Word(**word) for word in one.get("words", [])]})
        for one in before.transcript["passages"]
    ]


def last_language(passages: Sequence[Passage], expected: str) -> str:
    """The language of the last passage, in which the speaker probably goes on."""
    return (passages[-1].language if passages else None) or expected


async def _hear_media(
    transcriber: Transcriber, storage: Storage, take: Take, language: str, folder: Path, seconds: float
) -> Heard:
    """The transcript of a playable take; no passages if nobody speaks."""
    try:
        audio = await audio_of(storage, take, folder)
        if audio is None or not await holds_voice(audio):
            return Heard([], language, 0.0)
    except Unplayable:
        return Heard([], language, 0.0)
    with provider_call("transcriber listen"):
        return await transcriber.transcribe(audio, language, seconds=seconds)


def _language(interview: Interview) -> str:
    return find_plan(interview.plan_id, interview.plan_version).language


def _keep(tx: Tx, interview_id: str, take: int, heard: Listening) -> None:
    loaded = load_interview(tx, interview_id, for_update=True)
    if loaded and not any(answer.take_number == take for answer in loaded[1]):
        row = {name: getattr(heard, name) for name in Listening.__slots__}
        tx.execute(_keep_heard, {"interview_id": interview_id, "take": take, **row})


def score_again(tx: Tx, interview: Interview, actor: Actor, actor_id: str | None = None) -> None:
    """Request a new score in place of the one of another text."""
    record(
        tx, "interview.rescored", actor, actor_id,
        subject="interview", subject_id=interview.id, details={"before": interview.ai_score},
    )  # fmt: skip
    change(tx, interview, scoring="pending", ai_score=None, report=None)
    publish(tx, ScoringWanted(interview.id))


def _forget(tx: Tx, interview_id: str, take: int) -> None:
    tx.execute(_forget_heard, {"interview": interview_id, "number": take})


def give_up(tx: Tx, interview_id: str, order: int) -> None:
    """Mark a transcription as failed. An operator may retry it."""
    failed = _update_answer.where(responses.c.transcription == "awaited").values(transcription="failed")
    tx.execute(failed, {"interview": interview_id, "order": order})


def store_transcript(tx: Tx, interview_id: str, order: int, transcript: Transcript) -> None:
    """Store a transcript. It becomes the text of the answer, unless the person wrote that.

    An interview that could not wait for it is scored again.
    """
    found = _find(tx, interview_id, order, for_update=True)
    if found is None or found[1].transcription not in WITHOUT_TRANSCRIPT:
        return
    interview, answer = found
    values: dict[str, Any] = {"transcription": "done", "transcript": transcript}
    text = " ".join(one["text"] for one in transcript["passages"])
    if text and answer.spoken:
        values["response_text"] = text
        if text != answer.response_text and interview.scoring == "done":
            score_again(tx, interview, "system")
    tx.execute(_update_answer.values(**values), {"interview": interview_id, "order": order})
    _forget(tx, interview_id, answer.take_number or 0)


def _is_too_late(interview: Interview) -> bool:
    return interview.ended_at is not None and now() - interview.ended_at >= TIMEOUT


def _find(tx: Tx, interview_id: str, order: int, *, for_update: bool = False) -> tuple[Interview, StoredAnswer] | None:
    loaded = load_interview(tx, interview_id, for_update=for_update)
    answer = next((one for one in loaded[1] if one.response_order == order), None) if loaded else None
    return (loaded[0], answer) if loaded and answer else None
