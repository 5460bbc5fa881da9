"""What a phone has to load stays within its budget."""

import re
from gzip import compress

import pytest

from bench.bench_bytes import (
    BUDGETS,
    FIRST_LOAD_BUDGET,
    FIRST_PAGE,
    INTERVIEW,
    INTERVIEW_BUDGET,
    MANIFEST,
    PAGES,
    interview_weight,
    read_manifest,
    weights,
)
from dayshift.core.language import LANGUAGES

pytestmark = pytest.mark.skipif(not MANIFEST.exists(), reason="the web app is not built ('make setup' builds it)")


def test_every_page_is_weighed() -> None:
    assert weights(read_manifest()).keys() == {*PAGES, FIRST_PAGE}


def test_every_first_load_is_within_its_budget() -> None:
    manifest = read_manifest()
    total = {path: weight.total for path, weight in weights(manifest).items()}
    total[INTERVIEW] -= interview_weight(manifest)
    assert {path: weight for path, weight in total.items() if weight > BUDGETS.get(path, FIRST_LOAD_BUDGET)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_read_before_any_script_arrives(language: str) -> None:
    """It fits the first flight of a new connection, and the script within it is less than 1 kB."""
    page = (MANIFEST.parents[1] / f"landing.{language}.html").read_bytes()
    script = re.findall(rb"<script>(.*?)</script>", page, re.DOTALL)
    assert len(compress(page)) <= 14_000
    assert [len(compress(text)) <= 1_000 for text in script] == [True]
    assert b"<h1" in page
    assert not re.search(rb"<script[^>]+src|<link[^>]+(stylesheet|preload)", page)


def test_the_interview_is_within_its_budget() -> None:
    assert interview_weight(read_manifest()) <= INTERVIEW_BUDGET
