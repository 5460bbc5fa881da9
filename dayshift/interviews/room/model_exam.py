"""Examine the configured language model, keep the result, and tell whether the model may score."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import bindparam, insert, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.interviews.room.language_model import JUDGE_SECONDS, measured
from dayshift.interviews.room.models import model_exams
from dayshift.interviews.scoring import judging
from dayshift.interviews.scoring.exam import ExamResult, Task, asked, grade, tasks
from dayshift.providers.language_model import LanguageModel, ModelFailed

AT_ONCE = 4

_passed = (
    select(model_exams.c.passed)
    .where(model_exams.c.model == bindparam("model"), model_exams.c.prompt == judging.PROMPT)
    .order_by(model_exams.c.created_at.desc(), model_exams.c.id.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Examination:
    """One exam of one model: the result, the time it took and what it cost (None without prices)."""

    model: str
    prompt: str
    result: ExamResult
    seconds: float
    dollars: float | None
    at: datetime


async def examine(model: LanguageModel, progress: Callable[[int], None] = lambda _done: None) -> Examination:
    """Ask the model everything in the exam, a few answers at a time. `progress` gets the number of replies so far."""
    limit, done = asyncio.Semaphore(AT_ONCE), 0

    async def rate(task: Task) -> int | None:
        nonlocal done
        plan, question, answers = asked(task)
        content = judging.content_for(plan, question, answers)
        async with limit:
            try:
                if content is None:
                    return None
                usage.passes += 1
                reply = await model.ask(judging.INSTRUCTIONS, content, judging.SCHEMA, seconds=JUDGE_SECONDS)
            except ModelFailed as error:
                usage.fail(str(error))
                return None
            finally:
                done += 1
                progress(done)
        usage.took(reply)
        one = judging.read_judgement(reply.data, answers)
        return None if one is None else one.level or 0

    with measured(model, "score", judging.PROMPT) as usage:
        levels = await asyncio.gather(*map(rate, tasks()))
    return Examination(model.name, judging.PROMPT, grade(levels), usage.seconds, usage.dollars, now())


def keep_exam(tx: Tx, exam: Examination) -> None:
    """Store an exam. The newest one of a model and prompt version counts."""
    values = {
        "id": new_id(),
        "model": exam.model,
        "prompt": exam.prompt,
        **asdict(exam.result),
        "passed": exam.result.passed,
        "seconds": exam.seconds,
        "dollars": exam.dollars,
        "created_at": exam.at,
    }
    tx.execute(insert(model_exams), values)


def may_score(tx: Tx, model: str) -> bool:
    """Whether this model passed its newest exam with the prompt that scoring uses."""
    return bool(tx.execute(_passed, {"model": model}).scalar_one_or_none())
