"""Independent raters.

Each looks at one side of the evidence and gives a level from 2 to 5, or None when it sees nothing.

No rater gives 1: an answer is put at level 1 only by what it says, never by what it leaves out.
"""

from collections.abc import Callable, Mapping

from dayshift.question_plans import Question, Rater
from dayshift.scoring.evidence import Evidence


def _steps(count: int) -> int:
    return min(2 + count, 5)


def relevance(evidence: Evidence, question: Question) -> int | None:
    """How many of the question's own indicators, or else steps of whatever kind, the answer shows."""
    shown = evidence.count(indicator.id for indicator in question.indicators if indicator.counts)
    on_subject = evidence.has("claim|topic") or any(evidence.has(i.id) for i in question.indicators)
    steps = len(evidence.actions) if {"structure", "facts"} & set(question.raters) else 0
    return _steps(max(shown, steps)) if on_subject else None


def structure(evidence: Evidence, _question: Question) -> int | None:
    """What happened, what the person did, and how it ended."""
    acted = bool(evidence.actions)
    several_or_real = len(evidence.actions) > 1 or (acted and evidence.has("example"))
    return _steps(acted + several_or_real + evidence.has("result"))


def detail(evidence: Evidence, _question: Question) -> int | None:
    """How many kinds of concrete detail: how many, how long, when, with what."""
    return _steps(evidence.count(("duration|clock", "calendar", "quantity", "thing", "example")))


def facts(evidence: Evidence, _question: Question) -> int | None:
    """The facts of a work history. A year counts as much as twenty: length of life is not a skill."""
    return _steps(max(evidence.count(("work", "tasks|action", "duration", "quantity", "recent", "trust")) - 1, 0))


def plainness(evidence: Evidence, _question: Question) -> int | None:
    """How exactly days and hours are named. How many of them is not judged: limits are everybody's right."""
    return _steps(evidence.count(("days", "hours", "clock", "limits")))


def reasons(evidence: Evidence, _question: Question) -> int | None:
    """Whether likes and wishes have a reason and a real moment."""
    liked = evidence.has("indicator")
    return _steps(liked + (liked and evidence.has("reason|grow")) + (liked and evidence.has("example|action")))


RATERS: Mapping[Rater, Callable[[Evidence, Question], int | None]] = {
    "relevance": relevance,
    "structure": structure,
    "detail": detail,
    "facts": facts,
    "plainness": plainness,
    "reasons": reasons,
}
