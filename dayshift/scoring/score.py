"""Scores an interview from its words alone, on the written levels of its plan.

Method. Each answer is cut into statements, and each statement is searched for evidence: the question's
indicators, own actions, a real occasion, a result, reasons, facts and details. Independent raters turn one
side of the evidence each into a level; the levels are averaged, rounded, and lowered until everything that
the level's wording claims was found. So the wording is true of the answer, and the quote shows it. Nothing
is learned from data and nothing is random: the same words give the same report, on any machine. Length,
spelling, punctuation, names and gender carry nothing, because no rater looks at them; an order to the
scorer is taken out before reading; a copy of the question is no evidence.

Limits. It knows only the words of its data files: a good answer in unusual words may be read as less than
it is, so confidence is part of every result, and too little evidence gives no level rather than a low one.
It cannot tell a true story from an invented one. It reads one language per plan. It advises; a person
decides. See docs/scoring.md.
"""

from collections.abc import Collection, Sequence

from dayshift.question_plans import (
    Cap,
    Level,
    Lexicon,
    Plan,
    Question,
    Rater,
    Wording,
    find_first,
    lexicon_for,
    wording_for,
)
from dayshift.scoring.evidence import Evidence, find_evidence
from dayshift.scoring.parser import Statement
from dayshift.scoring.quoting import choose_quote
from dayshift.scoring.raters import RATERS
from dayshift.scoring.report import Answer, CompetencyResult, Confidence, Recommendation, Report

SCORER = "embedded-4"
TOP_LEVEL = 5

HIRE_FROM = 80
"""Percent from which the advice is HIRE: on average level 4, "clear and with details"."""
SECOND_INTERVIEW_FROM = 60
"""Percent from which the advice is SECOND_INTERVIEW: on average level 3. Below it, NO_HIRE."""
UNFIT_LEVEL = 3
"""The most for a list of terms, with an "I" before each as well, and for steps that answer no such question."""
MIN_SCORED = 3
"""With fewer competencies scored than this there is no total, and the advice is INSUFFICIENT_EVIDENCE."""
MIN_SURE_FOR_NO_HIRE = 2
"""NO_HIRE also needs this many results of more than low confidence: doubt never speaks against a person."""

NO_RESPONSE = "(No response provided)"
"""What is stored when somebody goes on without an answer."""


