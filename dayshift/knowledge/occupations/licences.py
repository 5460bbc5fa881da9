"""Licenses, cards and background checks that the law asks of people who do a kind of work, by state.

The table says where each row comes from. It is information, not legal advice, and never changes a score.
"""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from dayshift.knowledge.occupations.taxonomy import soc_of

NATIONWIDE = "US"


@dataclass(frozen=True, slots=True)
class Licence:
    """What is needed, in English and Spanish, with its source and the day for which the source was believed to hold."""

    english: str
    spanish: str
    source: str
    as_of: date

    def text(self, language: str) -> str:
        """Return what is needed in the reader's language; English for all languages but Spanish."""
        return self.spanish if language == "es" else self.english


def licences_of(occupation: str | None, state: str | None) -> tuple[Licence, ...]:
    """Return what the law asks for an occupation in a state, first nationwide; nothing for an unknown occupation."""
    codes = (occupation, soc_of(occupation))
    return tuple(
        licence
        for where in (NATIONWIDE, state)
        for work in codes
        if work and where
        for licence in table().get((work, where), ())
    )


@cache
def table() -> dict[tuple[str, str], tuple[Licence, ...]]:
    """Return the licenses by kind of work (an occupation's id or an O*NET-SOC code) and state (US for all)."""
    found: dict[tuple[str, str], tuple[Licence, ...]] = {}
    text = files(__package__).joinpath("licences.tsv").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        works, states, english, spanish, source, as_of = line.split("\t")
        licence = Licence(english, spanish, source, date.fromisoformat(as_of))
        for key in ((work, state) for work in works.split("|") for state in states.split("|")):
            found[key] = (*found.get(key, ()), licence)
    return found
