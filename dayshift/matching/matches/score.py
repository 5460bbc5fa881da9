"""Scores of many jobs for a search: five factors from 0 to 1, weighted, capped, in percent.

Pure. The weights and curves are policy; tests check their required properties, such as "more pay never
lowers a score".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs.index import NOT_STATED, Ids, JobColumns, columns, shift_bits
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, STARTS, EmploymentType, Start
from dayshift.matching.matches.job_search import JobSearch

Floats = NDArray[np.float64]
Number = TypeVar("Number", float, Floats)

WEIGHTS = {"role": 30, "pay": 25, "schedule": 20, "distance": 15, "experience": 10}
"""Maximum points of each factor; together 100."""
_POINTS = np.array(list(WEIGHTS.values()), dtype=np.float64)

MATCH = 60
PERFECT = 95
"""Percentages, as shown, from which a job is a match and a perfect match."""

WEAK_FACTOR = 0.80
CAP_OF_WEAK = 94
"""With any factor below 0.80 a job scores at most 94, so that a perfect match has no weak side."""

ENOUGH_PAY = 0.80
"""The pay factor if only the top of the range meets the requested pay."""

UNKNOWN_PAY = 0.70
UNKNOWN_SHIFTS = 0.75
UNKNOWN_HOURS = 0.75
UNKNOWN_EXPERIENCE = 0.90
"""Factors for values that the employer does not state. A job without stated pay or hours is never a perfect match.
One without stated experience probably requires none: that is not a weak factor."""

UNKNOWN_LICENCE = 0.75
"""Maximum experience factor if a license is required: a weak factor, so such a match is never perfect."""

NEAR_MILES = 10.0

# Rounding errors make sums of decimal fractions fall short of a whole percent by about this much.
_EPSILON = 1e-9
_ROUNDED = 1e-6
"""Maximum difference between two values that are equal to six decimals."""
_NEXT_TO_NOTHING = 1e-12
"""Cents: turns 0/0 into 1, and is too small to change any other result."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Parallel to `jobs`: each factor's value from 0 to 1, the uncapped sum, and the score, 0 to 100.

    `percent` is the score as shown: rounded down, so 94.6 is not 95.
    """

    jobs: JobColumns
    factors: dict[str, Floats]
    uncapped: Floats
    exact: Floats
    percent: NDArray[np.int64]


def score(search: JobSearch, fits: Mapping[str, float], jobs: JobColumns) -> Scores:
    """Score jobs within the search's radius. `fits` is the fit of each occupation; others have none."""
    if not len(jobs):
        nothing = np.empty(0)
        return Scores(jobs, dict.fromkeys(WEIGHTS, nothing), nothing, nothing, nothing.astype(np.int64))
    values = np.empty((len(WEIGHTS), len(jobs)))
    factors = dict(zip(WEIGHTS, values, strict=True))
    _roles(fits, jobs).take(jobs.occupation, out=factors["role"], mode="clip")  # No index is clipped: the fastest mode.
    _pay(search, jobs, factors["pay"])
    shifts = _schedules(available_bits(search), search.employment_type, search.start)
    shifts.take(jobs.schedule, out=factors["schedule"], mode="clip")
    _distance(search, jobs, factors["distance"])
    _experiences(answer_of(search.experience_years)).take(jobs.experience, out=factors["experience"], mode="clip")
    uncapped = np.einsum("f,fn->n", _POINTS, values)
    weak = np.minimum.reduce(values) < WEAK_FACTOR - _EPSILON
    exact = np.minimum(uncapped, role_cap(factors["role"]))
    np.minimum(exact, 100 - (100 - CAP_OF_WEAK) * weak, out=exact)
    return Scores(jobs, factors, uncapped, exact, (exact + _EPSILON).astype(np.int64))


def role_cap(fit: Number) -> Number:
    """Return the maximum score of a job with this role fit: pay cannot compensate for another kind of work."""
    return 40 + 60 * fit


def matches_of(scores: Scores) -> NDArray[np.intp]:
    """Return the positions of the matches, in no order."""
    return (scores.percent >= MATCH).nonzero()[0]


def ranking(scores: Scores, limit: int | None = None) -> NDArray[np.intp]:
    """Return the positions of the matches, best first, at most `limit`.

    Ties, which caps often cause, are ordered by uncapped sum, then by id: the order depends on nothing else.
    """
    return ordered(matches_of(scores), (scores.exact, scores.uncapped), scores.jobs.ids, limit)


