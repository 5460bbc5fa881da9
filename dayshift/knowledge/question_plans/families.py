"""The kind of work of an occupation: which plan it is asked by (`families.toml`)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


def family_of(soc: str, occupation: str = "") -> str | None:
    """Return the family of an O*NET-SOC code, or of the occupation with this id; None for an unknown code."""
    named = _by_name("occupations").get(occupation)
    if named:
        return named
    codes = _by_name("codes")
    return next((codes[soc[:end]] for end in range(len(soc), 0, -1) if soc[:end] in codes), None)


def family_of_category(category: str) -> str | None:
    """Return the family of a whole category of occupations; None for an unknown category."""
    family: str | None = _table()["categories"].get(category)
    return family


@cache
def _by_name(table: str) -> Mapping[str, str]:
    return {name: family for family, names in _table()[table].items() for name in names}


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads((resources.files(__package__) / "families.toml").read_text(encoding="utf-8"))
