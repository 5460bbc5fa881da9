"""What a person could change about a wish, and what that would bring."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from dayshift.job_index import JobColumns
from dayshift.matching.score import score
from dayshift.matching.wish import Wish
from dayshift.occupations import EMPLOYMENT_TYPES, STARTS

LOWEST_RATE = 15.0
"""Dollars an hour: the lowest that the quick questions let anybody ask for."""

Change = Literal["pay", "times", "hours", "start"]


@dataclass(frozen=True, slots=True)
class Better:
    """One change to the wish that alone would raise the score of a job.

    pay: the lowest that can be asked. times: any. hours: full-time instead of part-time, or the reverse.
    start: at once.
    """

    change: Change
    score: int


def changed(wish: Wish) -> dict[Change, Wish]:
    """The same wish with one answer changed, for each change that would change it."""
    other = next(hours for hours in EMPLOYMENT_TYPES if hours != wish.employment_type)
    wishes: dict[Change, Wish] = {
        "pay": replace(wish, hourly_rate=min(wish.hourly_rate, LOWEST_RATE)),
        "times": replace(wish, availability=("very-flexible",)),
        "hours": replace(wish, employment_type=other),
        "start": replace(wish, start=STARTS[0]),
    }
    return {change: one for change, one in wishes.items() if one != wish}


def better_by_change(wish: Wish, fits: Mapping[str, float], jobs: JobColumns) -> list[tuple[Better, ...]]:
    """For each of a few jobs the changes that would raise its score, the most first."""
    now = score(wish, fits, jobs).percent
    then = {change: score(one, fits, jobs).percent for change, one in changed(wish).items()}
    return [
        tuple(
            sorted(
                (Better(change, int(percent[row])) for change, percent in then.items() if percent[row] > now[row]),
                key=lambda better: -better.score,
            )
        )
        for row in np.arange(len(jobs))
    ]
