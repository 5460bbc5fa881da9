"""Bundle size budgets."""

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


def test_every_page_is_measured() -> None:
    assert weights(read_manifest()).keys() == {*PAGES, FIRST_PAGE}


def test_first_loads_are_within_budget() -> None:
    manifest = read_manifest()
    total = {path: weight.total for path, weight in weights(manifest).items()}
    total[INTERVIEW] -= interview_weight(manifest)
    assert {path: weight for path, weight in total.items() if weight > BUDGETS.get(path, FIRST_LOAD_BUDGET)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_landing_page_is_readable_before_scripts_load(language: str) -> None:
    """The page fits into the initial congestion window, and its inline script is smaller than 1 kB."""
    page = (MANIFEST.parents[1] / f"landing.{language}.html").read_bytes()
    script = re.findall(rb"<script>(.*?)</script>", page, re.DOTALL)
    assert len(compress(page)) <= 14_000
    assert [len(compress(text)) <= 1_000 for text in script] == [True]
    assert b"<h1" in page
    assert not re.search(rb"<script[^>]+src|<link[^>]+(stylesheet|preload)", page)


def test_interview_is_within_budget() -> None:
    assert interview_weight(read_manifest()) <= INTERVIEW_BUDGET
