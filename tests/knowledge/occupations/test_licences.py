"""The table of licenses that the law asks for, and how it is looked up."""

import re
from datetime import date
from importlib.resources import files

import pytest

from dayshift.knowledge.occupations import licences_of, occupations, state_code
from dayshift.knowledge.occupations.licences import NATIONWIDE, table
from dayshift.knowledge.occupations.onet import codes

ROWS = [
    line.split("\t")
    for line in files("dayshift.knowledge.occupations").joinpath("licences.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
SOURCE = re.compile(r"[A-Z][\w.& ]+ .*\d|\d+ (?:U\.S\.C\.|CFR|P\.S\.|ILCS|TAC) \S+")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_each_row_has_known_work_and_a_state_and_a_dated_source(row: list[str]) -> None:
    works, states, english, spanish, source, as_of = row
    known = {*codes(), *occupations()}
    assert [work for work in works.split("|") if work not in known] == []
    assert [state for state in states.split("|") if state != NATIONWIDE and state_code(state) != state] == []
    assert english
    assert spanish
    assert english != spanish
    assert not {*english, *spanish} & {".", "\t"}
    assert SOURCE.match(source), source
    assert date(2020, 1, 1) <= date.fromisoformat(as_of) <= date(2027, 1, 1)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_spanish_says_what_the_english_says(row: list[str]) -> None:
    _, _, english, spanish, _, _ = row
    assert ("of hire" in english) == ("días de trabajo" in spanish)
    assert ("endorsement" in english) == ("endoso" in spanish)
    assert "alcohol" not in english.lower() or "servir alcohol" in spanish


def test_no_license_is_listed_twice() -> None:
    for key, licences in table().items():
        assert len({licence.english for licence in licences}) == len(licences), key
    assert len({tuple(row[:3]) for row in ROWS}) == len(ROWS)


def test_state_adds_to_what_holds_nationwide() -> None:
    texts = [licence.text("en") for licence in licences_of("nursing-assistant", "CA")]
    assert [text.startswith(("Nurse aide", "Certificate")) for text in texts] == [True, True]
    assert len(licences_of("nursing-assistant", None)) == 1
    assert licences_of("security-guard", "CA")[0].text("en") == "Guard card (BSIS registration)"
    assert licences_of("security-guard", "CA")[0].text("es").startswith("Guard card (registro")


@pytest.mark.parametrize(("occupation", "state"), [("security-guard", None), ("doorperson", "CA"), (None, "CA")])
def test_nothing_is_claimed_without_a_source(occupation: str | None, state: str | None) -> None:
    assert licences_of(occupation, state) == ()
