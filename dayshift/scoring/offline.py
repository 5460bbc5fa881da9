"""Scores answers from anywhere, one JSON object a line, so that others can judge the scorer on data of their own.

An object has `answer`, and may have `id`, `question`, `competency`, `language` ("en" or "es"), `plan` (a plan's id) and
either `rubric` (the wordings of the five levels, lowest first) or `reference` (a good answer). A question of a plan
is scored by that plan; any other by the kind of question that its words speak of, with the given wordings. With a
reference the level is how much of what it says occurs in the answer: 60 percent of its words of content is level 5.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from dayshift.question_plans import FAMILIES, Plan, Question, lexicon_for, newest
from dayshift.scoring.evidence import find_evidence
from dayshift.scoring.quoting import choose_quote
from dayshift.scoring.report import Answer
from dayshift.scoring.score import TOP_LEVEL, score_answer
from dayshift.scoring.steps import stem

FULL_COVERAGE = 0.6
MIN_CONTENT_LETTERS = 4
_KINDS = (
    ("availability", r"\b(availab|hours|days can|schedule|disponib|horario|horas)"),
    ("motivation", r"\b(why (do|would|are) you|motivat|interested in|por qu|motivaci)"),
    ("experience", r"\b(experience|worked before|work history|background|experiencia)"),
)
_ANY_OTHER = "pressure"


class NoAnswer(ValueError):
    """A line that is no JSON object with an answer in words."""


def score_lines(lines: Iterable[str]) -> Iterator[str]:
    """One JSON object for each line that is not empty: id, level (or null), percent, quote, confidence.

    Raises `NoAnswer` with the number of a line that cannot be read.
    """
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
        yield json.dumps({"id": asked.get("id", number), **score_one(asked)}, ensure_ascii=False)


def score_one(asked: dict[str, Any]) -> dict[str, Any]:
    """The level of one answer, with the reason for it."""
    plan, question = _plan_and_question(asked)
    if isinstance(asked.get("reference"), str):
        return _by_reference(plan, question, str(asked.get("question", "")), asked["answer"], asked["reference"])
    result = score_answer(plan, question, [Answer(question.id, question.text, asked["answer"])])
    return _shown(result.level, result.quote, result.confidence)


def _plan_and_question(asked: dict[str, Any]) -> tuple[Plan, Question]:
    language = "es" if asked.get("language") == "es" else "en"
    words = {str(asked.get(key, "")).strip().lower() for key in ("question", "competency")} - {""}
    plans = [plan for family in FAMILIES if (plan := newest(f"{family}-{language}"))]
    named = newest(str(asked["plan"])) if "plan" in asked else None
    for plan in [named] if named else plans:
        for question in plan.questions:
            if words & {question.id, question.text.lower(), question.competency.lower()}:
                return plan, _with_rubric(question, asked)
    plan = named or plans[-1]
    told = " ".join(sorted(words))
    kind = next((kind for kind, pattern in _KINDS if re.search(pattern, told)), _ANY_OTHER)
    question = replace(plan.question(kind), text=str(asked.get("question", "")))
    return plan, _with_rubric(question, asked)


def _with_rubric(question: Question, asked: dict[str, Any]) -> Question:
    anchors = asked.get("rubric")
    if not isinstance(anchors, list) or len(anchors) != TOP_LEVEL:
        return question
    levels = [replace(level, text=str(text)) for level, text in zip(question.levels, anchors, strict=True)]
    return replace(question, levels=tuple(levels))


def _by_reference(plan: Plan, question: Question, asked: str, answer: str, reference: str) -> dict[str, Any]:
    lexicon = lexicon_for(plan.language)
    evidence = find_evidence(plan, question, [(asked, answer)])

    def content(text: str) -> set[str]:
        words = re.findall(r"[^\W\d_]+|\d+", text.lower())
        plain = {w for w in words if w.isdigit() or (len(w) >= MIN_CONTENT_LETTERS and w not in lexicon.function_words)}
        return {stem(word, lexicon) for word in plain}

    wanted = content(reference) - content(asked)
    found = [content(statement.text) & wanted for statement in evidence.statements]
    covered = len(set().union(*found)) / len(wanted) if wanted else 0.0
    if not covered:
        return _shown(None, None, "low")
    best = max(range(len(found)), key=lambda i: len(found[i]))
    level = min(1 + int(4 * covered / FULL_COVERAGE), TOP_LEVEL)
    confidence = "medium" if sum(map(bool, found)) > 1 else "low"
    return _shown(level, choose_quote(evidence, [best], lexicon), confidence)


def _shown(level: int | None, quote: str | None, confidence: str) -> dict[str, Any]:
    percent = None if level is None else round(100 * level / TOP_LEVEL)
    return {"level": level, "percent": percent, "quote": quote, "confidence": confidence}
