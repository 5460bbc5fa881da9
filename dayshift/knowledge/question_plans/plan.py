"""Question plans: what everybody is asked, and what each level of an answer means."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, TypeAdapter

from dayshift.core.language import LANGUAGES

QuestionType = Literal["experience", "situational", "behavioral"]
Aspect = Literal["what", "details", "occasion", "result", "duration", "trust", "days", "change", "liked", "reason"]
"""What an answer may lack, and a follow-up asks for."""
FOLLOW_UP = "/follow-up"
LEVELS = range(1, 6)
FAMILIES = (
    "management",
    "salon",
    "fitness",
    "security",
    "healthcare",
    "care",
    "kitchen",
    "bar",
    "retail",
    "restaurant",
    "hotel",
    "driving",
    "warehouse",
    "production",
    "construction",
    "cleaning",
    "maintenance",
    "office",
    "general",
)
"""The kinds of work with a plan. Of a title that is no known occupation, the first with a job word in it wins: "Kitchen
Manager" leads people, "Salon Receptionist" is salon work, "Restaurant Cook" is kitchen work. The last takes every
other title."""

_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Level:
    """One anchored level. `text` is for the candidate: what was told and then, in a second sentence, what was missing.
    `anchor` tells raters what such an answer does."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    level: int
    text: str
    anchor: str = ""
    """Empty in plans of version 1, which had none."""

    @property
    def told(self) -> str:
        """The text without what was missing."""
        return re.split(r"(?<=[.!?]) ", self.text, maxsplit=1)[0]


@dataclass(frozen=True)
class FollowUp:
    """What to ask when an answer lacks `aspect`."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    aspect: Aspect
    text: str


@dataclass(frozen=True)
class Question:
    """A question as asked, with its levels. A follow-up has the id of its core question plus "/follow-up"."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: str
    competency: str
    text: str
    type: QuestionType
    expected_seconds: int
    levels: tuple[Level, ...]
    follow_ups: tuple[FollowUp, ...]


@dataclass(frozen=True)
class Plan:
    """Four to six core questions, the same for everybody who is asked about this kind of work."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: str
    version: int
    language: str
    title: str
    job_words: tuple[str, ...]
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
    """The plan an interview was held with, so that it is scored by the levels it was asked under.

    Raises LookupError when there is none.
    """
    if (plan_id, version) not in versions():
        raise LookupError(f"no plan {plan_id!r} version {version}")
    own = _own_files().get((plan_id, version))
    file = own or resources.files(__package__) / "plans" / f"{plan_id}-{version}.toml"
    return read_plan(tomllib.loads(file.read_text(encoding="utf-8")))


def read_plan(written: Mapping[str, Any]) -> Plan:
    """A plan as written. Raises pydantic's ValidationError, with the place of each fault."""
    return TypeAdapter(Plan).validate_python(written)


def plan_for(job_title: str, language: str = "en", *, english_title: str = "", family: str = "") -> Plan:
    """The newest plan for a job title; the general plan when no other knows the title.

    An operator's own plan that knows the title comes first, then the plan for leading people, then the plan of the
    `family` of the title's occupation. With the `english_title` of the same job it is the plan of the same family as
    in English, if this language has one. Raises LookupError when there are no plans in this language.
    """
    title = job_title.lower()
    own = (plan for plan_id in _own_ids(language) if (plan := newest(plan_id)))
    if known := next((plan for plan in own if _knows(plan, title)), None):
        return known
    if english_title and language != "en":
        english = plan_for(english_title, family=family).id.removesuffix("-en")
        if same := newest(f"{english}-{language}"):
            return same
    plans = [plan for name in FAMILIES if (plan := newest(f"{name}-{language}"))]
    if not plans:
        raise LookupError(f"no plans in language {language!r}")
    named = next((plan for plan in plans if _knows(plan, title)), plans[-1])
    leads = named.id.removesuffix(f"-{language}") == FAMILIES[0]
    return named if leads else newest(f"{family}-{language}") or named


def newest(plan_id: str) -> Plan | None:
    """The newest version of a plan, or None when there is no such plan."""
    known = [version for name, version in versions() if name == plan_id]
    return find_plan(plan_id, max(known)) if known else None


@cache
def translations(plan_id: str, version: int) -> tuple[Plan, ...]:
    """The same plan in the other languages: those with the same questions. Raises LookupError when there is no plan."""
    plan = find_plan(plan_id, version)
    family = plan_id.removesuffix(f"-{plan.language}")
    keys = [(f"{family}-{language}", version) for language in LANGUAGES if language != plan.language]
    others = [find_plan(*key) for key in keys if key in versions()]
    return tuple(one for one in others if [q.id for q in one.questions] == [q.id for q in plan.questions])


@cache
def competencies_in(language: str, plan_id: str, version: int) -> Mapping[str, str]:
    """The names of a plan's competencies in `language`, by their names in the plan. Empty without such a plan."""
    if (plan_id, version) not in versions():
        return {}
    plan = find_plan(plan_id, version)
    other = next((one for one in translations(plan_id, version) if one.language == language), plan)
    return {one.competency: other.question(one.id).competency for one in plan.questions}


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
    is_plan = dash and plan and version.isdecimal() and file_name.endswith(".toml")
    return (plan, int(version)) if is_plan else None


_own_folders: list[Path] = []


def use_folder(folder: Path | None) -> None:
    """Load the operator's own plans from `folder` beside ours; they were checked before. None: only ours."""
    wanted = [folder] if folder else []
    if wanted == _own_folders:
        return
    _own_folders[:] = wanted
    for known in (versions, find_plan, translations, competencies_in, _own_files):
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


def family_of(soc: str, occupation: str = "") -> str | None:
    """Return the family of an O*NET-SOC code, or of the occupation with this id; None for an unknown code."""
    named = _by_name("occupations").get(occupation)
    if named:
        return named
    codes = _by_name("codes")
    return next((codes[soc[:end]] for end in range(len(soc), 0, -1) if soc[:end] in codes), None)


def family_of_category(category: str) -> str | None:
    """Return the family of a whole category of occupations; None for an unknown category."""
    family: str | None = _families()["categories"].get(category)
    return family


@cache
def _by_name(table: str) -> Mapping[str, str]:
    return {name: family for family, names in _families()[table].items() for name in names}


@cache
def _families() -> dict[str, dict[str, Any]]:
    return tomllib.loads((resources.files(__package__) / "families.toml").read_text(encoding="utf-8"))
