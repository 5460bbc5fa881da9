"""What a phone has to load stays within its budget."""

import pytest

from bench.bench_bytes import (
    FIRST_LOAD_BUDGET,
    INTERVIEW_BUDGET,
    MANIFEST,
    PAGES,
    interview_weight,
    read_manifest,
    weights,
)

pytestmark = pytest.mark.skipif(not MANIFEST.exists(), reason="the web app is not built ('make setup' builds it)")


def test_every_page_is_weighed() -> None:
    assert weights(read_manifest()).keys() == PAGES.keys()


def test_every_first_load_is_within_its_budget() -> None:
    heavy = {
        path: weight.total for path, weight in weights(read_manifest()).items() if weight.total > FIRST_LOAD_BUDGET
    }
    assert heavy == {}


def test_the_interview_is_within_its_budget() -> None:
    assert interview_weight(read_manifest()) <= INTERVIEW_BUDGET
