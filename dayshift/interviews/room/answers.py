"""Answers of an interview: store, correct and confirm them."""

from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import bindparam, update

from dayshift.accounts import User, keep_held
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.interviews.recordings import open_recording, request_finalise
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.errors import NotInProgress, ResponseConflict
from dayshift.interviews.room.events import AnswerCorrected
from dayshift.interviews.room.models import responses
from dayshift.interviews.room.queries import (
    StoredAnswer,
    answer_columns,
    answers_of,
    find_interview,
    questions_of,
)
from dayshift.interviews.room.transcripts import request_transcript, score_again
from dayshift.interviews.room.understanding import DOUBTFUL, SILENT, UNCLEAR
from dayshift.knowledge.question_plans import FOLLOW_UP


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
    tx: Tx, user: User, interview_id: str, answer: NewAnswer, helpers: AiServices
) -> tuple[StoredAnswer, bool]:
    """Stores an answer and requests that its take is finalised, and transcribed if the answer was spoken.

    Returns the answer and whether it is new: resending the same answer changes nothing. A later take replaces an answer
    in which nobody was heard. Another answer to the same question, or with the same number, raises `ResponseConflict`;
    an interview that is over, `NotInProgress`. An answer that was held up on the phone is stored even after completion,
    and the interview is scored again.
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
            score_again(tx, interview, "candidate", user.id)
    elif interview.status == "in-progress" and stored.question_id == question_id and _is_second_try(answer, stored):
        row = {**_row(interview_id, asked[question_id], answer), "id": stored.id}
        _keep(tx, stored, user)
        tx.execute(_update_answer.values(**row, **_UNHEARD), {"interview": interview_id, "order": answer.order})
        stored, is_new = StoredAnswer(**row, **_UNHEARD), True
    elif interview.status not in ("in-progress", "completed"):
        raise NotInProgress
    if stored.question_id != question_id or not _is_same(answer, stored):
        raise ResponseConflict
    if answer.take is not None:
        open_recording(tx, interview_id, user.id)
        request_finalise(tx, interview_id, answer.take["number"], answer.take["segments"])
    if is_new and stored.spoken and helpers.permitted_by(interview.consent_version).transcriber:
        request_transcript(tx, interview_id, answer.order)
        stored = replace(stored, transcription="awaited")
    return stored, is_new


def correct_answer(tx: Tx, user: User, interview_id: str, order: int, text: str) -> StoredAnswer:
    """Replace the text of an answer. The original text is kept. A completed interview is scored again.

    The same text confirms a transcript that the model was not sure of.

    The audit log has digests of both texts, so that it proves them as long as the answer has them.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    stored = _find_answer(tx, interview_id, order)
    if stored is None:
        raise NotFound
    is_over = interview.status == "completed"
    if stored.response_text == text and (stored.confirmed_at or stored.understood not in {DOUBTFUL, UNCLEAR}):
        return stored
    if interview.status not in ("in-progress", "completed"):
        raise NotInProgress
    if stored.response_text == text:
        stored = replace(stored, confirmed_at=now())
        tx.execute(_update_answer.values(confirmed_at=stored.confirmed_at), {"interview": interview_id, "order": order})
        if is_over and stored.understood == UNCLEAR and interview.scoring in {"pending", "done"}:
            score_again(tx, interview, "candidate", user.id)
        return stored
    original = stored.response_text if stored.original_text is None else stored.original_text
    changed = replace(
        stored, response_text=text, original_text=original, corrected_at=now() if is_over else stored.corrected_at
    )
    values = {name: getattr(changed, name) for name in ("response_text", "original_text", "corrected_at")}
    _keep(tx, stored, user)
    tx.execute(_update_answer.values(**values), {"interview": interview_id, "order": order})
    before, after = _digest(stored.response_text), _digest(text)
    record(
        tx, "transcript.corrected", "candidate", user.id, subject="interview", subject_id=interview_id,
        details={"answer": order, "before": before, "after": after, "completed": is_over},
    )  # fmt: skip
    publish(tx, AnswerCorrected(interview_id, user.id, order, before, after))
    if is_over and interview.scoring in {"pending", "done"}:
        score_again(tx, interview, "candidate", user.id)
    return changed


def _keep(tx: Tx, stored: StoredAnswer, user: User) -> None:
    keep_held(tx, list(responses.c), responses.c.id == stored.id, user_id=user.id)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _is_same(answer: NewAnswer, stored: StoredAnswer) -> bool:
    """Whether this answer is the stored one, whose text may have been transcribed or corrected since."""
    if stored.transcript is not None and stored.take_number == (answer.take or {}).get("number"):
        return True
    return answer.response_text in (stored.response_text, stored.original_text)


_UNHEARD: dict[str, Any] = {"corrected_at": None, "transcription": None, "transcript": None, "confirmed_at": None}


def _is_second_try(answer: NewAnswer, stored: StoredAnswer) -> bool:
    """Whether somebody recorded an answer again in which nobody was heard."""
    take = answer.take["number"] if answer.take else 0
    return stored.needs_transcript and stored.understood == SILENT and take > (stored.take_number or 0)


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
