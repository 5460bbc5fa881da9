"""Checks of a question plan beyond its schema: reports every fault with its place."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from dayshift.interviews.scoring import searchable, speaks_of_forbidden
from dayshift.knowledge.question_plans import (
    LEVELS,
    Lexicon,
    Plan,
    Question,
    lexicon_for,
    packaged,
    plan_key,
    read_plan,
    use_folder,
)

CORE_QUESTIONS = range(4, 7)
SECONDS = range(30, 121)
VERSION_WITHOUT_ANCHORS = 1
MAX_SENTENCE_WORDS = 26
"""Longer sentences are hard to follow when they are heard once, in a second language."""


def check_folder(folder: Path) -> dict[str, list[str]]:
    """The faults of every plan file in a folder, by file name; an empty list is a plan that is fit for use."""
    files = sorted(folder.glob("*.toml"))
    return {path.name: check_file(path) for path in files}


class PlansDamaged(Exception):
    """The operator's own plans cannot be used; says which file and why, a line each."""


def use_own_plans(where: str) -> None:
    """Check the operator's plans in a folder and use them beside ours; none for "". Raises `PlansDamaged`."""
    if not where:
        use_folder(None)
        return
    folder = Path(where)
    if not folder.is_dir():
        raise PlansDamaged(f"{folder}: there is no such folder")
    checked = check_folder(folder)
    if not checked:
        raise PlansDamaged(f"{folder}: there is no plan in it")
    found = [f"{folder / name}: {fault}" for name, faults in checked.items() for fault in faults]
    taken = [name for name in checked if plan_key(name) in packaged()]
    found += [f"{folder / name}: this version is one of ours; give yours a higher one" for name in taken]
    if found:
        raise PlansDamaged("\n".join(found))
    use_folder(folder)


def check_file(path: Path) -> list[str]:
    """The faults of one plan file. Raises OSError when it cannot be read."""
    try:
        plan = read_plan(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return [str(error)]
    named = (
        [] if path.stem == f"{plan.id}-{plan.version}" else [f"the file must be named {plan.id}-{plan.version}.toml"]
    )
    return [*named, *faults(plan)]


def faults(plan: Plan) -> list[str]:
    """Everything that would make this plan ask or score wrongly, in the order of the plan."""
    try:
        lexicon = lexicon_for(plan.language)
    except FileNotFoundError:
        return [f"language {plan.language!r}: there are only en and es"]
    ids = [question.id for question in plan.questions]
    found = [] if len(ids) in CORE_QUESTIONS else [f"{len(ids)} core questions, not 4 to 6"]
    found += [f"question {name}: there are two of it" for name in sorted({i for i in ids if ids.count(i) > 1})]
    for question in plan.questions:
        checks = (_level_faults(question, plan.version), _wording_faults(question, lexicon))
        found += [f"question {question.id}: {fault}" for check in checks for fault in check]
    return found


def _level_faults(question: Question, version: int) -> Iterator[str]:
    if [level.level for level in question.levels] != list(LEVELS):
        yield "it needs the levels 1 to 5, in this order"
    if len({level.text for level in question.levels}) != len(question.levels):
        yield "two levels have the same wording"
    if version > VERSION_WITHOUT_ANCHORS and not all(level.anchor for level in question.levels):
        yield "each level needs an anchor: what such an answer does"
    if question.expected_seconds not in SECONDS:
        yield f"expected_seconds must be {SECONDS[0]} to {SECONDS[-1]}"
    if not question.follow_ups:
        yield "needs a follow-up"


def _wording_faults(question: Question, lexicon: Lexicon) -> Iterator[str]:
    asked = [question.text, *(follow_up.text for follow_up in question.follow_ups)]
    yield from (f"touches what may not be asked: {text!r}" for text in asked if _asks_forbidden(text, lexicon))
    for text in [*asked, *(level.text for level in question.levels)]:
        for sentence in re.split(r"[.?!:]\s*", text):
            if len(sentence.split()) > MAX_SENTENCE_WORDS:
                yield f"a sentence of more than {MAX_SENTENCE_WORDS} words: {sentence!r}"


def _asks_forbidden(text: str, lexicon: Lexicon) -> bool:
    plain = f" {searchable(text)} "
    for phrase in lexicon.about_the_work:
        plain = plain.replace(f" {phrase} ", " ")
    return speaks_of_forbidden(plain, lexicon)
