"""Ask the configured language model: outside transactions, with timeouts, within budgets.

Each use is one row of its interview. Budgets count another table, which no deletion of interviews or people changes.
Calls are reserved before they are made, so that parallel requests cannot exceed a budget together.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from time import monotonic
from typing import Literal

from sqlalchemy import bindparam, delete, func, select, update

from dayshift.core.audit import digest_of
from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.ids import new_id
from dayshift.interviews.room.models import model_spending, model_uses
from dayshift.interviews.scoring import Answer, Judgement, judging
from dayshift.knowledge.question_plans import Plan, Question
from dayshift.providers.language_model import LanguageModel, ModelFailed, ModelReply
from dayshift.settings import Settings

ASK_SECONDS = 1.5
"""Timeout for the choice of a follow-up, for which a candidate waits."""
JUDGE_SECONDS = 45.0
ANSWERS_AT_ONCE = 4
"""Answers of a file that are rated at the same time, each by all its passes."""

Purpose = Literal["score", "ask"]
Use = tuple[Purpose, LanguageModel, str]
"""What for, which model, and the version of the prompt."""

DAY = timedelta(days=1)
MAX_SCORINGS = 3
"""Scorings of one interview that ask the model. Later ones use only the embedded scorer."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits on model use within 24 hours: calls per account and per installation, US dollars (0: no limit)."""

    calls_per_account: int = 120
    calls_per_day: int = 20_000
    dollars_per_day: float = 0.0


@dataclass(slots=True)
class Usage:
    """Model use for one purpose: `passes` are calls, of which some failed or gave a reply that was rejected."""

    purpose: Purpose
    model: str
    prompt: str
    passes: int = 0
    failed: int = 0
    unbelievable: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = None
    seconds: float = 0.0
    reasons: list[str] = field(default_factory=list)

    def took(self, reply: ModelReply) -> None:
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens

    def fail(self, why: str) -> None:
        self.failed += 1
        if why not in self.reasons:
            self.reasons.append(why)


@dataclass(frozen=True, slots=True)
class KeptUsage:
    """One row: a `Usage` with the interview and the moment."""

    interview_id: str
    created_at: datetime
    purpose: Purpose
    model: str
    prompt: str
    passes: int
    failed: int
    unbelievable: int
    input_tokens: int
    output_tokens: int
    dollars: float | None
    seconds: float
    reasons: list[str]


def budget_of(settings: Settings) -> Budget:
    """The budget that the settings give."""
    return Budget(settings.model_calls_per_account, settings.model_calls_per_day, settings.model_dollars_per_day)


_insert = insert(model_uses)
_update = update(model_uses).where(model_uses.c.id == bindparam("use"))
_delete = delete(model_uses).where(model_uses.c.id == bindparam("use"))
_scorings = (
    select(func.count())
    .select_from(model_uses)
    .where(model_uses.c.interview_id == bindparam("interview"), model_uses.c.purpose == "score")
)
_recent = model_spending.c.spent_at > bindparam("since")
_calls = func.coalesce(func.sum(model_spending.c.calls), 0)
_calls_of_account = select(_calls).where(model_spending.c.account == bindparam("digest"), _recent)
_calls_of_all = select(_calls, func.coalesce(func.sum(model_spending.c.dollars), 0.0)).where(_recent)
_spend = insert(model_spending)
_correct = (
    update(model_spending)
    .where(model_spending.c.id == bindparam("use"))
    .values(calls=bindparam("passes"), dollars=bindparam("cost"))
)
_forget_spending = delete(model_spending).where(model_spending.c.spent_at <= bindparam("until"))
_all = select(*(model_uses.c[name] for name in KeptUsage.__slots__)).order_by(model_uses.c.id)


@contextmanager
def measured(model: LanguageModel, purpose: Purpose, prompt: str) -> Iterator[Usage]:
    """Measures the calls made inside the block: their time and, at the end, the cost of their tokens."""
    usage, started = Usage(purpose, model.name, prompt), monotonic()
    yield usage
    usage.seconds = round(monotonic() - started, 3)
    usage.dollars = model.cost(usage.input_tokens, usage.output_tokens)


def reserve(tx: Tx, interview_id: str, user_id: str, use: Use, calls: int, budget: Budget) -> str | None:
    """Reserves model calls for an interview.

    Returns the id of the reservation, to be passed to `settle`, or None when a budget is used up.
    """
    purpose, model, prompt = use
    hold_lock(tx, "model budget")
    at = now()
    if purpose == "score" and tx.execute(_scorings, {"interview": interview_id}).scalar_one() >= MAX_SCORINGS:
        return None
    of_account = tx.execute(_calls_of_account, {"digest": digest_of(user_id), "since": at - DAY}).scalar_one()
    of_all, dollars = tx.execute(_calls_of_all, {"since": at - DAY}).one()
    if of_account + calls > budget.calls_per_account or of_all + calls > budget.calls_per_day:
        return None
    if budget.dollars_per_day and dollars >= budget.dollars_per_day:
        return None
    unfinished = asdict(Usage(purpose, model.name, prompt, passes=calls, failed=calls, reasons=["did not finish"]))
    use_id = new_id()
    tx.execute(_insert, {"id": use_id, "interview_id": interview_id, "created_at": at, **unfinished})
    tx.execute(_spend, {"id": use_id, "account": digest_of(user_id), "calls": calls, "dollars": 0.0, "spent_at": at})
    return use_id


def settle(tx: Tx, use_id: str, usage: Usage) -> None:
    """Replaces a reservation by the actual use; deletes it when the model was not asked.

    The interview may have been deleted since: the calls count all the same.
    """
    tx.execute(_correct, {"use": use_id, "passes": usage.passes, "cost": usage.dollars or 0.0})
    if usage.passes:
        tx.execute(_update, {"use": use_id, **asdict(usage)})
    else:
        tx.execute(_delete, {"use": use_id})


def forget_spending(tx: Tx) -> None:
    """Delete what no longer counts toward a budget."""
    tx.execute(_forget_spending, {"until": now() - DAY})


def kept_usages(tx: Tx) -> list[KeptUsage]:
    """All rows, the oldest first."""
    return [KeptUsage(*row) for row in tx.execute(_all)]


async def judge(
    model: LanguageModel, plan: Plan, answers: Sequence[Answer]
) -> tuple[Mapping[str, Sequence[Judgement]], Usage]:
    """The model's valid passes over each question's answers, and the usage. Catches all errors."""
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


async def judge_answers(
    model: LanguageModel, asked: Sequence[tuple[Plan, Question, Sequence[Answer]]]
) -> list[list[Judgement]]:
    """The model's valid passes over the answers to each question, `ANSWERS_AT_ONCE` at a time. Catches all errors."""
    limit = asyncio.Semaphore(ANSWERS_AT_ONCE)

    async def rate(plan: Plan, question: Question, answers: Sequence[Answer]) -> list[Judgement]:
        content = judging.content_for(plan, question, answers)
        if content is None:
            return []
        async with limit:
            rated = await asyncio.gather(*(_one_pass(model, content, answers, usage) for _ in range(judging.PASSES)))
        return [one for one in rated if one is not None]

    with measured(model, "score", judging.PROMPT) as usage:
        return await asyncio.gather(*(rate(*one) for one in asked))


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
    """The number of the most helpful follow-up, and the usage; 0 if the model is slow or fails.

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
