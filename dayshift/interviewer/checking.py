"""Checks of a question plan beyond its schema: reports every fault with its place."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from dayshift.question_plans import (
    LEVELS,
    Lexicon,
    Plan,
    Question,
    compile_phrase,
    compose_plan,
    lexicon_for,
    packaged,
    plan_key,
    use_folder,
    wording_for,
)
from dayshift.scoring import KINDS, RATERS, speaks_of_forbidden

CORE_QUESTIONS = range(4, 7)
SECONDS = range(30, 121)
MAX_SENTENCE_WORDS = 26
"""Longer sentences are hard to follow when they are heard once, in a second language."""


def check_folder(folder: Path) -> dict[str, list[str]]:
    """The faults of every plan file in a folder, by file name; an empty list is a plan that is fit for use."""
    files = sorted(path for path in folder.glob("*.toml") if not path.name.startswith("common-"))
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
        plan = compose_plan(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, LookupError) as error:
        return [str(error)]
    named = (
        [] if path.stem == f"{plan.id}-{plan.version}" else [f"the file must be named {plan.id}-{plan.version}.toml"]
    )
    return [*named, *faults(plan)]


def faults(plan: Plan) -> list[str]:
    """Everything that would make this plan ask or score wrongly, in the order of the plan."""
    lexicon = lexicon_for(plan.language)
    ids = [question.id for question in plan.questions]
    found = [] if len(ids) in CORE_QUESTIONS else [f"{len(ids)} core questions, not 4 to 6"]
    found += [f"question {name}: there are two of it" for name in sorted({i for i in ids if ids.count(i) > 1})]
    found += _phrase_faults([*plan.topic, *(f"# {unit}" for unit in plan.units), *plan.things], lexicon)
    for question in plan.questions:
        checks = (_rubric_faults, _reference_faults, _wording_faults, _question_phrase_faults)
        found += [f"question {question.id}: {fault}" for check in checks for fault in check(question, lexicon)]
    return found


def _rubric_faults(question: Question, _lexicon: Lexicon) -> Iterator[str]:
    if [level.level for level in question.levels] != list(LEVELS):
        yield "the rubric needs the levels 1 to 5, in this order"
    if len({level.text for level in question.levels}) != len(question.levels):
        yield "two levels have the same wording"
    if any(level.needs for level in question.levels[:2]):
        yield "levels 1 and 2 may need nothing, or an answer could be left without any"
    if question.expected_seconds not in SECONDS:
        yield f"expected_seconds must be {SECONDS[0]} to {SECONDS[-1]}"
    if len(question.raters) < 2 or len(set(question.raters)) < len(question.raters):
        yield "needs two different raters or more"
    if not question.follow_ups:
        yield "needs a follow-up"


def _reference_faults(question: Question, lexicon: Lexicon) -> Iterator[str]:
    wording = wording_for(lexicon.language)
    own = [indicator.id for indicator in question.indicators]
    if len(set(own)) < len(own) or set(own) & set(KINDS):
        yield "two kinds of evidence have the same id"
    needs = [need for level in question.levels for need in level.needs]
    needs += [follow_up.missing for follow_up in question.follow_ups]
    for need in needs:
        if need.split("|")[0] not in {*own, *wording.missing}:
            yield f"nothing says how to show {need!r}"
    for need in [*needs, *(need for cap in question.caps for need in cap.unless)]:
        yield from (f"unknown evidence {kind!r}" for kind in need.split("|") if kind not in {*own, *KINDS})
    yield from (
        f"rater {name!r} is unknown" for name in question.raters if name not in set(RATERS) & set(wording.raters)
    )


def _wording_faults(question: Question, lexicon: Lexicon) -> Iterator[str]:
    for follow_up in question.follow_ups:
        if "{phrase}" not in follow_up.with_phrase:
            yield f"with_phrase needs {{phrase}}: {follow_up.with_phrase!r}"
    asked = [question.text, *(text for f in question.follow_ups for text in (f.text, f.with_phrase))]
    yield from (f"touches what may not be asked: {text!r}" for text in asked if speaks_of_forbidden(text, lexicon))
    spoken = [*asked, *(level.text for level in question.levels), *(i.advice for i in question.indicators)]
    for text in spoken:
        for sentence in re.split(r"[.?!:]\s*", text):
            if len(sentence.split()) > MAX_SENTENCE_WORDS:
                yield f"a sentence of more than {MAX_SENTENCE_WORDS} words: {sentence!r}"


def _question_phrase_faults(question: Question, lexicon: Lexicon) -> Iterator[str]:
    written = [phrase for indicator in question.indicators for phrase in indicator.phrases]
    yield from _phrase_faults([*written, *(phrase for cap in question.caps for phrase in cap.phrases)], lexicon)


def _phrase_faults(written: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Phrases that can never be found: a reader sees one form of every word, in lower case without accents."""
    unseen = {*lexicon.same_word, *lexicon.numbers} - set(lexicon.same_word.values())
    found = []
    for phrase in written:
        compile_phrase(phrase)
        words = set(re.split(r"[ |]", phrase.replace(" + ", " ")))
        if phrase != phrase.lower().strip() or not phrase.isascii():
            found.append(f"phrase {phrase!r}: write it in lower case, without accents")
        found += [f"phrase {phrase!r}: write another form of {word!r}" for word in sorted(words & unseen)]
    return found
