"""Answers of an interview: store them, correct them, and transcribe recorded answers that have no text.

Text that was typed, corrected or recognized in the browser is never replaced.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, update

from dayshift.accounts import User
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.provider_metrics import provider_call
from dayshift.core.tasks import MAX_ATTEMPTS, Handler, Snooze, Task, Write, enqueue
from dayshift.interviews.actions import change
from dayshift.interviews.consent import Helpers
from dayshift.interviews.errors import NotInProgress, ResponseConflict
from dayshift.interviews.events import ScoringWanted
from dayshift.interviews.models import responses
from dayshift.interviews.queries import (
    Interview,
    StoredAnswer,
    answer_columns,
    answers_of,
    find_interview,
    load_interview,
    questions_of,
)
from dayshift.providers.media import Unplayable
from dayshift.providers.speech import Passage, Transcriber, TranscriptionFailed, holds_voice
from dayshift.providers.storage import Storage
from dayshift.question_plans import FOLLOW_UP, find_plan
from dayshift.recordings import Take, audio_of, find_take, open_recording, request_finalise
from dayshift.scoring import NO_RESPONSE

TRANSCRIBE = "interviews.hear"
"""The task that transcribes one answer."""

PATIENCE = timedelta(minutes=10)
"""Time after its end that an interview waits for transcripts before it is scored without them."""
SOONEST = timedelta(seconds=2)
LATEST = timedelta(minutes=15)
"""Interval between checks whether a recording is playable."""
SECONDS = 60.0
SECONDS_PER_SECOND = 3.0
"""Timeout of a transcription: fixed, plus this many seconds for each second of the recording."""

WITHOUT_TRANSCRIPT = {"awaited", "failed"}
"""States of answers that are still to be transcribed, or whose transcription was given up."""


@dataclass(frozen=True)
class NewAnswer:
    """An answer as the client sends it. `take` names its recording: {number, segments}.

    `question_text` only identifies a question without `question_id`; the server knows what was asked.
    """

    order: int
    question_id: str | None
    question_text: str
    response_text: str
    original_text: str | None
    mode: str
    duration_seconds: float | None
    take: dict[str, Any] | None


_insert_answer = insert(responses).returning(*answer_columns)
_update_answer = update(responses).where(
    responses.c.interview_id == bindparam("interview"), responses.c.response_order == bindparam("order")
)


LATE = timedelta(days=14)
"""How long a completed interview waits for an answer that did not leave the phone."""


def record_answer(
    tx: Tx, user: User, interview_id: str, answer: NewAnswer, helpers: Helpers
) -> tuple[StoredAnswer, bool]:
    """Stores an answer and requests that its take is finalised, and transcribed if the answer has no text.

    Returns the answer and whether it is new: resending the same answer changes nothing. Another answer to the same
    question, or with the same number, raises `ResponseConflict`; an interview that is over, `NotInProgress`. An answer
    that was held up on the phone is stored even after completion, and the interview is scored again.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    asked = questions_of(tx, interview)
    question_id = _question_id(asked, answer)
    earlier = answers_of(tx, [interview_id])[interview_id]
    stored = next((one for one in earlier if one.response_order == answer.order), None)
    is_new = stored is None
    if stored is None:
        is_late = interview.status == "completed" and now() - (interview.ended_at or now()) <= LATE
        if interview.status != "in-progress" and not is_late:
            raise NotInProgress
        if any(one.question_id == question_id for one in earlier):
            raise ResponseConflict
        stored = StoredAnswer(*tx.execute(_insert_answer, _row(interview_id, asked[question_id], answer)).one())
        if is_late and interview.scoring in {"pending", "done"}:
            _score_again(tx, user, interview)
    elif interview.status not in ("in-progress", "completed"):
        raise NotInProgress
    if stored.question_id != question_id or not _is_same(answer.response_text, stored):
        raise ResponseConflict
    if answer.take is not None:
        open_recording(tx, interview_id, user.id)
        request_finalise(tx, interview_id, answer.take["number"], answer.take["segments"])
    if is_new and stored.wordless and helpers.allowed(interview.consent_version).transcriber:
        _request_transcript(tx, interview_id, answer.order)
        stored = replace(stored, transcription="awaited")
    return stored, is_new


