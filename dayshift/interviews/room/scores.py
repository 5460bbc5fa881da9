"""Score interviews: the person's choice, the background work, and the result."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import structlog
from sqlalchemy import Boolean, bindparam, update

from dayshift.accounts import User
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.events import publish
from dayshift.core.tasks import Handler, Snooze, Task, Write
from dayshift.interviews import scoring
from dayshift.interviews.room.actions import awaited, change
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.errors import ConsentRequired
from dayshift.interviews.room.events import InterviewScored, ScoringWanted
from dayshift.interviews.room.language_model import Usage, Use, judge, most_calls, reserve, settle
from dayshift.interviews.room.model_exam import may_score
from dayshift.interviews.room.models import interviews
from dayshift.interviews.room.queries import Interview, StoredAnswer, find_interview, load_interview, questions_of
from dayshift.interviews.room.report import InterviewReport
from dayshift.interviews.room.transcripts import waits_for_transcripts
from dayshift.interviews.scoring import Answer, Judgement
from dayshift.knowledge import question_plans
from dayshift.knowledge.question_plans import FOLLOW_UP, Plan

CHECK_TRANSCRIPTS_EVERY = timedelta(seconds=5)

Passes = Mapping[str, Sequence[Judgement]]

log = structlog.get_logger()

_set_score = (
    update(interviews)
    .where(interviews.c.id == bindparam("interview"), interviews.c.scoring == "pending")
    .values(
        scoring="done",
        ai_score=bindparam("score"),
        report=bindparam("report"),
        awaits_person=interviews.c.awaits_person | bindparam("for_person", type_=Boolean),
    )
)


def choose_scoring(tx: Tx, user: User, interview_id: str, *, wanted: bool) -> Interview:
    """Turn AI scoring on or off, at any time. Off deletes the score, and a person reviews the interview."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.consent_version is None:
        raise ConsentRequired
    if interview.ai_scoring is wanted:
        return interview
    values: dict[str, Any] = {"ai_scoring": wanted, "consent_at": now()}
    if interview.status == "completed":
        values |= {**awaited(wanted), "ai_score": None, "report": None}
        if wanted:
            values["awaits_person"] = interview.awaits_person  # A promised human review still happens.
            publish(tx, ScoringWanted(interview.id))
    record(
        tx, "interview.rescored", "candidate", user.id,
        subject="interview", subject_id=interview.id, details={"scoring": wanted},
    )  # fmt: skip
    record(
        tx, "consent.given" if wanted else "consent.withdrawn", "candidate", user.id,
        subject="interview", subject_id=interview.id, details={"scoring": wanted},
    )  # fmt: skip
    return change(tx, interview, **values)


def await_person(tx: Tx, interview: Interview, *, wanted: bool) -> Interview:
    """Set whether an interview waits for human review."""
    return change(tx, interview, awaits_person=wanted)


def record_score(tx: Tx, interview_id: str, score: int | None, report: InterviewReport) -> None:
    """Store the result of scoring: percent (None without enough evidence) and the report.

    Does nothing unless a score is awaited: the user may have changed the choice.
    """
    values = {"interview": interview_id, "score": score, "report": report, "for_person": report.needs_person}
    if tx.execute(_set_score, values).rowcount:
        if report.corrected_answers:
            record(
                tx, "interview.rescored", "system", subject="interview", subject_id=interview_id,
                details={"score": score, "corrected": report.corrected_answers},
            )  # fmt: skip
        publish(tx, InterviewScored(interview_id))


def score_handler(db: Database, helpers: AiServices) -> Handler:
    """The handler that scores a completed interview."""

    async def score(task: Task) -> Write | None:
        """Score the text of the answers; without consent nothing is scored."""
        loaded = await db.read(_load, task.payload["interview_id"])
        if loaded is None or not loaded[0].ai_scoring:
            return None
        interview, stored, asked = loaded
        if waits_for_transcripts(interview, stored):
            raise Snooze(CHECK_TRANSCRIPTS_EVERY)
        plan = question_plans.find_plan(interview.plan_id, interview.plan_version)
        answers = [
            Answer(
                answer.question_id,
                _question_text(plan, asked, answer),
                answer.response_text,
                language=answer.language,
                unclear=answer.is_unclear,
            )
            for answer in stored
        ]
        passes, name, use = await ask_model(interview, plan, answers)
        result = await asyncio.to_thread(scoring.score_interview, plan, answers, passes, name)
        corrected = sum(answer.corrected for answer in stored)
        summary = result.as_summary_json()
        for one in summary["competencies"]:
            one["question"] = _questions_text(plan, answers, one["competency"])
        report = InterviewReport.model_validate({**summary, "correctedAnswers": corrected})

        def write(tx: Tx) -> None:
            if use:
                settle(tx, *use)
            current = load_interview(tx, interview.id, for_update=True)
            if current is None:
                return
            if _texts(current[1]) != _texts(stored):  # Corrected, confirmed or transcribed meanwhile.
                publish(tx, ScoringWanted(interview.id))
                return
            record_score(tx, interview.id, result.total, report)

        return write

    async def ask_model(
        interview: Interview, plan: Plan, answers: Sequence[Answer]
    ) -> tuple[Passes, str, tuple[str, Usage] | None]:
        """The model's passes, its name and its usage; nothing without a model, consent to it or budget."""
        model = helpers.permitted_by(interview.consent_version).model
        calls = most_calls(plan, answers)
        if model is None or not calls:
            return {}, "", None
        if not await db.read(may_score, model.name):
            log.warning("the language model has not passed its exam: dayshift model exam", model=model.name)
            return {}, "", None
        wanted: Use = ("score", model, scoring.judging.PROMPT)
        use_id = await db.write(reserve, interview.id, interview.user_id, wanted, calls, helpers.budget)
        if use_id is None:
            log.warning("the budget of the language model is used up", interview=interview.id)
            return {}, "", None
        passes, usage = await judge(model, plan, answers)
        return passes, model.name, (use_id, usage)

    return score


def _texts(answers: Sequence[StoredAnswer]) -> list[tuple[str, bool]]:
    return [(answer.response_text, answer.is_unclear) for answer in answers]


def _load(tx: Tx, interview_id: str) -> tuple[Interview, list[StoredAnswer], dict[str, dict[str, Any]]] | None:
    loaded = load_interview(tx, interview_id)
    return (*loaded, questions_of(tx, loaded[0])) if loaded else None


def _questions_text(plan: Plan, answers: Sequence[Answer], competency: str) -> str:
    """What a competency was asked: the question and its follow-up, in the words that were used."""
    question = next(one for one in plan.questions if one.competency == competency)
    asked = [one.question_text for one in answers if one.question_id.removesuffix(FOLLOW_UP) == question.id]
    return " ".join(asked) or question.text


def _question_text(plan: Plan, asked: Mapping[str, Mapping[str, Any]], answer: StoredAnswer) -> str:
    """The question as it was asked. Answers from before follow-ups were stored get the plan's first follow-up."""
    if answer.question_id in asked:
        return str(asked[answer.question_id]["question"])
    question = plan.question(answer.question_id)
    return question.follow_ups[0].text if answer.question_id.endswith(FOLLOW_UP) else question.text
