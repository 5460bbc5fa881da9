"""Scores answers from anywhere, one JSON object a line, so that others can judge the scorer on data of their own.

An object has `answer`, and may have `id`, `question`, `competency`, `language` ("en" or "es") and `plan` (a plan's id).
A question of a plan is scored as such; any other is read as it is asked, with the levels of a plan's nearest kind.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from dayshift.interviews.scoring.judging import Judgement, weigh
from dayshift.interviews.scoring.report import Answer
from dayshift.interviews.scoring.score import TOP_LEVEL, read_answers, result_of
from dayshift.knowledge.question_plans import FAMILIES, Plan, Question, newest

_KINDS = (
    ("availability", r"\b(availab|hours|days can|schedule|disponib|horario|horas)"),
    ("motivation", r"\b(why (do|would|are) you|motivat|interested in|por qu|motivaci)"),
    ("experience", r"\b(experience|worked before|work history|background|experiencia)"),
)
_ANY_OTHER = "pressure"


class NoAnswer(ValueError):
    """A line that is no JSON object with an answer in words."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that was read: its number in the file, its id, and the answer to a question of a plan."""

    number: int
    id: Any
    plan: Plan
    question: Question
    answers: list[Answer]


def read_lines(lines: Iterable[str]) -> Iterator[Line]:
    """Every line that is not empty. Raises `NoAnswer` with the number of a line that cannot be read."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
            text = asked["answer"]
        except (ValueError, TypeError, KeyError) as error:
            raise NoAnswer(f"line {number}: no JSON object with an answer") from error
        if not isinstance(asked, dict) or not isinstance(text, str):
            raise NoAnswer(f"line {number}: the answer must be text")
        plan, question = _plan_and_question(asked)
        yield Line(number, asked.get("id", number), plan, question, [Answer(question.id, question.text, text)])


def score_lines(
    lines: Iterable[str], passes: Mapping[int, Sequence[Judgement]] = MappingProxyType({})
) -> Iterator[str]:
    """One JSON object for each line that is not empty: id, level (null: none shown), percent, quote, confidence.

    `likeliest` is the embedded scorer's most fitting level, 0 to 5, also where it is too unsure to be shown. `passes`
    are those of a language model by number of the line; with any, `ratings` has the levels. Raises `NoAnswer` with
    the number of a line that cannot be read.
    """
    for line in read_lines(lines):
        reading, judged = read_answers(line.plan, line.question, line.answers), passes.get(line.number, ())
        result = weigh(line.plan, reading, judged) if judged else result_of(reading)
        shown = {
            "id": line.id,
            "level": result.level,
            "percent": None if result.level is None else round(100 * result.level / TOP_LEVEL),
            "quote": result.quote,
            "confidence": result.confidence,
            "likeliest": reading.level,
        }
        yield json.dumps(shown | ({"ratings": result.ratings} if judged else {}), ensure_ascii=False)


def _plan_and_question(asked: dict[str, Any]) -> tuple[Plan, Question]:
    language = "es" if asked.get("language") == "es" else "en"
    words = {str(asked.get(key, "")).strip().lower() for key in ("question", "competency")} - {""}
    plans = [plan for family in FAMILIES if (plan := newest(f"{family}-{language}"))]
    named = newest(str(asked["plan"])) if "plan" in asked else None
    for plan in [named] if named else plans:
        for question in plan.questions:
            if words & {question.id, question.text.lower(), question.competency.lower()}:
                return plan, question
    plan = named or plans[-1]
    told = " ".join(sorted(words))
    kind = next((kind for kind, pattern in _KINDS if re.search(pattern, told)), _ANY_OTHER)
    return plan, replace(plan.question(kind), text=str(asked.get("question", "")))
