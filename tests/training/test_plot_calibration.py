"""The calibration plot shows what the shipped scorer does on the development answers."""

from pathlib import Path

import pytest

from training.scoring.answer_set import load
from training.scoring.plot_calibration import bins, drawing, wilson

PLOT = Path(__file__).parents[2] / "docs/scoring-calibration.svg"


def test_the_plot_is_up_to_date_and_counts_every_answer() -> None:
    found = bins()
    assert sum(count for _, _, count in found) == len(load("dev"))
    assert PLOT.read_text("utf-8") == drawing(found)


def test_the_interval_is_wilson_s() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
