"""The configured language model beside the embedded interviewer: asked outside transactions, within a deadline."""

import asyncio
from collections.abc import Mapping, Sequence

from dayshift.interviews.model_usage import Usage, measured
from dayshift.providers.language_model import LanguageModel, ModelFailed
from dayshift.question_plans import Plan
from dayshift.scoring import Answer, Judgement, judging

ASK_SECONDS = 1.5
"""How long a candidate may wait for a model's choice of follow-up."""
JUDGE_SECONDS = 45.0


async def judge(
    model: LanguageModel, plan: Plan, answers: Sequence[Answer]
) -> tuple[Mapping[str, Sequence[Judgement]], Usage]:
    """The model's believable passes over each question's answers, and what they took. Catches all errors."""
    given = _by_question(plan, answers)

    async def rate(question_id: str) -> Judgement | None:
        content = judging.content_for(plan, plan.question(question_id), given[question_id])
        return await _one_pass(model, content, given[question_id], usage) if content else None

    wanted = [question_id for question_id in given for _ in range(judging.PASSES)]
    with measured(model, "score", judging.PROMPT) as usage:
        rated = await asyncio.gather(*(rate(question_id) for question_id in wanted))
    passes: dict[str, list[Judgement]] = {}
    for question_id, one in zip(wanted, rated, strict=True):
        if one is not None:
            passes.setdefault(question_id, []).append(one)
    return passes, usage


def most_calls(plan: Plan, answers: Sequence[Answer]) -> int:
    """The most calls that `judge` makes for these answers."""
    return judging.PASSES * len(_by_question(plan, answers))


def _by_question(plan: Plan, answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    given: dict[str, list[Answer]] = {}
    for answer in answers:
        given.setdefault(plan.question(answer.question_id).id, []).append(answer)
    return given


async def _one_pass(model: LanguageModel, content: str, answers: Sequence[Answer], usage: Usage) -> Judgement | None:
    usage.passes += 1
    try:
        reply = await model.ask(judging.INSTRUCTIONS, content, judging.SCHEMA, seconds=JUDGE_SECONDS)
    except ModelFailed as error:
        usage.fail(str(error))
        return None
    usage.took(reply)
    one = judging.read_judgement(reply.data, answers)
    usage.unbelievable += one is None
    return one


async def choose(model: LanguageModel, content: str, count: int) -> tuple[int, Usage]:
    """The number of the follow-up that helps most, and what asking took; 0 when the model is slow or fails.

    `content` is from `judging.choices_for`, with `count` follow-ups.
    """
    number = 0
    with measured(model, "ask", judging.ASK_PROMPT) as usage:
        usage.passes = 1
        try:
            schema = judging.choice_schema(count)
            reply = await model.ask(judging.ASK_INSTRUCTIONS, content, schema, seconds=ASK_SECONDS)
        except ModelFailed as error:
            usage.fail(str(error))
        else:
            usage.took(reply)
            number = judging.read_choice(reply.data, count)
    return number, usage
