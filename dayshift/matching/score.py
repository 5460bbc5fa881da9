"""How well each of many jobs fits a wish: five factors from 0 to 1, weighted, capped, in percent.

Pure. The weights and curves are policy; the properties that they must have, such as "more pay never hurts",
are tests.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs import EMPLOYMENT_TYPES, NOT_STATED, STARTS, Ids, JobColumns, shift_bits
from dayshift.matching.wish import Wish

Floats = NDArray[np.float64]
Number = TypeVar("Number", float, Floats)

WEIGHTS = {"role": 30, "pay": 25, "schedule": 20, "distance": 15, "experience": 10}
"""The most points that each factor gives; together 100."""

MATCH = 60
PERFECT = 95
"""Shown percents from which a job is a match, and a perfect one."""

WEAK_FACTOR = 0.80
CAP_OF_WEAK = 94
"""With any factor below 0.80 a job scores at most 94, so that a perfect match has no weak side."""

ENOUGH_PAY = 0.80
"""What pay is worth when only the top of the range is what was wished."""

UNKNOWN_PAY = 0.70
UNKNOWN_SHIFTS = 0.75
UNKNOWN_HOURS = 0.75
UNKNOWN_EXPERIENCE = 0.90
"""What a factor gets where the employer states nothing. A job that keeps its pay or its hours to itself is
never perfect. One that asks for no experience hardly minds having none: that is no weak factor."""

NEAR_MILES = 10.0

# Sums of decimal fractions fall short of a whole percent by rounding errors of this order.
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Scores:
    """Parallel to `jobs`: each factor's value from 0 to 1, the uncapped sum, and the score, 0 to 100."""

    jobs: JobColumns
    factors: dict[str, Floats]
    uncapped: Floats
    exact: Floats

    @property
    def percent(self) -> NDArray[np.int64]:
        """The score as it is shown: never rounded up, 94.6 is not 95."""
        return np.floor(self.exact + _EPSILON).astype(np.int64)


def score(wish: Wish, fits: Mapping[str, float], jobs: JobColumns) -> Scores:
    """Score jobs within the wish's radius. `fits`: how well each occupation fits its text; others do not."""
    factors = {
        "role": _role(fits, jobs),
        "pay": _pay(wish, jobs),
        "schedule": _schedule(wish, jobs),
        "distance": _distance(wish, jobs),
        "experience": _experience(wish, jobs),
    }
    uncapped = sum((WEIGHTS[name] * value for name, value in factors.items()), start=np.zeros(len(jobs)))
    weakest = np.min(list(factors.values()), axis=0)
    exact = np.minimum(uncapped, role_cap(factors["role"]))
    exact = np.where(weakest < WEAK_FACTOR - _EPSILON, np.minimum(exact, CAP_OF_WEAK), exact)
    return Scores(jobs, factors, uncapped, exact)


def role_cap(fit: Number) -> Number:
    """The most that a job of such a role fit can score: no pay makes up for another kind of work."""
    return 40 + 60 * fit


def matches_of(scores: Scores) -> NDArray[np.intp]:
    """Positions of the matches, in no order."""
    return np.flatnonzero(scores.percent >= MATCH)


def ranking(scores: Scores, limit: int | None = None) -> NDArray[np.intp]:
    """Positions of the matches, best first; of more than `limit` only the best.

    Those with the same score, which a cap often makes, follow their uncapped sums, then their ids: the order
    depends on nothing else.
    """
    return ordered(matches_of(scores), (scores.exact, scores.uncapped), scores.jobs.ids, limit)


