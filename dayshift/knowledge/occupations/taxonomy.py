"""The table of occupations that searches and job titles are matched to.

`occupations.toml` has the occupations of the seven categories of the search page. `more_occupations.tsv` has one for
each other code of O*NET-SOC in hourly work; their categories are in `more_categories.json`.
"""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

Drawing = Literal[
    "hat", "tray", "whisk", "bell", "spanner", "comb", "barbell", "stethoscope", "bag", "gear", "flashlight",
    "headset", "parcel", "broom", "rings", "trowel", "book", "plates", "glass", "bubbles", "pan", "cup", "till",
    "bed", "keys", "wheel", "truck", "boxes", "roller", "hammer", "plug", "leaf", "heart", "paw", "ring",
]  # fmt: skip
"""The name of a drawing in `web/src/ui/Art`."""


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of work shown as a chip: the example titles it expands to, in English and Spanish, and its drawing."""

    id: str
    name: str
    art: Drawing
    titles: tuple[str, ...]
    spanish_titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Occupation:
    """One kind of job. `siblings` are ids of interchangeable occupations, in both directions.

    `soc` is its code in the O*NET-SOC classification; several occupations may share one.
    """

    id: str
    title: str
    spanish: str
    category: str
    aliases: tuple[str, ...]
    siblings: frozenset[str]
    soc: str

    @property
    def phrases(self) -> tuple[str, ...]:
        """Return every phrase that names this occupation."""
        return self.title, self.spanish, *self.aliases


@cache
def categories() -> tuple[Category, ...]:
    """Return the categories of the search page in display order. The web app reads the same file at build time."""
    return _categories("categories.json")


@cache
def all_categories() -> tuple[Category, ...]:
    """Return every category of an occupation: those of the search page, then more kinds of work."""
    return categories() + _categories("more_categories.json")


@cache
def occupations() -> dict[str, Occupation]:
    """Return every occupation by id, in file order, which breaks ties between equal scores."""
    entries = {name: (category.id, entry) for category in categories() for name, entry in _table()[category.id].items()}
    siblings: dict[str, set[str]] = {name: set() for name in entries}
    for name, (_, entry) in entries.items():
        for other in _listed(entry.get("siblings", "")):
            siblings[name].add(other)
            siblings[other].add(name)
    known = {
        name: Occupation(
            name,
            entry["title"],
            entry["spanish"],
            category,
            _listed(entry["aliases"]),
            frozenset(siblings[name]),
            entry["soc"],
        )
        for name, (category, entry) in entries.items()
    }
    return known | {entry.id: entry for entry in _more_occupations()}


def art_of(occupation: str | None, category: str) -> Drawing:
    """Return the drawing of an occupation, else of its category."""
    return _art_of_occupations().get(occupation or "") or _art_of_categories().get(category, "tray")


@cache
def _art_of_occupations() -> dict[str, Drawing]:
    drawings = cast("dict[Drawing, str]", tomllib.loads(_read("art.toml")))
    return {occupation: art for art, names in drawings.items() for occupation in names.split()}


@cache
def _art_of_categories() -> dict[str, Drawing]:
    return {category.id: category.art for category in all_categories()}


@cache
def occupations_by_soc() -> dict[str, tuple[Occupation, ...]]:
    """Return the occupations of each O*NET-SOC code, the most general one first."""
    found: dict[str, list[Occupation]] = {}
    for entry in (*_more_occupations(), *occupations().values()):
        listed = found.setdefault(entry.soc, [])
        if entry not in listed:
            listed.insert(0 if entry.id in _general() else len(listed), entry)
    return {soc: tuple(entries) for soc, entries in found.items()}


@cache
def _general() -> frozenset[str]:
    """Return ids of hand-written occupations that stand for their whole code."""
    return frozenset(_table()["general"]["occupations"].split())


@cache
def _more_occupations() -> tuple[Occupation, ...]:
    rows = [line.split("\t") for line in _read("more_occupations.tsv").splitlines() if not line.startswith("#")]
    return tuple(
        Occupation(name, title, spanish, category, _listed(aliases), frozenset(), soc)
        for name, soc, category, title, spanish, aliases in rows
    )


def _categories(name: str) -> tuple[Category, ...]:
    rows = json.loads(_read(name))
    return tuple(
        Category(row["id"], row["name"], row["art"], tuple(row["titles"]), tuple(row["es"]["titles"])) for row in rows
    )


def soc_of(name: str | None) -> str | None:
    """Return the O*NET-SOC code of an occupation; None for an unknown one."""
    entry = occupations().get(name or "")
    return entry.soc if entry else None


def title_in(language: str, title: str) -> str:
    """Return an occupation's title in Spanish, or the unchanged English one for all other languages."""
    return _spanish_titles().get(title, title) if language == "es" else title


