"""The occupations that searches and job titles are understood as: one table, read from `occupations.toml`."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Category:
    """One of the kinds of work shown as a chip, with the example titles it expands to, and those in Spanish."""

    id: str
    name: str
    titles: tuple[str, ...]
    spanish_titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Occupation:
    """One kind of job. `siblings` are ids of occupations whose work is close enough to swap, both ways."""

    id: str
    title: str
    spanish: str
    category: str
    aliases: tuple[str, ...]
    siblings: frozenset[str]

    @property
    def phrases(self) -> tuple[str, ...]:
        """Everything that names this occupation."""
        return self.title, self.spanish, *self.aliases


@cache
def categories() -> tuple[Category, ...]:
    """The categories in the order in which they are shown. The web app reads the same file at build time."""
    rows = json.loads(_read("categories.json"))
    return tuple(Category(row["id"], row["name"], tuple(row["titles"]), tuple(row["es"]["titles"])) for row in rows)


@cache
def occupations() -> dict[str, Occupation]:
    """Every occupation by id, in the order of the file, which decides between equally good fits."""
    entries = {name: (category.id, entry) for category in categories() for name, entry in _table()[category.id].items()}
    siblings: dict[str, set[str]] = {name: set() for name in entries}
    for name, (_, entry) in entries.items():
        for other in _listed(entry.get("siblings", "")):
            siblings[name].add(other)
            siblings[other].add(name)
    return {
        name: Occupation(
            name, entry["title"], entry["spanish"], category, _listed(entry["aliases"]), frozenset(siblings[name])
        )
        for name, (category, entry) in entries.items()
    }


def title_in(language: str, title: str) -> str:
    """An occupation's title as readers of this language know it; the English one, as it is, for all but Spanish."""
    return _spanish_titles().get(title, title) if language == "es" else title


@cache
def _spanish_titles() -> dict[str, str]:
    return {entry.title: entry.spanish for entry in occupations().values()}


@cache
def part_of(name: str) -> int:
    """The number of an occupation's category, from 1; 0 for what is none of ours."""
    entry = occupations().get(name)
    return 1 + [category.id for category in categories()].index(entry.category) if entry else 0


@cache
def category_words() -> dict[str, tuple[str, ...]]:
    """Words for a whole category, by category id; under "any", words for any job at all."""
    return {category: _listed(words) for category, words in _table()["words"].items()}


@cache
def filler_words() -> frozenset[str]:
    """Common words, English and Spanish, that say nothing about the kind of job."""
    return frozenset(word for words in _table()["filler"].values() for word in words.split())


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_read("occupations.toml"))


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