def answers_by_question(plan: Plan, answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    """The answers to each core question and its follow-up, for every question of the plan."""
    given: dict[str, list[Answer]] = {question.id: [] for question in plan.questions}
    for answer in answers:
        given[plan.question(answer.question_id).id].append(answer)
    return given


def report_on(plan: Plan, results: Sequence[CompetencyResult], model: str | None = None) -> Report:
    """The total, the advice and the summary of what was found for each competency, by arithmetic alone."""
    levels = [result.level for result in results if result.level is not None]
    total = total_of(levels)
    recommendation = _recommend(total, results)
    return Report(
        plan_id=plan.id,
        plan_version=plan.version,
        scorer=SCORER,
        total=total,
        recommendation=recommendation,
        summary=_summarise(results, recommendation, wording_for(plan.language)),
        competencies=tuple(results),
        model=model,
    )


def total_of(levels: Sequence[int]) -> int | None:
    """Percent of the given levels; None with too few."""
    return _percent(sum(levels), TOP_LEVEL * len(levels)) if len(levels) >= MIN_SCORED else None


def wording_of(plan: Plan, competency: str, level: int | None) -> str:
    """What a level of one competency means; for None, that there was not enough. Raises LookupError without such."""
    levels = next((q.levels for q in plan.questions if q.competency == competency), None)
    if levels is None:
        raise LookupError(f"plan {plan.id} has no competency {competency!r}")
    return wording_for(plan.language).none if level is None else levels[level - 1].text


def score_answer(plan: Plan, question: Question, answers: Sequence[Answer]) -> CompetencyResult:
    """The level of one competency from the answers to its core question and follow-up."""
    return rate(question, read_answers(plan, question, answers), plan.language)


def read_answers(plan: Plan, question: Question, answers: Sequence[Answer]) -> Evidence:
    """The evidence in all answers to one question; a skipped answer has none."""
    said = [(a.question_text, a.answer_text) for a in answers if a.answer_text.strip() != NO_RESPONSE]
    return find_evidence(plan, question, said)


def rate(question: Question, evidence: Evidence, language: str) -> CompetencyResult:
    """The level that the evidence carries, with the reason for it."""
    lexicon, wording = lexicon_for(language), wording_for(language)
    votes = _votes(question, evidence)
    cap, capped_at = _find_cap(question, evidence, lexicon)
    places = capped_at or _places(evidence)
    if not places or ("relevance" not in votes and cap is None):
        return CompetencyResult(
            question.competency, question.text, None, wording.none, None, "low", wording.none_advice
        )
    level = _combine(question, evidence, list(votes.values()), cap)
    needs = level.needs if "plainness" in votes else ()  # A limit on one's hours is not what should be quoted.
    return CompetencyResult(
        competency=question.competency,
        question=question.text,
        level=level.level,
        level_text=level.text,
        quote=choose_quote(evidence, places, lexicon, needs),
        confidence=_confidence(votes.values(), len(places)),
        would_raise=advice_for(question, evidence, level.level, language),
    )


def _places(evidence: Evidence) -> list[int]:
    """Statements with evidence; words that merely belong to the subject are none."""
    found = {i for kind, indices in evidence.found.items() if kind != "subject" for i in indices}
    return sorted(found)


def _find_cap(question: Question, evidence: Evidence, lexicon: Lexicon) -> tuple[Cap | None, list[int]]:
    """The lowest cap that the answer sets itself, with the statements that set it."""
    for cap in sorted(question.caps, key=lambda cap: cap.level):
        places = [i for i, statement in enumerate(evidence.statements) if _says(statement, cap, lexicon)]
        said = places or any(_says(statement, cap, lexicon) for statement in evidence.whole)
        if said and not any(evidence.has(kind) for kind in cap.unless):
            return cap, places if cap.level == 1 else []
    return None, []


def _says(statement: Statement, cap: Cap, lexicon: Lexicon) -> bool:
    span = find_first(cap.phrases, statement.text, lexicon.negations)
    return span is not None and statement.own_at(span)


def _combine(question: Question, evidence: Evidence, votes: Sequence[int], cap: Cap | None) -> Level:
    """The mean of the votes, rounded up, lowered to the highest level whose wording is true."""
    mean = -(-sum(votes) // len(votes)) if votes else 1
    unfit = evidence.listed or ("structure" in question.raters and not evidence.has("shown|example"))
    highest = min(mean, cap.level if cap else TOP_LEVEL, UNFIT_LEVEL if unfit else TOP_LEVEL)
    true = [level for level in question.levels if all(evidence.has(need) for need in level.needs)]
    return max((level for level in true if level.level <= highest), key=lambda level: level.level)


def _confidence(votes: Collection[int], statements: int) -> Confidence:
    """How far the raters agree, and on how many statements they rest."""
    spread = max(votes, default=0) - min(votes, default=0)
    if statements <= 1 or spread >= 3:
        return "low"
    return "high" if statements >= 3 and spread <= 1 else "medium"


def advice_for(question: Question, evidence: Evidence, level: int, language: str) -> str:
    """What the next level asks for that was not found; otherwise what the lowest rater looks for."""
    wording = wording_for(language)
    if level == TOP_LEVEL:
        return wording.top_advice
    own = {indicator.id: indicator.advice for indicator in question.indicators}
    for higher in sorted(question.levels, key=lambda other: other.level):
        for need in higher.needs:
            if higher.level > level and not evidence.has(need):
                kind = need.split("|")[0]
                return own.get(kind) or wording.missing[kind]
    votes = _votes(question, evidence)
    return wording.raters[min(votes, key=lambda name: votes[name])]


def _votes(question: Question, evidence: Evidence) -> dict[Rater, int]:
    return {name: vote for name in question.raters if (vote := RATERS[name](evidence, question)) is not None}


def _recommend(total: int | None, results: Sequence[CompetencyResult]) -> Recommendation:
    if total is None:
        return "INSUFFICIENT_EVIDENCE"
    if total >= HIRE_FROM:
        return "HIRE"
    if total >= SECOND_INTERVIEW_FROM:
        return "SECOND_INTERVIEW"
    sure = [result for result in results if result.level is not None and result.confidence != "low"]
    return "NO_HIRE" if len(sure) >= MIN_SURE_FOR_NO_HIRE else "INSUFFICIENT_EVIDENCE"


def _summarise(results: Sequence[CompetencyResult], recommendation: Recommendation, wording: Wording) -> str:
    groups: dict[str, list[str]] = {"strong": [], "some": [], "little": [], "none": []}
    for result in results:
        level = result.level
        group = "none" if level is None else "strong" if level >= 4 else "some" if level == 3 else "little"
        groups[group].append(result.competency)
    told = [wording.summary[group].format(names=", ".join(names)) for group, names in groups.items() if names]
    asked = [wording.summary["person"]] if any(result.needs_person for result in results) else []
    last = wording.decision if recommendation == "INSUFFICIENT_EVIDENCE" else wording.advice
    return " ".join([*told, *asked, wording.summary[recommendation], last])


def _percent(part: int, whole: int) -> int:
    """Rounded half up."""
    return (200 * part + whole) // (2 * whole)
