"""Scores an interview from its words alone, on the anchored levels of its plan.

A small trained network (`network.py`) reads each answer and gives the probability of every level. Where it is not sure
enough, could not read the whole answer, would show the lowest level or suspects a harmful act, there is no level: a
person reads the answer, and nothing says which of these it was. The quote is the stretch of the answer
that the network finds to be the strongest evidence. Length, spelling, punctuation, names and gender carry nothing; an
order to the scorer is taken out before reading. The same words give the same report on the same kind of processor; on
another, about one level of 500 differs, by one (docs/decisions/0035).

Limits. It learned from answers that language models wrote and rated. It cannot tell a true story from an invented one.
It advises; a person decides. See docs/scoring.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dayshift.interviews.scoring.network import Prediction, network
from dayshift.interviews.scoring.preprocessing import Sentence, question_words, sentences_of
from dayshift.interviews.scoring.quoting import choose_quote
from dayshift.interviews.scoring.report import NO_RESPONSE, Answer, CompetencyResult, Confidence, Recommendation, Report
from dayshift.knowledge.question_plans import (
    Aspect,
    FollowUp,
    Lexicon,
    Plan,
    Question,
    Wording,
    lexicon_for,
    wording_for,
)

TOP_LEVEL = 5
LOWEST_LEVEL = 1
"""Never shown by the network, and no suspicion of a harmful act gives any level: it has taken honest answers for
harmful ones, mostly of people who speak a dialect or a second language (docs/scoring.md). A person reads them."""

HIRE_FROM = 80
"""Percent from which the advice is HIRE: on average level 4, "clear and with details"."""
SECOND_INTERVIEW_FROM = 60
"""Percent from which the advice is SECOND_INTERVIEW: on average level 3. Below it, NO_HIRE."""
MIN_SCORED = 3
"""With fewer competencies scored than this there is no total, and the advice is INSUFFICIENT_EVIDENCE."""
MIN_SURE_FOR_NO_HIRE = 2
"""NO_HIRE also needs this many results of high confidence: doubt never speaks against a person."""

ALONE = 0.2
"""What a suspicion of one sentence counts: without what is said around it, it is often wrong."""

MIN_WORDS = 4
"""With fewer words about a question there is no level: one or two words say nothing about a person."""

TOLD_FROM = 0.5
"""An aspect with this probability of being told is not missing."""
STEPS: tuple[frozenset[Aspect], ...] = (
    frozenset({"what", "days"}),
    frozenset({"duration", "details", "change", "occasion", "liked", "reason"}),
    frozenset({"trust"}),
    frozenset({"result"}),
)
"""The aspects in the order in which the levels need them: 3 the first, 4 also the second, 5 all. While nothing was
told, there is nothing of which the end could be asked."""


@dataclass(frozen=True)
class Reading:
    """What was read of the answers to one question."""

    question: Question
    sentences: tuple[Sentence, ...]
    prediction: Prediction
    doubt: float
    """The probability of a harmful act in the answer, or a share of that of one sentence. Nobody is told of it."""
    stretch: Callable[[int, int], Prediction]
    """The prediction for the sentences from one number to another."""
    language: str
    spoken: str
    """The language of the answer."""
    cut: bool
    """The network did not read all of it, so nobody knows what the rest tells."""
    unclear: bool
    """It may not be what the person said."""

    @property
    def level(self) -> int:
        """The most fitting level, 0 to 5, however unsure it is."""
        return self.prediction.level

    @property
    def short(self) -> bool:
        """Something was said, but too little to judge."""
        return 0 < sum(len(sentence.text.split()) for sentence in self.sentences) < MIN_WORDS

    @property
    def suspicious(self) -> bool:
        """A harmful act is likely: only a person may give a good level, whatever a language model says."""
        return self.prediction.harmful >= network().thresholds.harmful

    @property
    def confidence(self) -> Confidence:
        """How sure the level is, by thresholds measured on the development answers; low if only a person may judge."""
        limits, level = network().thresholds, self.level
        if self.cut or self.unclear or self.doubt >= limits.doubtful or level == LOWEST_LEVEL:
            return "low"
        if self.prediction.chances[level] >= limits.sure[self.spoken]:
            return "high"
        return "medium" if self.prediction.near(level) >= limits.fairly_sure[self.spoken] else "low"


def read_answers(plan: Plan, question: Question, answers: Sequence[Answer]) -> Reading:
    """Read all answers to one question together; a skipped one says nothing."""
    said = [answer for answer in answers if answer.answer_text.strip() != NO_RESPONSE]
    found = [s for a in said for s in sentences_of(a.answer_text, a.question_text, a.language or plan.language)]
    seen = network().read(question_words(question.text, plan.language), [sentence.words for sentence in found])
    alone = [seen.stretch(number, number).harmful for number in range(len(found))]
    doubt = max(seen.prediction.harmful, max(alone) * ALONE) if alone else 0.0
    return Reading(
        question,
        tuple(found),
        seen.prediction,
        doubt,
        seen.stretch,
        language=plan.language,
        spoken=next((a.language for a in said if a.language), plan.language),
        cut=seen.cut,
        unclear=any(a.unclear for a in said),
    )


def result_of(reading: Reading) -> CompetencyResult:
    """The level of one competency with its quote; without a level where nothing was said or it is too unsure."""
    question, lexicon, wording = reading.question, lexicon_for(reading.spoken), wording_for(reading.language)
    level = reading.level
    if reading.short and not reading.unclear:
        return CompetencyResult(
            competency=question.competency,
            question=question.text,
            level=None,
            level_text=wording.short,
            quote=None,
            confidence="low",
            would_raise=advice_for(reading, None),
        )
    if level == 0 or reading.confidence == "low":
        unsure = bool(reading.sentences) and reading.confidence != "high"
        return CompetencyResult(
            competency=question.competency,
            question=question.text,
            level=None,
            level_text=wording.unsure if unsure else wording.short if reading.sentences else wording.none,
            quote=None,
            confidence="low",
            would_raise=advice_for(reading, None) if unsure else wording.none_advice,
            needs_person=unsure,
        )
    return CompetencyResult(
        competency=question.competency,
        question=question.text,
        level=level,
        level_text=question.levels[level - 1].text,
        quote=_quote(reading, lexicon),
        confidence=reading.confidence,
        would_raise=advice_for(reading, level),
    )


def missing_from(reading: Reading, level: int) -> list[FollowUp]:
    """The follow-ups whose aspects are not told, what the level above `level` needs first, of that the least told."""
    told, above = reading.prediction.told, 2 if level == TOP_LEVEL - 1 else 0

    def order(follow_up: FollowUp) -> tuple[bool, int, float]:
        step = next(number for number, aspects in enumerate(STEPS) if follow_up.aspect in aspects)
        return step < above, step, told[follow_up.aspect]

    return sorted((one for one in reading.question.follow_ups if told[one.aspect] < TOLD_FROM), key=order)


def advice_for(reading: Reading, level: int | None) -> str:
    """What would raise the level: what the answer lacks of that which the next level needs."""
    wording = wording_for(reading.language)
    if reading.unclear:
        return wording.unclear_advice
    if level == TOP_LEVEL:
        return wording.top_advice
    if reading.cut:
        return wording.long_advice  # What the answer seems to lack may be in the part that was not read.
    missing = missing_from(reading, reading.level if level is None else level)
    return wording.missing[missing[0].aspect] if missing else wording.more_advice


def answers_by_question(plan: Plan, answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    """The answers to each core question and its follow-up, for every question of the plan."""
    given: dict[str, list[Answer]] = {question.id: [] for question in plan.questions}
    for answer in answers:
        given[plan.question(answer.question_id).id].append(answer)
    return given


def scorer_version() -> str:
    """The version of the scorer, which every report stores."""
    return network().version


def report_on(plan: Plan, results: Sequence[CompetencyResult], model: str | None = None) -> Report:
    """The total, the advice and the summary of what was found for each competency, by arithmetic alone."""
    total = total_of([result.level for result in results if result.level is not None])
    recommendation = _recommend(total, results)
    return Report(
        plan_id=plan.id,
        plan_version=plan.version,
        scorer=scorer_version(),
        total=total,
        recommendation=recommendation,
        summary=_summarize(results, recommendation, wording_for(plan.language)),
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


def _quote(reading: Reading, lexicon: Lexicon) -> str | None:
    """The strongest evidence for the level."""

    def strength(first: int, last: int) -> float:
        seen = reading.stretch(first, last)
        return seen.expected - TOP_LEVEL * seen.harmful

    return choose_quote(reading.sentences, strength, lexicon)


def _recommend(total: int | None, results: Sequence[CompetencyResult]) -> Recommendation:
    if total is None:
        return "INSUFFICIENT_EVIDENCE"
    if total >= HIRE_FROM:
        return "HIRE"
    if total >= SECOND_INTERVIEW_FROM:
        return "SECOND_INTERVIEW"
    sure = [result for result in results if result.level is not None and result.confidence == "high"]
    return "NO_HIRE" if len(sure) >= MIN_SURE_FOR_NO_HIRE else "INSUFFICIENT_EVIDENCE"


def _summarize(results: Sequence[CompetencyResult], recommendation: Recommendation, wording: Wording) -> str:
    groups: dict[str, list[str]] = {"strong": [], "some": [], "little": [], "none": [], "person": []}
    for result in results:
        groups[_group(result)].append(result.competency)
    told = [wording.summary[group].format(names=", ".join(names)) for group, names in groups.items() if names]
    last = [] if recommendation == "INSUFFICIENT_EVIDENCE" else [wording.advice]
    return " ".join([*told, wording.summary[recommendation], *last])


def _group(result: CompetencyResult) -> str:
    if result.level is None:
        return "person" if result.needs_person else "none"
    return "strong" if result.level >= 4 else "some" if result.level == 3 else "little"


def _percent(part: int, whole: int) -> int:
    """Rounded half up."""
    return (200 * part + whole) // (2 * whole)