def ordered(rows: NDArray[np.intp], keys: Sequence[Floats], ids: Ids, limit: int | None = None) -> NDArray[np.intp]:
    """Return positions ordered by these keys, descending, then by id, at most `limit`. Reads few ids."""
    end = len(rows) if limit is None else min(limit, len(rows))
    if 0 < end < len(rows):
        # Rows below the end-th value of the first key cannot be among the first by all keys.
        first = keys[0].take(rows)
        rows = rows[first >= np.partition(first, len(first) - end)[len(first) - end] - _ROUNDED]
    if end == 0 or len(rows) < 2:
        return rows[:end]
    columns = np.array([-np.round(key[rows], 6) for key in reversed(keys)])
    order = np.lexsort(columns)
    rows, columns = rows[order], columns[:, order]
    same = (columns[:, 1:] == columns[:, :-1]).all(axis=0)
    while 0 < end < len(rows) and same[end - 1]:  # A tie across the end is decided by ids as well.
        end += 1
    rows, same = rows[:end], same[: end - 1]
    if not same.any():
        return rows[:limit]
    tied = np.concatenate([same, [False]]) | np.concatenate([[False], same])
    names = np.full(end, "", dtype="U36")
    names[tied] = ids(rows[tied])
    return rows[np.lexsort([names, *columns[:, :end]])][:limit]


def _roles(fits: Mapping[str, float], jobs: JobColumns) -> Floats:
    """Return the fit of each occupation."""
    values = np.zeros(len(jobs.occupations))
    numbers = jobs.numbers()
    for name, fit in fits.items():
        if name in numbers:
            values[numbers[name]] = fit
    return values


def _pay(search: JobSearch, jobs: JobColumns, values: Floats) -> None:
    """Set 1 if the minimum pay is enough, 0.8 to 1 if part of the range is, falling to 0 at 25 % below."""
    wanted = float(search.hourly_rate * 100)
    over, under = jobs.pay_high - wanted, wanted - jobs.pay_low
    np.maximum(under, 0, out=under)
    np.maximum(over, 0, out=values)
    values += _NEXT_TO_NOTHING
    under += values
    values /= under
    values *= 1 - ENOUGH_PAY
    over *= ENOUGH_PAY / (0.25 * wanted)
    np.maximum(over, -ENOUGH_PAY, out=over)
    np.minimum(over, 0, out=over)
    values += over
    values += ENOUGH_PAY
    np.copyto(values, UNKNOWN_PAY, where=jobs.pay_low == 0)


@lru_cache(maxsize=256)
def _schedules(able: int, employment_type: EmploymentType, start: Start) -> Floats:
    """Return the share of the shifts that the candidate can work, halved for other hours, 10 % less per step late.

    Computed for every value of `JobColumns.schedule`, then looked up.
    """
    stated = np.arange(columns.SCHEDULES, dtype=np.uint16)
    shifts, types, starts = columns.shifts(stated), columns.employment_types(stated), columns.starts(stated)
    asked = np.bitwise_count(shifts)
    covered = np.bitwise_count(shifts & np.uint8(able))
    share = np.where(asked == 0, UNKNOWN_SHIFTS, covered / np.maximum(asked, 1))
    hours = np.where(types == EMPLOYMENT_TYPES.index(employment_type), 1.0, 0.5)
    hours = np.where(types == NOT_STATED, UNKNOWN_HOURS, hours)
    late = np.where(starts == NOT_STATED, 0, np.maximum(STARTS.index(start) - starts, 0))
    values: Floats = share * hours * (1 - 0.1 * late)
    return values


@lru_cache(maxsize=3)
def _experiences(answer: int) -> Floats:
    """Return 1 for enough, 0.5 for one answer short, 0 for two. No bonus for more: that would discriminate by age.

    A required license counts as weak, since candidates are not asked for theirs. For every `JobColumns.experience`.
    """
    stated = np.arange(columns.EXPERIENCES, dtype=np.uint16)
    asked = columns.years(stated)
    short = np.searchsorted(_YEARS_BELOW, asked) - answer
    values = np.where(asked == NOT_STATED, UNKNOWN_EXPERIENCE, 1 - 0.5 * np.clip(short, 0, 2))
    return np.where(columns.licences(stated), np.minimum(values, UNKNOWN_LICENCE), values)


def _distance(search: JobSearch, jobs: JobColumns, values: Floats) -> None:
    """Set 1 up to 3 miles, falling to 0.7 at 10 miles and then to 0 at the radius, if that is larger."""
    miles = jobs.distance_miles
    np.minimum(miles, NEAR_MILES, out=values)
    np.maximum(values, 3, out=values)
    values -= 3
    values *= -0.3 / (NEAR_MILES - 3)
    values += 1
    if search.radius_miles > NEAR_MILES:
        far = np.minimum(miles, search.radius_miles)
        far -= NEAR_MILES
        np.maximum(far, 0, out=far)
        far *= 0.7 / (search.radius_miles - NEAR_MILES)
        values -= far


# The answers are 0-1, 2-5 and 5+ years. The second one meets up to 3 required years, only the third meets more.
_YEARS_BELOW = np.array([0, 3])


def answer_of(years: int) -> int:
    """Return which of the three experience answers (0, 1, 2) covers this many years."""
    return int(np.searchsorted(_YEARS_BELOW, years))


def available_bits(search: JobSearch) -> int:
    """Return the shifts that the candidate can work, as the bits of `columns.shifts`."""
    if "very-flexible" in search.availability:
        return 0xFF
    return shift_bits(search.availability)
