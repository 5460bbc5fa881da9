"""The calibration plot shows what the shipped scorer does on the development answers."""

import re
from pathlib import Path

import pytest

from training.scoring.answer_set import load
from training.scoring.plot_calibration import bins, drawing, wilson

pytestmark = pytest.mark.slow

PLOT = Path(__file__).parents[2] / "docs/scoring-calibration.svg"


def counts(svg: str) -> list[int]:
    return [int(count) for count in re.findall(r'font-size="11">(\d+)</text>', svg)]


def test_the_plot_is_up_to_date_and_counts_every_answer() -> None:
    found, plot = bins(), PLOT.read_text("utf-8")
    assert sum(count for _, _, count in found) == sum(counts(plot)) == len(load("dev"))
    drawn = drawing(found)
    bin_number = re.compile(r"\d+\.\d|(?<=11\">)\d+")
    for old, new in zip(plot.splitlines(), drawn.splitlines(), strict=True):
        is_bin = "#0b5d45" in old or 'font-size="11"' in old
        assert old == new or (is_bin and bin_number.sub("", old) == bin_number.sub("", new))
    # The processor's rounding moves a few answers across the edge of a bin (docs/decisions/0035).
    moved = sum(abs(old - new) for old, new in zip(counts(plot), counts(drawn), strict=True)) / 2
    assert moved <= 0.02 * len(load("dev"))


def test_the_interval_is_wilson_s() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
