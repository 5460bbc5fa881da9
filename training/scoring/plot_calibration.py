"""Draws how often a level is right by how sure the scorer is, on the development answers, as SVG.

    python -m training.scoring.plot_calibration docs/scoring-calibration.svg

Across: the network's probability that its likeliest level is right within one. Up: the share of answers whose level is
within one of both raters, with its 95 percent interval (Wilson 1927).
"""

import math
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from training.scoring.answer_set import load
from training.scoring.reading import read

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
SIZE, LEFT, TOP, RIGHT, BOTTOM = 400, 64, 24, 24, 56
LOWEST = 0.1
"""The axes begin here."""
MARKS = (0.2, 0.4, 0.6, 0.8, 1.0)

Bin = tuple[float, float, int]
"""Mean probability, share within one level, and number of answers."""


def bins() -> list[Bin]:
    """The development answers by probability."""
    rated = []
    for answer in load("dev"):
        reading = read(answer)
        within = max(abs(reading.level - rater) for rater in answer.levels) <= 1
        rated.append((reading.prediction.near(reading.level), within))
    found = []
    for low, high in pairwise(EDGES):
        members = [(p, within) for p, within in rated if low <= p < high or p == high == EDGES[-1]]
        if members:
            count = len(members)
            found.append((sum(p for p, _ in members) / count, sum(within for _, within in members) / count, count))
    return found


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 percent interval of a share."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - half, middle + half


def drawing(found: Sequence[Bin]) -> str:
    """The SVG: a point for each bin with its interval and its number of answers, and the diagonal."""
    width, height = LEFT + SIZE + RIGHT, TOP + SIZE + BOTTOM

    def x(value: float) -> str:
        return f"{LEFT + SIZE * (value - LOWEST) / (1 - LOWEST):.1f}"

    def y(value: float) -> str:
        return f"{TOP + SIZE * (1 - value) / (1 - LOWEST):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
        'font-size="13">',
        "<title>Predicted probability and observed share of levels that are right within one</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for mark in MARKS:
        parts += [
            f'<path d="M{x(mark)} {y(LOWEST)}V{y(1)}M{x(LOWEST)} {y(mark)}H{x(1)}" stroke="#ddd"/>',
            f'<text x="{x(mark)}" y="{TOP + SIZE + 18}" text-anchor="middle">{mark:.0%}</text>',
            f'<text x="{LEFT - 8}" y="{y(mark)}" dy="4" text-anchor="end">{mark:.0%}</text>',
        ]
    parts += [
        f'<path d="M{x(LOWEST)} {y(LOWEST)}L{x(1)} {y(1)}" stroke="#888" stroke-dasharray="5 4"/>',
        f'<text x="{LEFT + SIZE / 2:.0f}" y="{height - 12}" text-anchor="middle">probability of being within one level',
        f'</text><text transform="translate(16 {TOP + SIZE / 2:.0f}) rotate(-90)" text-anchor="middle">share within',
        "one level</text>",
    ]
    for probability, share, count in found:
        low, high = wilson(share, count)
        at = x(probability)
        parts += [
            f'<path d="M{at} {y(max(low, LOWEST))}V{y(high)}" stroke="#0b5d45" stroke-width="2"/>',
            f'<circle cx="{at}" cy="{y(share)}" r="5" fill="#0b5d45"/>',
            f'<text x="{at}" y="{y(max(low, LOWEST))}" dy="16" text-anchor="middle" font-size="11">{count}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(drawing(bins()), encoding="utf-8")
