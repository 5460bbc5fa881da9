"""What a phone has to load stays within its budget."""

import pytest

from bench.bench_bytes import (
    FIRST_LOAD_BUDGET,
    INTERVIEW,
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
    manifest = read_manifest()
    total = {path: weight.total for path, weight in weights(manifest).items()}
    total[INTERVIEW] -= interview_weight(manifest)
    assert {path: weight for path, weight in total.items() if weight > FIRST_LOAD_BUDGET} == {}


def test_the_interview_is_within_its_budget() -> None:
    assert interview_weight(read_manifest()) <= INTERVIEW_BUDGET
