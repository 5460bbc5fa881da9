"""Work done later: the words and the score of an interview, and the end of one to which nobody came."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import structlog

from dayshift import question_plans, scoring
from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, Write, keep
from dayshift.interviews.actions import close_missed
from dayshift.interviews.consent import Helpers
from dayshift.interviews.language_model import judge, most_calls
from dayshift.interviews.model_usage import Usage, Use, reserve, settle
from dayshift.interviews.queries import Interview, Response, load_interview, questions_of
from dayshift.interviews.report import InterviewReport
from dayshift.interviews.scoring import record_score
from dayshift.interviews.transcription import HEAR, hearing, waits_for_words
from dayshift.providers.storage import Storage
from dayshift.question_plans import FOLLOW_UP, Plan
from dayshift.scoring import Answer, Judgement

SCORE = "interviews.score"
CLOSE_MISSED = "interviews.close_missed"
CLOSE_EVERY = timedelta(minutes=5)
CLOSE_AT_ONCE = 100
LOOK_FOR_WORDS_EVERY = timedelta(seconds=5)


Passes = Mapping[str, Sequence[Judgement]]

log = structlog.get_logger()


def _load(tx: Tx, interview_id: str) -> tuple[Interview, list[Response], dict[str, dict[str, Any]]] | None:
    loaded = load_interview(tx, interview_id)
    return (*loaded, questions_of(tx, loaded[0])) if loaded else None


def _text(plan: Plan, asked: Mapping[str, Mapping[str, Any]], said: Response) -> str:
    """The question as it was asked. Answers from before follow-ups were stored get the plan's first follow-up."""
    if said.question_id in asked:
        return str(asked[said.question_id]["question"])
    question = plan.question(said.question_id)
    return question.follow_ups[0].text if said.question_id.endswith(FOLLOW_UP) else question.text


def schedule(tx: Tx) -> None:
    """Have missed appointments closed, from now on and again and again."""
    keep(tx, CLOSE_MISSED, {}, key=CLOSE_MISSED)


def handlers(db: Database, storage: Storage, helpers: Helpers) -> dict[str, Handler]:
    """The task kinds of this room."""

    async def score(task: Task) -> Write | None:
        """Score what was said, from the text alone; without consent nothing is scored."""
        loaded = await db.read(_load, task.payload["interview_id"])
        if loaded is None or not loaded[0].ai_scoring:
            return None
        interview, responses, asked = loaded
        if waits_for_words(interview, responses):
            raise Snooze(LOOK_FOR_WORDS_EVERY)
        plan = question_plans.find_plan(interview.plan_id, interview.plan_version)
        answers = [Answer(said.question_id, _text(plan, asked, said), said.response_text) for said in responses]
        passes, name, use = await _judge(interview, plan, answers)
        result = await asyncio.to_thread(scoring.score_interview, plan, answers, passes, name)
        corrected = sum(said.corrected for said in responses)  # The corrected text is what is scored.
        report = InterviewReport.model_validate({**result.as_summary_json(), "correctedAnswers": corrected})

        def write(tx: Tx) -> None:
            if use:
                settle(tx, *use)
            record_score(tx, interview.id, result.total, report)

        return write

    async def _judge(
        interview: Interview, plan: Plan, answers: Sequence[Answer]
    ) -> tuple[Passes, str, tuple[str, Usage] | None]:
        """The model's passes and name, and its use; nothing without a model, its consent or its budget."""
        model = helpers.allowed(interview.consent_version).model
        calls = most_calls(plan, answers)
        if model is None or not calls:
            return {}, "", None
        wanted: Use = ("score", model, scoring.judging.PROMPT)
        use_id = await db.write(reserve, interview.id, interview.user_id, wanted, calls, helpers.budget)
        if use_id is None:
            log.warning("the budget of the language model is used up", interview=interview.id)
            return {}, "", None
        passes, usage = await judge(model, plan, answers)
        return passes, model.name, (use_id, usage)

    async def close(_task: Task) -> None:
        """Close the appointments to which nobody came, some at a time."""
        closed = await db.write(close_missed, CLOSE_AT_ONCE)
        raise Snooze(timedelta(0) if closed == CLOSE_AT_ONCE else CLOSE_EVERY)

    return {SCORE: score, HEAR: hearing(db, storage, helpers), CLOSE_MISSED: close}
