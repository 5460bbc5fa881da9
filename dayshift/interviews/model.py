"""The configured language model beside the embedded interviewer: asked outside transactions, within a deadline."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

import structlog

from dayshift.interviewer import Answer, Judgement, Plan, judging
from dayshift.providers.language import LanguageModel, ModelFailed

ASK_SECONDS = 1.5
"""How long a candidate may wait for a model's choice of follow-up."""
JUDGE_SECONDS = 45.0

log = structlog.get_logger()


@dataclass
class Usage:
    """What the model took for one interview."""

    passes: int = 0
    failed: int = 0
    unbelievable: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    reasons: set[str] = field(default_factory=set)


async def judge(
    model: LanguageModel, plan: Plan, answers: Sequence[Answer], interview_id: str
) -> Mapping[str, Sequence[Judgement]]:
    """The model's believable passes over each question's answers. Without any reply it is empty: no error leaves."""
    given: dict[str, list[Answer]] = {}
    for answer in answers:
        given.setdefault(plan.question(answer.question_id).id, []).append(answer)
    usage, started = Usage(), monotonic()

    async def rate(question_id: str) -> Judgement | None:
        content = judging.content_for(plan, plan.question(question_id), given[question_id])
        return await _one_pass(model, content, given[question_id], usage) if content else None

    wanted = [question_id for question_id in given for _ in range(judging.PASSES)]
    rated = await asyncio.gather(*(rate(question_id) for question_id in wanted))
    log.info(
        "language model judged",
        interview=interview_id,
        model=model.name,
        prompt=judging.PROMPT,
        passes=usage.passes,
        failed=usage.failed,
        unbelievable=usage.unbelievable,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        dollars=model.cost(usage.input_tokens, usage.output_tokens),
        seconds=round(monotonic() - started, 2),
        reasons=sorted(usage.reasons),
    )
    passes: dict[str, list[Judgement]] = {}
    for question_id, one in zip(wanted, rated, strict=True):
        if one is not None:
            passes.setdefault(question_id, []).append(one)
    return passes


async def _one_pass(model: LanguageModel, content: str, answers: Sequence[Answer], usage: Usage) -> Judgement | None:
    usage.passes += 1
    try:
        reply = await model.ask(judging.INSTRUCTIONS, content, judging.SCHEMA, seconds=JUDGE_SECONDS)
    except ModelFailed as error:
        usage.failed += 1
        usage.reasons.add(str(error))
        return None
    usage.input_tokens += reply.input_tokens
    usage.output_tokens += reply.output_tokens
    one = judging.read_judgement(reply.data, answers)
    usage.unbelievable += one is None
    return one


async def choose(model: LanguageModel, question: str, answer: str, follow_ups: Sequence[str], language: str) -> int:
    """Which of the planned follow-ups helps most; the first when the model is slow, fails or may not be asked."""
    content = judging.choices_for(question, answer, follow_ups, language)
    if content is None:
        return 0
    schema = judging.choice_schema(len(follow_ups))
    try:
        reply = await model.ask(judging.ASK_INSTRUCTIONS, content, schema, seconds=ASK_SECONDS)
    except ModelFailed as error:
        log.info("language model did not choose", model=model.name, reason=str(error))
        return 0
    return judging.read_choice(reply.data, len(follow_ups))