def ordered(rows: NDArray[np.intp], keys: Sequence[Floats], ids: Ids, limit: int | None = None) -> NDArray[np.intp]:
    """Positions by these keys, the most first, then by id; of more than `limit` only the first. Reads few ids."""
    columns = np.array([np.round(key[rows], 6) for key in keys])
    end = len(rows) if limit is None else min(limit, len(rows))
    if 0 < end < len(rows):
        # What is less than the end-th by the first key alone is not among the first by all of them.
        kept = columns[0] >= -np.partition(-columns[0], end - 1)[end - 1]
        rows, columns = rows[kept], columns[:, kept]
    order = np.lexsort(-columns[::-1])
    rows, columns = rows[order], columns[:, order]
    same = (columns[:, 1:] == columns[:, :-1]).all(axis=0)
    while 0 < end < len(rows) and same[end - 1]:  # A tie across the end is decided by ids too.
        end += 1
    tied = np.zeros(end, dtype=np.bool_)
    tied[1:] |= same[: max(0, end - 1)]
    tied[:-1] |= same[: max(0, end - 1)]
    names = np.full(end, "", dtype="U36")
    names[tied] = ids(rows[:end][tied])
    return rows[np.lexsort([names, *-columns[::-1, :end]])][:limit]


def _role(fits: Mapping[str, float], jobs: JobColumns) -> Floats:
    values: Floats = np.array([fits.get(name, 0.0) for name in jobs.occupations], dtype=np.float64)[jobs.occupation]
    return values


def _pay(wish: Wish, jobs: JobColumns) -> Floats:
    """1 when even the least is enough, 0.8 to 1 when some of the range is, down to 0 when 25 % short."""
    wanted = wish.hourly_rate * 100
    low = np.where(np.isnan(jobs.pay_low), jobs.pay_high, jobs.pay_low)
    high = np.where(np.isnan(jobs.pay_high), jobs.pay_low, jobs.pay_high)
    share_enough = (high - wanted) / np.maximum(high - low, 1)
    share_short = np.minimum((wanted - high) / (0.25 * wanted), 1)
    some = np.where(high >= wanted, ENOUGH_PAY + (1 - ENOUGH_PAY) * share_enough, ENOUGH_PAY * (1 - share_short))
    return np.where(np.isnan(low), UNKNOWN_PAY, np.where(low >= wanted, 1.0, some))


def _schedule(wish: Wish, jobs: JobColumns) -> Floats:
    """The share of the shifts that the candidate can do, halved for other hours, 10 % less a step late."""
    able = available_bits(wish)
    asked = np.bitwise_count(jobs.shifts)
    covered = np.bitwise_count(jobs.shifts & np.uint8(able))
    share = np.where(asked == 0, UNKNOWN_SHIFTS, covered / np.maximum(asked, 1))
    hours = np.where(jobs.employment_type == EMPLOYMENT_TYPES.index(wish.employment_type), 1.0, 0.5)
    hours = np.where(jobs.employment_type == NOT_STATED, UNKNOWN_HOURS, hours)
    late = np.where(jobs.start == NOT_STATED, 0, np.maximum(STARTS.index(wish.start) - jobs.start, 0))
    values: Floats = share * hours * (1 - 0.1 * late)
    return values


def _distance(wish: Wish, jobs: JobColumns) -> Floats:
    """1 up to 3 miles, falling to 0.7 at 10 and from there to 0 at the radius, if that is wider."""
    miles, values = [3.0, NEAR_MILES], [1.0, 0.7]
    if wish.radius_miles > NEAR_MILES:
        miles, values = [*miles, wish.radius_miles], [*values, 0.0]
    return np.interp(jobs.distance_miles, miles, values)


def _experience(wish: Wish, jobs: JobColumns) -> Floats:
    """1 with enough, 0.5 one answer short, 0 two short. More than enough is enough: else age would weigh."""
    short = np.searchsorted(_YEARS_BELOW, jobs.experience_years) - answer_of(wish.experience_years)
    value = 1 - 0.5 * np.clip(short, 0, 2)
    return np.where(jobs.experience_years == NOT_STATED, UNKNOWN_EXPERIENCE, value)


# The answers are 0-1, 2-5 and 5+ years. Up to 3 years asked are met by the second, more only by the third.
_YEARS_BELOW = np.array([0, 3])


def answer_of(years: int) -> int:
    """Which of the three answers about experience (0, 1, 2) covers so many years."""
    return int(np.searchsorted(_YEARS_BELOW, years))


def available_bits(wish: Wish) -> int:
    """The shifts that the candidate can do, as the bits of `JobColumns.shifts`."""
    if "very-flexible" in wish.availability:
        return 0xFF
    return shift_bits(wish.availability)
