"""The written answers that the interviewer is measured with, and how they are scored."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dayshift.question_plans.plan import Plan, newest
from dayshift.scoring.report import Answer, CompetencyResult
from dayshift.scoring.score import score_answer

FOLDER = Path(__file__).parent
NONE = 0
"""Stands for 'not enough evidence', the step below level 1, so that agreement counts it too."""


class Written(NamedTuple):
    """One answer with the level that its author gave it by the rubric's wording, before any scorer read it."""

    id: str
    language: str
    plan: str
    question: str
    level: int
    kind: str
    text: str


def load(name: str) -> list[Written]:
    """The answers of one file: `answers` were looked at while tuning, `held_apart` are only measured.

    So it is with `tricks` and `tricks_held_apart`: fluent answers that show nothing of one's own doing.
    """
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return [
            Written(key, language, plan, question, NONE if level == "-" else int(level), kind, text)
            for key, language, plan, question, level, kind, text in rows
        ]


@cache
def plan_of(written: Written) -> Plan:
    """The newest plan for an answer's kind of work and language."""
    plan = newest(f"{written.plan}-{written.language}")
    assert plan is not None
    return plan


def score(written: Written, text: str | None = None) -> CompetencyResult:
    """The result for an answer, or for other words given to the same question."""
    plan = plan_of(written)
    question = plan.question(written.question)
    return score_answer(plan, question, [Answer(question.id, question.text, written.text if text is None else text)])


def level(written: Written, text: str | None = None) -> int:
    """The level of an answer, NONE without one."""
    return score(written, text).level or NONE