def correct_answer(tx: Tx, user: User, interview_id: str, order: int, text: str) -> StoredAnswer:
    """Replace the text of an answer. The original text is kept. A completed interview is scored again.

    The audit log has digests of both texts, so that it proves them as long as the answer has them.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    stored = _find_answer(tx, interview_id, order)
    if stored is None:
        raise NotFound
    if stored.response_text == text:
        return stored
    if interview.status not in ("in-progress", "completed"):
        raise NotInProgress
    is_over = interview.status == "completed"
    original = stored.response_text if stored.original_text is None else stored.original_text
    changed = replace(
        stored, response_text=text, original_text=original, corrected_at=now() if is_over else stored.corrected_at
    )
    values = {name: getattr(changed, name) for name in ("response_text", "original_text", "corrected_at")}
    tx.execute(_update_answer.values(**values), {"interview": interview_id, "order": order})
    record(
        tx, "transcript.corrected", "candidate", user.id, subject="interview", subject_id=interview_id,
        details={
            "answer": order, "before": _digest(stored.response_text), "after": _digest(text), "completed": is_over,
        },
    )  # fmt: skip
    if is_over and interview.scoring in {"pending", "done"}:
        _score_again(tx, user, interview)
    return changed


def _score_again(tx: Tx, user: User, interview: Interview) -> None:
    """Request a new score in place of the one of the old text."""
    record(
        tx, "interview.rescored", "candidate", user.id,
        subject="interview", subject_id=interview.id, details={"before": interview.ai_score},
    )  # fmt: skip
    change(tx, interview, scoring="pending", ai_score=None, report=None)
    publish(tx, ScoringWanted(interview.id))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _is_same(text: str, stored: StoredAnswer) -> bool:
    """Whether this is the text of an answer, now or when it was sent."""
    if stored.transcript is not None and text.strip() in {"", NO_RESPONSE}:
        return True
    return text in (stored.response_text, stored.original_text)


def _find_answer(tx: Tx, interview_id: str, order: int) -> StoredAnswer | None:
    return next((one for one in answers_of(tx, [interview_id])[interview_id] if one.response_order == order), None)


def _question_id(asked: dict[str, dict[str, Any]], answer: NewAnswer) -> str:
    """The question that is answered: by its id, else by its text, else by the running number.

    Raises `InvalidRequest` for a question that was never asked.
    """
    if answer.question_id is not None:
        if answer.question_id not in asked:
            raise InvalidRequest(fields={"questionId": "There is no such question"})
        return answer.question_id
    for question_id, question in asked.items():
        if question["question"] == answer.question_text:
            return question_id
    planned = [question_id for question_id in asked if not question_id.endswith(FOLLOW_UP)]
    if answer.order > len(planned):
        raise InvalidRequest(fields={"responseOrder": "There is no such question"})
    return planned[answer.order - 1]


def _row(interview_id: str, question: dict[str, Any], answer: NewAnswer) -> dict[str, Any]:
    return {
        "id": new_id(),
        "interview_id": interview_id,
        "response_order": answer.order,
        "question_id": question["id"],
        "question_text": question["question"],
        "response_text": answer.response_text,
        "original_text": answer.original_text,
        "mode": answer.mode,
        "take_number": answer.take["number"] if answer.take else None,
        "duration_seconds": answer.duration_seconds,
        "created_at": now(),
    }


def _request_transcript(tx: Tx, interview_id: str, order: int) -> None:
    """Transcribe this answer once its recording is playable."""
    tx.execute(_update_answer.values(transcription="awaited"), {"interview": interview_id, "order": order})
    key = f"{TRANSCRIBE}:{interview_id}:{order}"
    enqueue(tx, TRANSCRIBE, {"interview_id": interview_id, "order": order}, key=key)


def transcribe_handler(db: Database, storage: Storage, helpers: Helpers) -> Handler:
    """The handler of `TRANSCRIBE`."""

    async def handle(task: Task) -> Write | None:
        try:
            return await transcribe_answer(**task.payload)
        except Snooze:
            raise
        except Exception:
            if task.attempts >= MAX_ATTEMPTS:  # A dead letter: scoring must not wait for it any longer.
                await db.write(give_up, **task.payload)
            raise

    async def transcribe_answer(interview_id: str, order: int) -> Write | None:
        found = await db.read(_find, interview_id, order)
        if found is None or found[1].take_number is None or found[1].transcription not in WITHOUT_TRANSCRIPT:
            return None
        interview, answer = found
        keep = partial(store_transcript, interview_id=interview_id, order=order)
        transcriber = helpers.allowed(interview.consent_version).transcriber
        take = await db.read(find_take, interview_id, found[1].take_number)
        if transcriber is None or take is None or (take.state == "failed" and take.media_key is None):
            return partial(keep, by="", passages=[])
        if take.state == "waiting":  # Soon at first, then rarely, like the checks of the take itself.
            raise Snooze(min(max((now() - answer.created_at) / 2, SOONEST), LATEST))
        language = find_plan(interview.plan_id, interview.plan_version).language
        return partial(keep, by=transcriber.name, passages=await transcribe(transcriber, storage, take, language))

    return handle


def give_up(tx: Tx, interview_id: str, order: int) -> None:
    """Mark a transcription as failed. An operator may retry it."""
    failed = _update_answer.where(responses.c.transcription == "awaited").values(transcription="failed")
    tx.execute(failed, {"interview": interview_id, "order": order})


def waits_for_transcripts(interview: Interview, answers: Sequence[StoredAnswer]) -> bool:
    """Whether scoring should wait a little longer."""
    return not _is_too_late(interview) and any(answer.words_awaited for answer in answers)


def _is_too_late(interview: Interview) -> bool:
    return interview.ended_at is not None and now() - interview.ended_at >= PATIENCE


async def transcribe(transcriber: Transcriber, storage: Storage, take: Take, language: str) -> list[Passage]:
    """The transcript of a playable take; empty if nobody speaks. Raises `TranscriptionFailed`."""
    with tempfile.TemporaryDirectory(prefix="transcribe-", ignore_cleanup_errors=True) as folder:
        try:
            audio = await audio_of(storage, take, Path(folder))
            if audio is None or not await holds_voice(audio):
                return []
        except Unplayable:
            return []
        seconds = SECONDS + SECONDS_PER_SECOND * (take.duration_seconds or 0)
        try:
            with provider_call("transcriber listen"):
                async with asyncio.timeout(seconds * 1.5):  # For a transcriber without a timeout of its own.
                    return await transcriber.transcribe(audio, language, seconds=seconds)
        except TimeoutError as error:
            raise TranscriptionFailed(f"no end after {seconds * 1.5:g} seconds") from error


def store_transcript(tx: Tx, interview_id: str, order: int, by: str, passages: Sequence[Passage]) -> None:
    """Store a transcript. It becomes the text of the answer if that has none and was not scored without it."""
    found = _find(tx, interview_id, order, for_update=True)
    if found is None or found[1].transcription not in WITHOUT_TRANSCRIPT:
        return
    interview, answer = found
    values = {"transcription": "done", "transcript": {"by": by, "passages": [asdict(one) for one in passages]}}
    text = " ".join(one.text for one in passages)
    if text and answer.wordless and (interview.scoring == "declined" or not _is_too_late(interview)):
        values["response_text"] = text
    tx.execute(_update_answer.values(**values), {"interview": interview_id, "order": order})


def _find(tx: Tx, interview_id: str, order: int, *, for_update: bool = False) -> tuple[Interview, StoredAnswer] | None:
    loaded = load_interview(tx, interview_id, for_update=for_update)
    answer = next((one for one in loaded[1] if one.response_order == order), None) if loaded else None
    return (loaded[0], answer) if loaded and answer else None
