"""Words in what members write to candidates that refer to a protected trait. Pure.

They are only pointed out: the member decides. The rules look for what a sentence asks or says of a person, in English
and in Spanish, so that a family restaurant, a white shirt or the church next door are no findings.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

Trait = Literal["age", "language", "family", "faith", "health", "origin", "gender"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Words that refer to a trait, as they were written."""

    trait: Trait
    words: str


@cache
def _patterns() -> dict[Trait, re.Pattern[str]]:
    found = tomllib.loads(Path(__file__).with_name("wording").joinpath("fair_words.toml").read_text("utf-8"))

    def filled(rule: str) -> str:
        for name, part in found["parts"].items():
            rule = rule.replace(f"{{{name}}}", part)
        return f"(?:{rule})"

    return {trait: re.compile("|".join(map(filled, rules))) for trait, rules in found["rules"].items()}


def unfair_words(text: str) -> list[Finding]:
    """Return what refers to a protected trait: at most one finding for each trait, in the order of the text."""
    plain = _plain(text)
    found = [
        (match.start(), Finding(trait, text[match.start() : match.end()].strip())) for trait, match in _matches(plain)
    ]
    return [finding for _, finding in sorted(found, key=lambda one: one[0])]


WRITTEN = ("text", "words", "first_shift", "bring")
"""The parts of a move that its member writes."""


def findings_in(move: Mapping[str, Any]) -> list[Finding]:
    """Return what refers to a protected trait in what a member wrote with a move, once for each trait."""
    by_trait = {one.trait: one for name in reversed(WRITTEN) for one in unfair_words(move.get(name) or "")}
    return list(by_trait.values())


def traits_for_audit(findings: Sequence[Finding]) -> dict[str, str]:
    """Return what the audit log keeps of words that were pointed out: the traits, never the words."""
    return {"traits": " ".join(sorted(one.trait for one in findings))} if findings else {}


def _matches(plain: str) -> list[tuple[Trait, re.Match[str]]]:
    found = []
    for trait, pattern in _patterns().items():
        match = next((one for one in pattern.finditer(plain) if _at_words(plain, one)), None)
        if match:
            found.append((trait, match))
    return found


def _at_words(plain: str, match: re.Match[str]) -> bool:
    """Whether a match begins at the beginning of a word."""
    return match.start() == 0 or not plain[match.start() - 1].isalnum()


def _plain(text: str) -> str:
    """Return the text in lower case and without accents, with as many characters."""
    return "".join(_letter(one) for one in text)


def _letter(one: str) -> str:
    if one in "\u2018\u2019":
        return "'"
    if one.isspace():
        return " "
    return unicodedata.normalize("NFKD", one)[0].lower()[:1] or " "
