"""How far people's levels and the scorer's agree, and the levels of people as a set for training. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dayshift.interviews.reviews.queries import Review
from dayshift.interviews.room import Interview, StoredAnswer
from dayshift.interviews.scoring.agreement import interval, weighted_kappa
from dayshift.knowledge.question_plans import FOLLOW_UP, find_plan

NO_LEVEL = 0
"""A person's "none", one step below level 1."""
MIN_PAIRS = 10
"""A part with fewer pairs has no kappa: it would mean nothing."""


@dataclass(frozen=True, slots=True)
class RatedByPerson:
    """One question of an interview that a person rated. `shown` is the scorer's level, None where it showed none."""

    id: str
    language: str
    plan: str
    question: str
    text: str
    level: int
    month: str
    scorer: str | None
    shown: int | None

    def as_json(self) -> dict[str, Any]:
        """A line of the export, in the format of `training/scoring`; without name, job or reviewer."""
        return {
            "id": self.id,
            "language": self.language,
            "plan": self.plan,
            "question": self.question,
            "text": self.text,
            "levels": [self.level],
            "month": self.month,
            "scorer": self.scorer,
            "shown": self.shown,
        }


def rated_by_people(
    reviews: Iterable[tuple[Review, Interview, Sequence[StoredAnswer]]],
) -> Iterator[RatedByPerson]:
    """Every question with an answer in settled reviews. The id is that of the review and the question's number."""
    for review, interview, answers in reviews:
        if review.settled_at is None:
            continue
        plan = find_plan(interview.plan_id, interview.plan_version)
        levels = {rating["competency"]: rating["level"] for rating in review.ratings or ()}
        found = interview.report.competencies if interview.report else ()
        shown = {result.competency: result.level for result in found}
        for number, question in enumerate(plan.questions, start=1):
            said = [a.response_text for a in answers if a.question_id.removesuffix(FOLLOW_UP) == question.id]
            if question.competency not in levels or not any(text.strip() for text in said):
                continue
            yield RatedByPerson(
                id=f"{review.id}-{number}",
                language=plan.language,
                plan=plan.id,
                question=question.id,
                text="\n".join(said),
                level=levels[question.competency] or NO_LEVEL,
                month=f"{review.settled_at:%Y-%m}",
                scorer=interview.report.scorer if interview.report else None,
                shown=shown.get(question.competency),
            )


def agreement_table(rated: Sequence[RatedByPerson]) -> list[str]:
    """Lines: kappa with its 95 percent interval in all, and by scorer version, language, question and month."""
    scored = [one for one in rated if one.scorer]
    parts: dict[str, list[RatedByPerson]] = defaultdict(list)
    for one in scored:
        names = (f"scorer {one.scorer}", f"language {one.language}", f"{one.plan}/{one.question}", f"month {one.month}")
        for name in ("all", *names):
            parts[name].append(one)
    order = sorted(parts, key=lambda name: (name != "all", not name.startswith("scorer"), name))
    return [_line(name, parts[name]) for name in order] or ["no question has both a person's level and a score"]


def _line(name: str, rated: Sequence[RatedByPerson]) -> str:
    pairs = [(one.level, one.shown) for one in rated if one.shown is not None]
    without = f"{len(rated) - len(pairs)} without a shown level"
    if len(pairs) < MIN_PAIRS:
        return f"{name}: {len(pairs)} pairs, too few; {without}"
    people, machine = [person for person, _ in pairs], [shown for _, shown in pairs]

    def kappa(drawn: Sequence[int]) -> float:
        return weighted_kappa([people[i] for i in drawn], [machine[i] for i in drawn])

    low, high = interval(kappa, len(pairs))
    near = sum(abs(person - shown) <= 1 for person, shown in pairs) / len(pairs)
    value = kappa(range(len(pairs)))
    return f"{name}: kappa {value:.2f} ({low:.2f} to {high:.2f}), {near:.0%} within one, {len(pairs)} pairs; {without}"
