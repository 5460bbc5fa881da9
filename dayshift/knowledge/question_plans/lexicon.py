"""What is looked for in answers of one language, and the sentences of its reports: packaged data, loaded once."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Phrases of one language; see the comments in the data file."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    language: str
    introductions: tuple[str, ...]
    orders: tuple[str, ...]
    about_the_work: tuple[str, ...]
    forbidden: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Wording:
    """The sentences of a report in one language."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    language: str
    none: str
    none_advice: str
    short: str
    unsure: str
    unread: str
    top_advice: str
    more_advice: str
    long_advice: str
    unclear_advice: str
    advice: str
    missing: Mapping[str, str]
    summary: Mapping[str, str]


def _read(folder: str, name: str) -> dict[str, Any]:
    path = resources.files(__package__) / folder / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def lexicon_for(language: str) -> Lexicon:
    return TypeAdapter(Lexicon).validate_python(_read("lexicons", language))


@cache
def wording_for(language: str) -> Wording:
    return TypeAdapter(Wording).validate_python(_read("wording", language))
