"""The table of occupations that searches and job titles are matched to, read from `occupations.toml`."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of work shown as a chip, with the example titles it expands to, in English and Spanish."""

    id: str
    name: str
    titles: tuple[str, ...]
    spanish_titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Occupation:
    """One kind of job. `siblings` are ids of interchangeable occupations, in both directions."""

    id: str
    title: str
    spanish: str
    category: str
    aliases: tuple[str, ...]
    siblings: frozenset[str]

    @property
    def phrases(self) -> tuple[str, ...]:
        """Return every phrase that names this occupation."""
        return self.title, self.spanish, *self.aliases


@cache
def categories() -> tuple[Category, ...]:
    """Return the categories in display order. The web app reads the same file at build time."""
    rows = json.loads(_read("categories.json"))
    return tuple(Category(row["id"], row["name"], tuple(row["titles"]), tuple(row["es"]["titles"])) for row in rows)


@cache
def occupations() -> dict[str, Occupation]:
    """Return every occupation by id, in file order, which breaks ties between equal scores."""
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
    """Return an occupation's title in Spanish, or the unchanged English one for all other languages."""
    return _spanish_titles().get(title, title) if language == "es" else title


@cache
def _spanish_titles() -> dict[str, str]:
    return {entry.title: entry.spanish for entry in occupations().values()}


@cache
def part_of(name: str) -> int:
    """Return the number of an occupation's category, from 1; 0 for an unknown occupation."""
    entry = occupations().get(name)
    return 1 + [category.id for category in categories()].index(entry.category) if entry else 0


@cache
def category_words() -> dict[str, tuple[str, ...]]:
    """Return words for a whole category, by category id; under "any", words for any job."""
    return {category: _listed(words) for category, words in _table()["words"].items()}


@cache
def filler_words() -> frozenset[str]:
    """Return common English and Spanish words that say nothing about the kind of job."""
    return frozenset(word for words in _table()["filler"].values() for word in words.split())


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_read("occupations.toml"))


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
