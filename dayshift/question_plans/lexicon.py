"""How one language is read and worded: packaged data, loaded once when first needed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter

Phrases = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Word lists that sort what was said; see the comments in the data file. All words are lower case.

    There is one for each language, and it is equal to itself alone.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    language: str
    fillers: Phrases
    introductions: Phrases
    self_words: frozenset[str]
    own_verbs: frozenset[str]
    other_words: frozenset[str]
    joining_words: frozenset[str]
    article_words: frozenset[str]
    negations: Phrases
    topic: Phrases
    elsewhere: Phrases
    vague: Phrases
    past: Phrases
    past_endings: Phrases
    before_verbs: frozenset[str]
    hollow_verbs: Phrases
    hollow_words: frozenset[str]
    own_words: frozenset[str]
    linking_words: frozenset[str]
    advice: Phrases
    others: Phrases
    own_hours: Phrases
    habits: Phrases
    word_endings: Phrases
    function_words: frozenset[str]
    same_word: Mapping[str, str]
    contractions: Mapping[str, str]
    endings: Mapping[str, str]
    numbers: Mapping[str, str]
    evidence: Mapping[str, Phrases]
    details: Mapping[str, Phrases]
    orders: Phrases
    buzzwords: Phrases
    forbidden: Mapping[str, Phrases]


@dataclass(frozen=True)
class Wording:
    """The sentences of a report in one language."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    language: str
    none: str
    none_advice: str
    top_advice: str
    follow_on: str
    advice: str
    decision: str
    missing: Mapping[str, str]
    raters: Mapping[str, str]
    summary: Mapping[str, str]


def read_data(folder: str, name: str) -> dict[str, Any]:
    """A packaged TOML file, parsed. Raises FileNotFoundError when there is none of that name."""
    path = resources.files(__package__) / folder / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def lexicon_for(language: str) -> Lexicon:
    return TypeAdapter(Lexicon).validate_python(read_data("lexicons", language))


@cache
def wording_for(language: str) -> Wording:
    return TypeAdapter(Wording).validate_python(read_data("wording", language))
