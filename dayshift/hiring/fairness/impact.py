"""Rates and impact ratios by group, as New York City's Local Law 144 and the Uniform Guidelines define them. Pure.

6 RCNY 5-300: the impact ratio of a category is its rate divided by the highest rate of all categories. The scoring rate
is the share of a category with a score strictly above the median of the whole sample. 29 CFR 1607.4(D): a ratio below
four fifths is flagged, and read together with the numbers and a test of significance.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, lgamma, sqrt
from statistics import median
from typing import Literal

FOUR_FIFTHS = Fraction(4, 5)
SMALL_SHARE = Fraction(2, 100)
"""An independent auditor may leave out categories below this share of the data, if their number and rate are stated."""
MIN_EXPECTED = 5
"""With fewer people in a cell of the two-by-two table, the exact test is used."""
SHOWN_FROM = 5
"""Categories with fewer people are not published: their rate could say something about one of them."""

Test = Literal["fisher", "z"]


@dataclass(frozen=True, slots=True)
class Group:
    """One category: how many of `total` were `selected`, and how that compares with the highest rate."""

    name: str
    selected: int
    total: int
    ratio: Fraction | None
    """None if nobody was selected in any category."""
    small: bool
    """Below `SMALL_SHARE` of the people with a known category."""
    test: Test | None = None
    p: float | None = None

    @property
    def rate(self) -> Fraction:
        """The share of the category that was selected."""
        return Fraction(self.selected, self.total)

    @property
    def flagged(self) -> bool:
        """Whether the ratio is below four fifths, compared exactly."""
        return self.ratio is not None and self.ratio < FOUR_FIFTHS


@dataclass(frozen=True, slots=True)
class Impact:
    """The categories of one kind, most people first, and how many people have an unknown category."""

    groups: list[Group]
    unknown: int


def impact_of(outcomes: Iterable[tuple[str | None, bool]]) -> Impact:
    """Return the impact of people given as (category, selected); None is unknown: counted, not computed."""
    counts = defaultdict[str, list[int]](lambda: [0, 0])
    unknown = 0
    for name, selected in outcomes:
        if name is None:
            unknown += 1
        else:
            counts[name][0] += selected
            counts[name][1] += 1
    return Impact(_groups(counts), unknown)


def above_median(scores: Sequence[float]) -> list[bool]:
    """Return for each score whether it is strictly above the median of all."""
    if not scores:
        return []
    middle = median(scores)
    return [score > middle for score in scores]


def hidden(groups: Sequence[Group]) -> set[str]:
    """Return the categories not to publish: those with too few people.

    If these have too few people together, the next smallest is hidden too: the total would give them away.
    """
    found = {group.name for group in groups if group.total < SHOWN_FROM}
    rest = sorted((group.total, group.name) for group in groups if group.name not in found)
    if found and rest and sum(group.total for group in groups if group.name in found) < SHOWN_FROM:
        found.add(rest[0][1])
    return found


def _groups(counts: Mapping[str, Sequence[int]]) -> list[Group]:
    people = sum(total for _, total in counts.values())
    # The highest rate; of equal ones the category with the most people.
    best = max(counts, key=lambda name: (Fraction(*counts[name]), counts[name][1], name), default="")
    groups = []
    for name, (selected, total) in counts.items():
        highest = Fraction(*counts[best])
        ratio = Fraction(selected, total) / highest if highest else None
        test, p = _compare(selected, total, *counts[best]) if name != best else (None, None)
        groups.append(Group(name, selected, total, ratio, Fraction(total, people) < SMALL_SHARE, test, p))
    return sorted(groups, key=lambda group: (-group.total, group.name))


def _compare(selected: int, total: int, best_selected: int, best_total: int) -> tuple[Test, float]:
    cells = (selected, total - selected, best_selected, best_total - best_selected)
    if min(cells) < MIN_EXPECTED:
        return "fisher", fisher(*cells)
    pooled = (selected + best_selected) / (total + best_total)
    error = sqrt(pooled * (1 - pooled) * (1 / total + 1 / best_total))
    return "z", erfc(abs(selected / total - best_selected / best_total) / error / sqrt(2))


def fisher(a: int, b: int, c: int, d: int) -> float:
    """Return the two-sided p of Fisher's exact test: the sum of all tables that are at most as likely."""
    row, column, people = a + b, a + c, a + b + c + d
    same = _log_choose(people, column)

    def log_chance(cell: int) -> float:
        return _log_choose(row, cell) + _log_choose(people - row, column - cell) - same

    limit = log_chance(a) + 1e-7  # Equally likely tables differ by rounding.
    possible = range(max(0, column - (people - row)), min(row, column) + 1)
    return min(1.0, sum(exp(chance) for cell in possible if (chance := log_chance(cell)) <= limit))


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
