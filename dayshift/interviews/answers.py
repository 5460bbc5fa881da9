"""The answers of an interview: verbs that take the open transaction."""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, update

from dayshift.accounts import User
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.ids import new_id
from dayshift.interviews.consent import Helpers
from dayshift.interviews.errors import NotInProgress, ResponseConflict
from dayshift.interviews.models import responses
from dayshift.interviews.queries import Response, find_interview, questions_of, responses_of
from dayshift.interviews.transcription import ask_to_hear
from dayshift.question_plans import FOLLOW_UP
from dayshift.recordings import open_recording, request_finalise
from dayshift.scoring import NO_RESPONSE


@dataclass(frozen=True)
class Answer:
    """What a person answered. `take` names the recording of it: {number, segments}.

    `question_text` only identifies a question that has no `question_id`; what was asked is known by the server.
    """

    order: int
    question_id: str | None
    question_text: str
    response_text: str
    original_text: str | None
    mode: str
    duration_seconds: float | None
    take: dict[str, Any] | None


_insert_response = insert(responses)
_correct = update(responses).where(
    responses.c.interview_id == bindparam("interview"), responses.c.response_order == bindparam("order")
)


def record_answer(tx: Tx, user: User, interview_id: str, answer: Answer, helpers: Helpers) -> tuple[Response, bool]:
    """Stores an answer and asks for its take to be finalised, and transcribed if it has no words.

    Returns the answer and whether it is new: a resend of the same answer changes nothing. Another answer to the same
    question, or under the same number, raises `ResponseConflict`; an interview that is over, `NotInProgress`.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    asked = questions_of(tx, interview)
    question_id = _question_id(asked, answer)
    given = responses_of(tx, [interview_id])[interview_id]
    kept = next((said for said in given if said.response_order == answer.order), None)
    new = kept is None
    if kept is None:
        if interview.status != "in-progress":
            raise NotInProgress
        if any(said.question_id == question_id for said in given):
            raise ResponseConflict
        tx.execute(_insert_response, _response_row(interview_id, asked[question_id], answer))
        kept = _find_response(tx, interview_id, answer.order)
    elif interview.status not in ("in-progress", "completed"):
        raise NotInProgress
    if kept is None or kept.question_id != question_id or not _is_of(answer.response_text, kept):
        raise ResponseConflict
    if answer.take is not None:
        open_recording(tx, interview_id, user.id)
        request_finalise(tx, interview_id, answer.take["number"], answer.take["segments"])
    if new and kept.wordless and helpers.allowed(interview.consent_version).transcriber:
        ask_to_hear(tx, interview_id, answer.order)
        kept = replace(kept, transcription="awaited")
    return kept, new


def _is_of(words: str, kept: Response) -> bool:
    """Whether these are the words that an answer has, or came with."""
    if kept.transcript is not None and words.strip() in {"", NO_RESPONSE}:
        return True
    return words in (kept.response_text, kept.original_text)


def correct_answer(tx: Tx, user: User, interview_id: str, order: int, text: str) -> Response:
    """Put the words of an answer right, until the interview ends; what was heard is kept beside them."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    kept = _find_response(tx, interview_id, order)
    if kept is None:
        raise NotFound
    if kept.response_text == text:
        return kept
    if interview.status != "in-progress":
        raise NotInProgress
    original = kept.response_text if kept.original_text is None else kept.original_text
    tx.execute(_correct.values(response_text=text, original_text=original), {"interview": interview_id, "order": order})
    return replace(kept, response_text=text, original_text=original)


def _find_response(tx: Tx, interview_id: str, order: int) -> Response | None:
    return next((said for said in responses_of(tx, [interview_id])[interview_id] if said.response_order == order), None)


def _question_id(asked: dict[str, dict[str, Any]], answer: Answer) -> str:
    """Which question is answered: by its id, else by its words, else by the running number.

    Raises `InvalidRequest` for one that was never asked.
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


def _response_row(interview_id: str, question: dict[str, Any], answer: Answer) -> dict[str, Any]:
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
