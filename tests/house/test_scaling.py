"""docs/scaling.md shows what the model calculates, and the model agrees with itself."""

from pathlib import Path

import pytest

from bench.scale_model import C, Load, at_peak, interview_cpu, needs, node_interviews, search_cpu, tables
from dayshift.settings import Settings

DOCUMENT = Path(__file__).parents[2] / "docs/scaling.md"


def test_document_shows_the_tables_of_the_model() -> None:
    shown = set(DOCUMENT.read_text("utf-8").splitlines())
    assert [line for line in tables() if line not in shown] == []


def test_a_node_at_its_limit_is_as_busy_as_allowed() -> None:
    full = node_interviews()["processors"]
    cores = at_peak(full) * interview_cpu(1e6, own_media=True) / C["busy"]
    assert cores == pytest.approx(C["cores"])


def test_search_time_passes_through_both_measurements() -> None:
    assert search_cpu(1e6) == pytest.approx(C["search_cpu_1m"])
    assert search_cpu(10e6) == pytest.approx(C["search_cpu_10m"])


def test_needs_grow_in_proportion_with_the_interviews() -> None:
    one, ten = (needs(Load("", n, 1e6, 0)) for n in (1_000, 10_000))
    assert all(ten[name] == pytest.approx(one[name] * 10) for name in one)


def test_retention_is_the_default_of_the_setting() -> None:
    assert C["retention"] == Settings.model_fields["retention_days"].default
