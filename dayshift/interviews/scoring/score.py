"""Scores an interview from its words alone, on the anchored levels of its plan.

A small trained network (`network.py`) reads each answer and gives the probability of every level. Where it is not sure
enough, could not read the whole answer, would show the lowest level or suspects a harmful act, there is no level: a
person reads the answer, and nothing says which of these it was. The quote is the part of the answer that alone is read
at the highest level. Length, spelling, punctuation, names and gender carry nothing; an
order to the scorer is taken out before reading. The same words give the same report on the same kind of processor; on
another, about one level of 500 differs, by one (docs/decisions/0035).

Limits. It learned from answers that language models wrote and rated. It cannot tell a true story from an invented one.
It advises; a person decides. See docs/scoring.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Protocol

from dayshift.interviews.scoring.network import Prediction, Seen, network
from dayshift.interviews.scoring.preprocessing import Sentence, question_words, sentences_of
from dayshift.interviews.scoring.quoting import Numbers, longest_quotes, quoted, speaks_of_forbidden
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

MIN_WORDS = 4
"""With fewer words about a question there is no level: one or two words say nothing about a person."""

TOLD_FROM = 0.5
"""An aspect with this probability of being told is not missing."""
MAYBE_TOLD = 0.2
"""From here an advice does not say that an aspect is missing: of 70 such advices at level 4 it was told in 21."""
READ_ALONE = 3
"""So many of the likeliest quotes are read alone."""
STEPS: tuple[frozenset[Aspect], ...] = (
    frozenset({"what", "days"}),
    frozenset({"duration", "details", "change", "occasion", "liked", "reason"}),
    frozenset({"trust"}),
    frozenset({"result"}),
)
"""The aspects in the order in which the levels need them: 3 the first, 4 also the second, 5 all. While nothing was
told, there is nothing of which the end could be asked."""
LACKED: Mapping[int, frozenset[Aspect]] = {2: STEPS[0], 3: STEPS[1], 4: STEPS[2] | STEPS[3]}
"""What the text of a level says was missing."""


@dataclass(frozen=True)
class Reading:
    """What was read of the answers to one question."""

    question: Question
    sentences: tuple[Sentence, ...]
    prediction: Prediction
    doubt: float
    """The probability of a harmful act in the answer or in one of its sentences. Nobody is told of it."""
    part: Callable[[Numbers], Prediction]
    """The prediction for some of the sentences, as they are understood in the answer."""
    alone: Callable[[Numbers], Prediction]
    """The prediction for an answer that says no more than these sentences."""
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
        if self.cut or self.unclear or self.doubt >= limits.doubtful[self.spoken] or level == LOWEST_LEVEL:
            return "low"
        near = self.prediction.near(level)
        if near >= limits.sure[self.spoken]:
            return "high"
        return "medium" if near >= limits.fairly_sure[self.spoken] else "low"


def read_answers(plan: Plan, question: Question, answers: Sequence[Answer]) -> Reading:
    """Read all answers to one question together; a skipped one says nothing."""
    said = [answer for answer in answers if answer.answer_text.strip() != NO_RESPONSE]
    found = [s for a in said for s in sentences_of(a.answer_text, a.question_text, a.language or plan.language)]
    asked = question_words(question.text, plan.language)

    def look(numbers: Iterable[int]) -> Seen:
        return network().read(asked, [found[number].words for number in numbers])

    everything = tuple(range(len(found)))
    seen = look(everything)
    doubt = max([seen.prediction.harmful, *(seen.part((number,)).harmful for number in everything)])
    return Reading(
        question,
        tuple(found),
        seen.prediction,
        doubt,
        part=seen.part,
        alone=lambda numbers: seen.prediction if numbers == everything else look(numbers).prediction,
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
    quote = None if level == 0 or reading.confidence == "low" else _quote(reading, lexicon)
    if quote is None:
        unsure = bool(reading.sentences) and (level > 0 or reading.confidence != "high")
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
        level_text=level_text_for(reading, level),
        quote=quote,
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


def level_text_for(reading: Reading, level: int) -> str:
    """What the level means; of what was missing nothing, where the answer may have told it."""
    meaning, told = reading.question.levels[level - 1], reading.prediction.told
    asked = {one.aspect for one in reading.question.follow_ups}
    maybe = any(told[aspect] >= MAYBE_TOLD for aspect in asked & LACKED.get(level, frozenset()))
    return meaning.told if maybe else meaning.text


def advice_for(reading: Reading, level: int | None) -> str:
    """What would raise the level: what the answer lacks of that which the next level needs."""
    wording = wording_for(reading.language)
    if reading.unclear:
        return wording.unclear_advice
    if level == TOP_LEVEL:
        return wording.top_advice
    if reading.cut:
        return wording.long_advice  # What the answer seems to lack may be in the part that was not read.
    found = missing_from(reading, reading.level if level is None else level)
    missing = [one for one in found if reading.prediction.told[one.aspect] < MAYBE_TOLD]
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
        summary=summarize(results, recommendation, wording_for(plan.language)),
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
    """The quote that shows most when nothing else is read; None if it would be at a level of more than one below.

    One that touches what may not be asked only where no other shows the level.
    """
    sentences = reading.sentences
    everything = tuple(range(len(sentences)))
    harmless = tuple(number for number in everything if not speaks_of_forbidden(sentences[number].text, lexicon))
    for allowed in dict.fromkeys([harmless, everything]):
        quotes = longest_quotes(sentences, allowed)
        likeliest = nlargest(READ_ALONE, quotes, key=lambda numbers: reading.part(numbers).expected)
        read = [(reading.alone(numbers), numbers) for numbers in likeliest]
        best, numbers = max(read, key=lambda one: one[0].expected, default=(None, ()))
        if best and best.level >= reading.level - 1:
            return quoted(sentences, numbers)
    return None


def _recommend(total: int | None, results: Sequence[CompetencyResult]) -> Recommendation:
    if total is None:
        return "INSUFFICIENT_EVIDENCE"
    if total >= HIRE_FROM:
        return "HIRE"
    if total >= SECOND_INTERVIEW_FROM:
        return "SECOND_INTERVIEW"
    sure = [result for result in results if result.level is not None and result.confidence == "high"]
    return "NO_HIRE" if len(sure) >= MIN_SURE_FOR_NO_HIRE else "INSUFFICIENT_EVIDENCE"


class Found(Protocol):
    """What a summary needs to know of a competency."""

    @property
    def competency(self) -> str:
        """Its name."""

    @property
    def level(self) -> int | None:
        """From 1 to 5; None for none."""

    @property
    def needs_person(self) -> bool:
        """Whether a person reads the answer."""


def summarize(results: Sequence[Found], recommendation: Recommendation, wording: Wording) -> str:
    """Return the summary of what was found, in the language of `wording`."""
    groups: dict[str, list[str]] = {"strong": [], "some": [], "little": [], "none": [], "person": []}
    for result in results:
        groups[_group(result)].append(result.competency)
    told = [wording.summary[group].format(names=", ".join(names)) for group, names in groups.items() if names]
    last = [] if recommendation == "INSUFFICIENT_EVIDENCE" else [wording.advice]
    return " ".join([*told, wording.summary[recommendation], *last])


def _group(result: Found) -> str:
    if result.level is None:
        return "person" if result.needs_person else "none"
    return "strong" if result.level >= 4 else "some" if result.level == 3 else "little"


def _percent(part: int, whole: int) -> int:
    """Rounded half up."""
    return (200 * part + whole) // (2 * whole)
