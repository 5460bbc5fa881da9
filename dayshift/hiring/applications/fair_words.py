"""Words in what members write to candidates that refer to a protected trait. Pure.

They are only pointed out: the member decides. The rules look for what a sentence asks or says of a person, in English
and in Spanish, so that a family restaurant, a white shirt or the church next door are no findings.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

Trait = Literal["age", "language", "family", "faith", "health", "origin", "gender", "race", "looks", "union"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Words that refer to a trait, as they were written."""

    trait: Trait
    words: str


@dataclass(frozen=True, slots=True)
class _Rules:
    traits: dict[Trait, re.Pattern[str]]
    harmless_sentence: re.Pattern[str]
    harmless_phrase: re.Pattern[str]


@cache
def _rules() -> _Rules:
    found = tomllib.loads(Path(__file__).with_name("wording").joinpath("fair_words.toml").read_text("utf-8"))
    parts: dict[str, str] = found["parts"]

    def filled(rule: str) -> str:
        return re.sub(r"\{([a-z_]+)\}", lambda name: filled(parts[name[1]]), rule)

    def compiled(rules: Sequence[str]) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{'|'.join(map(filled, rules))})")

    return _Rules(
        {trait: compiled(rules) for trait, rules in found["rules"].items()},
        *(compiled(found["harmless"][name]) for name in ("sentences", "phrases")),
    )


_SENTENCE = re.compile(r"[^.!?]+(?:[.!?]+(?! )[^.!?]+)*")
"""A sentence without the mark at its end. A dot in the middle of `$19.50` or `p.m` does not end it."""


def unfair_words(text: str) -> list[Finding]:
    """Return what refers to a protected trait: at most one finding for each trait, in the order of the text."""
    rules = _rules()
    found: dict[Trait, Finding] = {}
    for begin, sentence in _sentences(text):
        matches = {trait: match for trait, one in rules.traits.items() if (match := one.search(sentence))}
        for trait, match in sorted(matches.items(), key=lambda one: one[1].start()):
            words = text[begin + match.start() : begin + match.end()]
            found.setdefault(trait, Finding(trait, words.strip(" ,.!?")))
    return list(found.values())


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences that can refer to a trait and where each begins, with harmless phrases blanked out."""
    rules = _rules()
    for match in _SENTENCE.finditer(_plain(text)):
        sentence = match[0].lstrip(" \"'(\u00bf\u00a1")
        if not rules.harmless_sentence.search(sentence):
            yield match.end() - len(sentence), rules.harmless_phrase.sub(lambda one: "_" * len(one[0]), sentence)


WRITTEN = ("text", "words", "first_shift", "bring")
"""The parts of a move that its member writes."""


def findings_in(move: Mapping[str, Any]) -> list[Finding]:
    """Return what refers to a protected trait in what a member wrote with a move, once for each trait."""
    by_trait = {one.trait: one for name in reversed(WRITTEN) for one in unfair_words(move.get(name) or "")}
    return list(by_trait.values())


def traits_for_audit(findings: Sequence[Finding], *, warned: bool | None = None) -> dict[str, str]:
    """Return what the audit log keeps of words that refer to a trait: the traits, never the words.

    `warned`: whether their member was shown the warning about them and went on; None where nothing is sent.
    """
    if not findings:
        return {}
    shown = {} if warned is None else {"warned": "yes" if warned else "no"}
    return {"traits": " ".join(sorted(one.trait for one in findings)), **shown}


def _plain(text: str) -> str:
    """Return the text in lower case and without accents, with as many characters."""
    return "".join(_letter(one) for one in text)


def _letter(one: str) -> str:
    if one in "\u2018\u2019":
        return "'"
    if one.isspace():
        return " "
    return unicodedata.normalize("NFKD", one)[0].lower()[:1] or " "
