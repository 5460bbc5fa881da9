"""Zip code lookup."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.knowledge.occupations import is_large_city, locate_zip
from training.occupations.places import large_cities, table_of_places


def test_zip_code_has_a_place() -> None:
    place = locate_zip("10001")
    assert place is not None
    assert (place.city, place.state) == ("New York", "NY")
    assert place.lat == pytest.approx(40.75, abs=0.02)
    assert place.lon == pytest.approx(-74.0, abs=0.02)


@pytest.mark.parametrize("zip_code", ["00000", "09001", "1000", "100011", "abcde", "", "１０００１", "10001-2"])
def test_unknown_zip_code_has_no_place(zip_code: str) -> None:
    assert locate_zip(zip_code) is None


@given(st.text(max_size=8))
def test_any_text_is_accepted(text: str) -> None:
    place = locate_zip(text)
    assert place is None or place.zip == text


def test_stored_large_cities_are_those_of_the_zip_codes() -> None:
    cities = large_cities()
    assert len(cities) > 200
    assert all(map(is_large_city, cities))
    stored = files("dayshift.knowledge.occupations").joinpath("large_cities.txt").read_text("utf-8").splitlines()
    assert set(stored) == cities


def test_stored_table_has_the_places_of_the_library() -> None:
    stored = files("dayshift.knowledge.occupations").joinpath("places.tsv").read_text("utf-8")
    assert stored == table_of_places()