@cache
def _spanish_titles() -> dict[str, str]:
    return {entry.title: entry.spanish for entry in occupations().values()}


MAX_PARTS = 15
"""Numbers of the parts of the job index that are for occupations; 0 is for jobs without one."""


@cache
def part_of(name: str) -> int:
    """Return the number of an occupation's category, from 1; 0 for an unknown occupation. The last share a number."""
    entry = occupations().get(name)
    return min(MAX_PARTS, 1 + [category.id for category in all_categories()].index(entry.category)) if entry else 0


@cache
def category_words() -> dict[str, tuple[str, ...]]:
    """Return words for a whole category, by category id; under "any", words for any job."""
    return {category: _listed(words) for category, words in _table()["words"].items()}


@cache
def occupations_of_employers() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return occupation ids with well-known employers that mostly hire for them: "like at Orkin"."""
    return tuple((name, _listed(employers)) for name, employers in _table()["employers"].items())


_SUPERVISORS = {
    "33-2": "33-1021.00", "33-30": "33-1011.00", "33-305": "33-1012.00", "33": "33-1091.00",
    "35": "35-1012.00", "37-20": "37-1011.00", "37-30": "37-1012.00", "39-30": "39-1014.00", "39-301": "39-1013.00",
    "39-903": "39-1014.00", "39": "39-1022.00", "41-2": "41-1011.00", "41": "41-1012.00", "43": "43-1011.00",
    "45": "45-1011.00", "47": "47-1011.00", "49": "49-1011.00", "51": "51-1011.00", "53-30": "53-1043.00",
    "53-70": "53-1042.00", "53-705": "53-1043.00", "53-702": "53-1043.00", "53": "53-1043.00",
}  # fmt: skip
"""First-line supervisors of the O*NET-SOC codes that begin with these characters; the longest applies."""


_HELPERS = {
    "47-202": "47-3011.00", "47-2044": "47-3011.00", "47-2031": "47-3012.00", "47-2111": "47-3013.00",
    "47-2141": "47-3014.00", "47-2152": "47-3015.00", "47-2181": "47-3016.00", "49-": "49-9098.00",
}  # fmt: skip
"""Helpers of the O*NET-SOC codes that begin with these characters."""


def helper_of(soc: str) -> str | None:
    """Return the occupation that helps in a trade, if the classification has one."""
    helper = next((helper for prefix, helper in _HELPERS.items() if soc.startswith(prefix)), "")
    entries = occupations_by_soc().get(helper)
    return entries[0].id if entries else None


def supervisor_of(soc: str) -> str | None:
    """Return the occupation that supervises a code, if the classification has one."""
    prefix = next((soc[:size] for size in range(len(soc), 1, -1) if soc[:size] in _SUPERVISORS), "")
    entries = occupations_by_soc().get(_SUPERVISORS.get(prefix, ""))
    return entries[0].id if entries else None


def is_supervisor(soc: str) -> bool:
    """Whether a code is one of managers, or of first-line supervisors in hourly work."""
    return soc.startswith("11-") or (soc[:2] >= "33" and soc[3] == "1")


@cache
def filler_words() -> frozenset[str]:
    """Return common English and Spanish words that say nothing about the kind of job."""
    return frozenset(word for words in _table()["filler"].values() for word in words.split())


@cache
def job_words() -> frozenset[str]:
    """Return the filler words that are parts of titles, such as "clerk"."""
    return frozenset(_table()["filler"]["job"].split())


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_read("occupations.toml"))


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
