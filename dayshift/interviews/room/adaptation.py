"""The next question: a follow-up to a thin answer, or the next one of the plan.

The client says which questions were answered and how, because answers may still be on their way to the server. Only
the answers' words count; the texts of questions come from the plan and from the follow-ups that were handed out.
"""

import asyncio
from dataclasses import replace
from time import monotonic

from sqlalchemy import bindparam, update

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import InvalidRequest
from dayshift.interviews.follow_ups import follow_ups_to
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.errors import NotInProgress
from dayshift.interviews.room.language_model import Usage, Use, choose, reserve, settle
from dayshift.interviews.room.models import follow_ups
from dayshift.interviews.room.queries import (
    Interview,
    Listening,
    StoredAnswer,
    answers_of,
    find_interview,
    heard_so_far,
    questions_of,
)
from dayshift.interviews.room.schemas import AdaptRequest, PreviousResponse, QuestionReply
from dayshift.interviews.room.serializers import question_on_wire
from dayshift.interviews.scoring import NO_RESPONSE, Answer, judging
from dayshift.knowledge import question_plans
from dayshift.knowledge.question_plans import FOLLOW_UP, Plan, Question

WAIT_SECONDS = 2.5
"""How long the next question waits for the words of the last answer."""
LOOK_SECONDS = 0.25

Asked = dict[str, dict[str, object]]
"""Questions as they were sent, by id."""

_hand_out = insert(follow_ups).on_conflict_do_nothing().returning(follow_ups.c.question_id)
_replace = update(follow_ups).where(
    follow_ups.c.interview_id == bindparam("interview"), follow_ups.c.question_id == bindparam("asked")
)


async def next_question(
    db: Database, user_id: str, interview_id: str, request: AdaptRequest, helpers: AiServices
) -> QuestionReply | None:
    """A follow-up to the last answer when that was thin, else the first remaining question; None at the end.

    Each question gets at most one follow-up, which is stored: asking again returns the same one. A language model
    only chooses among the plan's follow-ups, once for each question, within its budget. Raises `NotFound`,
    `NotInProgress`, or `InvalidRequest` for a question that was never asked.
    """

    def load(tx: Tx) -> tuple[Interview, Asked]:
        interview = find_interview(tx, user_id, interview_id)
        return interview, questions_of(tx, interview)

    interview, asked = await db.lookup(load)
    if interview.status != "in-progress":
        raise NotInProgress
    plan = question_plans.find_plan(interview.plan_id, interview.plan_version)
    answers = [answer for sent in request.previous_responses if (answer := _answer(asked, sent)) is not None]
    last = answers[-1] if answers else None
    if last and helpers.permitted_by(interview.consent_version).transcriber:
        last = await _as_heard(db, interview_id, last, request.previous_responses[-1].take_number)
    if last and last.question_id + FOLLOW_UP not in {answer.question_id for answer in answers}:
        # Reading a long answer takes up to 30 ms of processor time.
        fitting = await asyncio.to_thread(follow_ups_to, plan, last)
        if fitting:
            return await _follow_up(db, interview, plan, last, fitting, helpers)
    remaining = (asked[question.id] for question in request.remaining_questions if question.id in asked)
    following = next(remaining, None)
    return QuestionReply.model_validate(following) if following else None


async def _as_heard(db: Database, interview_id: str, sent: Answer, take: int | None) -> Answer:
    """The answer in the words that the server has written down; waits a little for them.

    An answer that was not heard in time, or typed, stays as it was sent.
    """

    def load(tx: Tx) -> tuple[StoredAnswer | None, Listening | None]:
        stored = next(
            (one for one in answers_of(tx, [interview_id])[interview_id] if one.question_id == sent.question_id), None
        )
        return stored, heard_so_far(tx, interview_id, take) if take and stored is None else None

    until = monotonic() + WAIT_SECONDS
    while True:
        stored, so_far = await db.read(load)
        if stored and not stored.words_awaited:
            return replace(sent, answer_text=stored.response_text, language=stored.language)
        if monotonic() > until or not (stored or so_far):
            break
        await asyncio.sleep(LOOK_SECONDS)
    text = " ".join(one["text"] for one in so_far.transcript["passages"]) if so_far else ""
    return replace(sent, answer_text=text) if text and sent.answer_text.strip() in {"", NO_RESPONSE} else sent


def _answer(asked: Asked, sent: PreviousResponse) -> Answer | None:
    """The answer with the question as it was asked; None without an id and with an unknown text."""
    question_id = sent.question_id
    if question_id is None:
        question_id = next((known for known, one in asked.items() if one["question"] == sent.question_text), None)
        if question_id is None:
            return None
    if question_id not in asked:
        raise InvalidRequest(fields={"previousResponses": "There is no such question"})
    return Answer(question_id, str(asked[question_id]["question"]), sent.response_text)


async def _follow_up(
    db: Database, interview: Interview, plan: Plan, last: Answer, fitting: list[Question], helpers: AiServices
) -> QuestionReply:
    """Hands out one of the fitting follow-ups, or the one that was handed out before."""
    model = helpers.permitted_by(interview.consent_version).model if interview.ai_scoring else None
    texts = [follow_up.text for follow_up in fitting]
    content = judging.choices_for(last.question_text, last.answer_text, texts, plan.language) if model else None
    first = question_on_wire(fitting[0])

    def hand_out(tx: Tx) -> tuple[dict[str, object] | None, str | None]:
        held = find_interview(tx, interview.user_id, interview.id, for_update=True)
        if held.status != "in-progress":
            raise NotInProgress
        row = {"interview_id": held.id, "question_id": first["id"], "question": first, "created_at": now()}
        if tx.execute(_hand_out, row).first() is None:
            return questions_of(tx, held)[first["id"]], None
        if model is None or content is None:
            return None, None
        use: Use = ("ask", model, judging.ASK_PROMPT)
        return None, reserve(tx, held.id, held.user_id, use, 1, helpers.budget)

    before, use_id = await db.write(hand_out)
    if before is not None:
        return QuestionReply.model_validate(before)
    if use_id is None or model is None or content is None:
        return QuestionReply.model_validate(first)
    number, usage = await choose(model, content, len(fitting))
    chosen = question_on_wire(fitting[number])
    await db.write(_keep_choice, interview.id, chosen, use_id, usage)
    return QuestionReply.model_validate(chosen)


def _keep_choice(tx: Tx, interview_id: str, chosen: dict[str, object], use_id: str, usage: Usage) -> None:
    tx.execute(_replace.values(question=chosen), {"interview": interview_id, "asked": chosen["id"]})
    settle(tx, use_id, usage)
