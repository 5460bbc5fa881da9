"""Labeled answers for benchmarking the scorer."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dayshift.question_plans.plan import Plan, newest
from dayshift.scoring.report import Answer, CompetencyResult
from dayshift.scoring.score import score_answer

FOLDER = Path(__file__).parent
NONE = 0
"""Level for 'not enough evidence', one step below level 1, so that agreement metrics include it."""


class LabeledAnswer(NamedTuple):
    """An answer with the level that its author assigned by the rubric before it was scored."""

    id: str
    language: str
    plan: str
    question: str
    level: int
    kind: str
    text: str


def load(name: str) -> list[LabeledAnswer]:
    """Load one file: `answers` and `tricks` were used for tuning, `held_out` and `tricks_held_out` only for measuring.

    Tricks are fluent answers without evidence of the candidate's own actions.
    """
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return [
            LabeledAnswer(key, language, plan, question, NONE if level == "-" else int(level), kind, text)
            for key, language, plan, question, level, kind, text in rows
        ]


@cache
def plan_of(answer: LabeledAnswer) -> Plan:
    """Return the newest plan for an answer's kind of work and language."""
    plan = newest(f"{answer.plan}-{answer.language}")
    assert plan is not None
    return plan


def score(answer: LabeledAnswer, text: str | None = None) -> CompetencyResult:
    """Return the result for an answer, or for a different `text` as answer to the same question."""
    plan = plan_of(answer)
    question = plan.question(answer.question)
    return score_answer(plan, question, [Answer(question.id, question.text, answer.text if text is None else text)])


def level(answer: LabeledAnswer, text: str | None = None) -> int:
    """Return the scored level, or NONE."""
    return score(answer, text).level or NONE
