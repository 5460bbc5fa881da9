"""Question plans: what everybody is asked, and what each level of an answer means."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, TypeAdapter

from dayshift.question_plans.lexicon import Phrases, lexicon_for, read_data
from dayshift.question_plans.phrases import Vocabulary

QuestionType = Literal["experience", "situational", "behavioral"]
Rater = Literal["relevance", "structure", "detail", "facts", "plainness", "reasons"]
FOLLOW_UP = "/follow-up"
LEVELS = range(1, 6)
FAMILIES = (
    "management",
    "salon",
    "fitness",
    "kitchen",
    "bar",
    "restaurant",
    "hotel",
    "warehouse",
    "construction",
    "maintenance",
    "general",
)
"""The kinds of work with a plan. The first with a job word in the title wins: "Kitchen Manager" leads people,
"Salon Receptionist" is salon work, "Restaurant Cook" is kitchen work. The last takes every other title."""

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
    """Four to six core questions, the same for everybody who is asked about this kind of work."""

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

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every word that some phrase of the plan or its language looks for."""
        lexicon = lexicon_for(self.language)
        lists = [lexicon.topic, self.topic, self.units, self.things, lexicon.buzzwords]
        lists += [*lexicon.evidence.values(), *lexicon.details.values()]
        lists += [indicator.phrases for question in self.questions for indicator in question.indicators]
        return Vocabulary((phrase for phrases in lists for phrase in phrases), known=lexicon.orders)


@cache
def find_plan(plan_id: str, version: int) -> Plan:
    """The plan an interview was held with, so that it is scored by the rubric it was asked under.

    Raises LookupError when there is none.
    """
    if (plan_id, version) not in versions():
        raise LookupError(f"no plan {plan_id!r} version {version}")
    own = _own_files().get((plan_id, version))
    if own is not None:
        return compose_plan(tomllib.loads(own.read_text(encoding="utf-8")))
    return compose_plan(read_data("plans", f"{plan_id}-{version}"))


def compose_plan(written: Mapping[str, Any]) -> Plan:
    """A plan as written, filled up with what it shares with the other plans of its language.

    Raises pydantic's ValidationError, with the place of each fault, or LookupError for an unknown `common`
    version or kind of question.
    """
    own = dict(written)
    common = common_questions(str(own.get("language")), own.pop("common", 0))
    own["units"] = [*common["units"], *own.get("units", ())]
    own["things"] = [*common["things"], *own.get("things", ())]
    own["questions"] = [compose_question(common, question) for question in own.get("questions", ())]
    return TypeAdapter(Plan).validate_python(own)


def common_questions(language: str, version: int) -> dict[str, Any]:
    """What the plans of a language share, as written. Raises LookupError when there is none."""
    try:
        return read_data("plans", f"common-{language}-{version}")
    except FileNotFoundError as error:
        raise LookupError(f"no common questions in language {language!r}, version {version}") from error


def compose_question(common: Mapping[str, Any], written: Mapping[str, Any]) -> dict[str, Any]:
    """A question with the rubric of its kind; indicators of the same id are joined, others are added."""
    own = dict(written)
    kind = own.pop("like", None)
    base = next((question for question in common["questions"] if question["id"] == kind), None)
    if base is None:
        raise LookupError(f"no kind of question {kind!r}")
    added = {indicator["id"]: indicator for indicator in own.pop("indicators", ())}
    joined = [
        {**shared, "phrases": [*shared["phrases"], *added.pop(shared["id"], {"phrases": []})["phrases"]]}
        for shared in base["indicators"]
    ]
    caps = [*base.get("caps", ()), *own.pop("caps", ())]
    return {**base, **own, "indicators": [*added.values(), *joined], "caps": caps}


def plan_for(job_title: str, language: str = "en", *, english_title: str = "") -> Plan:
    """The newest plan for a job title; the general plan when no other knows the title.

    With the `english_title` of the same job it is the plan of the same family as in English, if this language has
    one. Raises LookupError when there are no plans in this language.
    """
    title = job_title.lower()
    if english_title and language != "en":
        own = [plan for plan_id in _own_ids(language) if (plan := newest(plan_id)) and _knows(plan, title)]
        same = newest(f"{plan_for(english_title).id.removesuffix('-en')}-{language}")
        if own or same:
            return [*own, *([same] if same else [])][0]
    plans = [
        plan for plan_id in (*_own_ids(language), *(f"{f}-{language}" for f in FAMILIES)) if (plan := newest(plan_id))
    ]
    if not plans:
        raise LookupError(f"no plans in language {language!r}")
    return next((plan for plan in plans if _knows(plan, title)), plans[-1])


def newest(plan_id: str) -> Plan | None:
    """The newest version of a plan, or None when there is no such plan."""
    known = [version for name, version in versions() if name == plan_id]
    return find_plan(plan_id, max(known)) if known else None


@cache
def versions() -> frozenset[tuple[str, int]]:
    """(plan id, version) of every plan, packaged or the operator's own."""
    return packaged() | frozenset(_own_files())


@cache
def packaged() -> frozenset[tuple[str, int]]:
    """(plan id, version) of every packaged plan."""
    names = [path.name for path in (resources.files(__package__) / "plans").iterdir()]
    return frozenset(key for name in names if (key := plan_key(name)))


def plan_key(file_name: str) -> tuple[str, int] | None:
    """(plan id, version) by the name of a plan's file; None for other files."""
    plan, dash, version = file_name.removesuffix(".toml").rpartition("-")
    is_plan = dash and plan and version.isdecimal() and file_name.endswith(".toml") and not plan.startswith("common-")
    return (plan, int(version)) if is_plan and plan != "common" else None


_own_folders: list[Path] = []


def use_folder(folder: Path | None) -> None:
    """Load the operator's own plans from `folder` beside ours; they were checked before. None: only ours."""
    wanted = [folder] if folder else []
    if wanted == _own_folders:
        return
    _own_folders[:] = wanted
    for known in (versions, find_plan, _own_files):
        known.cache_clear()


@cache
def _own_files() -> Mapping[tuple[str, int], Path]:
    files = [path for folder in _own_folders for path in sorted(folder.glob("*.toml"))]
    return {key: path for path in files if (key := plan_key(path.name))}


def _own_ids(language: str) -> list[str]:
    """The operator's plans of new families: they know their titles before ours do."""
    ours = {plan_id for plan_id, _ in packaged()}
    return sorted({i for i, _ in _own_files() if i.endswith(f"-{language}") and i not in ours})


def _knows(plan: Plan, title: str) -> bool:
    return any(re.search(rf"\b{re.escape(word)}s?\b", title) for word in plan.job_words)
