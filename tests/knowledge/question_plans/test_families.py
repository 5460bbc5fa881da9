"""`families.toml`: every code and category has one family, and each family has plans."""

import tomllib
from importlib import resources

import pytest

from dayshift.knowledge.question_plans import FAMILIES, family_of, family_of_category, newest

TABLE = tomllib.loads((resources.files("dayshift.knowledge.question_plans") / "families.toml").read_text("utf-8"))


@pytest.mark.parametrize("table", ["codes", "occupations"])
def test_no_name_is_listed_twice(table: str) -> None:
    names = [name for listed in TABLE[table].values() for name in listed]
    assert len(names) == len(set(names))


def test_families_have_plans_in_both_languages() -> None:
    named = {*TABLE["codes"], *TABLE["occupations"], *TABLE["categories"].values()}
    assert named == set(FAMILIES)
    assert [f for f in FAMILIES if not (newest(f"{f}-en") and newest(f"{f}-es"))] == []


@pytest.mark.parametrize(
    ("soc", "occupation", "family"),
    [
        ("31-1131.00", "nursing-assistant", "healthcare"),
        ("35-1012.00", "kitchen-manager", "management"),
        ("35-1011.00", "sous-chef", "kitchen"),
        ("37-2012.00", "housekeeper", "hotel"),
        ("37-2012.00", "house-cleaner", "cleaning"),
        ("43-4171.00", "receptionist", "office"),
        ("43-4171.00", "salon-receptionist", "salon"),
        ("53-7065.00", "stocker", "retail"),
        ("53-7065.00", "picker-packer", "warehouse"),
        ("47-2152.00", "plumber", "maintenance"),
        ("47-2152.04", "", "construction"),
        ("99-0000.00", "", None),
        ("", "", None),
    ],
)
def test_most_exact_entry_decides(soc: str, occupation: str, family: str | None) -> None:
    assert family_of(soc, occupation) == family


def test_categories_have_a_family() -> None:
    assert family_of_category("healthcare") == "healthcare"
    assert family_of_category("unknown") is None
