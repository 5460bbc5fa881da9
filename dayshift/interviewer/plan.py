"""Question plans: what everybody is asked, and what each level of an answer means."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import ClassVar, Literal

from pydantic import ConfigDict, TypeAdapter

from dayshift.interviewer.lexicon import Phrases, read_data

QuestionType = Literal["experience", "situational", "behavioral"]
Rater = Literal["relevance", "structure", "detail", "facts", "plainness", "reasons"]
CORE_QUESTIONS = 4
FOLLOW_UP = "/follow-up"
# The first plan with a job word in the title wins: "Restaurant Cook" is kitchen work, "Hotel Server" is
# restaurant work.
ORDER = ("kitchen", "restaurant", "hotel", "general")

_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Level:
    """One anchored level: its wording, and the evidence without which the wording would not be true."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    level: int
    text: str
    needs: Phrases = ()
    """Evidence ids; `a|b` is met by either."""


@dataclass(frozen=True)
class Indicator:
    """Something in an answer to this question that shows the competency."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: str
    meaning: str
    advice: str
    phrases: Phrases
    counts: bool = True
    """False for what puts an answer on the subject but shows nothing yet ("I am flexible")."""


@dataclass(frozen=True)
class Cap:
    """An answer that says this is not put above `level`, unless it also shows one of `unless`."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    level: int
    phrases: Phrases
    unless: Phrases = ()


@dataclass(frozen=True)
class FollowUp:
    """What to ask when an answer lacks `missing`; `with_phrase` reads back a few of the person's words."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    missing: str
    text: str
    with_phrase: str


@dataclass(frozen=True)
class Question:
    """A question as asked, with its rubric. A follow-up has the id of its core question plus "/follow-up"."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: str
    competency: str
    text: str
    type: QuestionType
    expected_seconds: int
    raters: tuple[Rater, ...]
    levels: tuple[Level, ...]
    indicators: tuple[Indicator, ...]
    follow_ups: tuple[FollowUp, ...]
    caps: tuple[Cap, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Four core questions, the same for everybody who is asked about this kind of work."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: str
    version: int
    language: str
    title: str
    job_words: Phrases
    topic: Phrases
    units: Phrases
    things: Phrases
    questions: tuple[Question, ...]

    def question(self, question_id: str) -> Question:
        """The core question of this id or of a follow-up's id. Raises LookupError when the plan has none."""
        wanted = question_id.removesuffix(FOLLOW_UP)
        for question in self.questions:
            if question.id == wanted:
                return question
        raise LookupError(f"plan {self.id} has no question {question_id!r}")


@cache
def find_plan(plan_id: str, version: int) -> Plan:
    """The plan an interview was held with, so that it is scored by the rubric it was asked under.

    Raises LookupError when there is none.
    """
    if (plan_id, version) not in _versions():
        raise LookupError(f"no plan {plan_id!r} version {version}")
    return TypeAdapter(Plan).validate_python(read_data("plans", f"{plan_id}-{version}"))


def plan_for(job_title: str, language: str = "en") -> Plan:
    """The newest plan for a job title; the general plan when no other knows the title.

    Raises LookupError when there are no plans in this language.
    """
    title = job_title.lower()
    plans = [plan for kind in ORDER if (plan := _newest(f"{kind}-{language}"))]
    if not plans:
        raise LookupError(f"no plans in language {language!r}")
    return next((plan for plan in plans if _knows(plan, title)), plans[-1])


def _knows(plan: Plan, title: str) -> bool:
    return any(re.search(rf"\b{re.escape(word)}s?\b", title) for word in plan.job_words)


def _newest(plan_id: str) -> Plan | None:
    versions = [version for known, version in _versions() if known == plan_id]
    return find_plan(plan_id, max(versions)) if versions else None


@cache
def _versions() -> frozenset[tuple[str, int]]:
    names = [path.name for path in (resources.files(__package__) / "plans").iterdir()]
    found = [re.fullmatch(r"(.+)-(\d+)\.toml", name) for name in names]
    return frozenset((match[1], int(match[2])) for match in found if match)
