"""Changes to a search that would raise the score of a job."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from dayshift.jobs.index import JobColumns
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, STARTS
from dayshift.matching.matches.job_search import JobSearch
from dayshift.matching.matches.score import score

LOWEST_RATE = 15.0
"""Dollars an hour: the lowest answer to the quick question about pay."""

Change = Literal["pay", "times", "hours", "start"]


@dataclass(frozen=True, slots=True)
class Better:
    """One change to the search that alone would raise the score of a job.

    pay: the lowest possible request. times: any. hours: full-time instead of part-time, or the reverse.
    start: immediately.
    """

    change: Change
    score: int


def changed(search: JobSearch) -> dict[Change, JobSearch]:
    """Return the search with one answer changed, for each change that makes a difference."""
    other = next(hours for hours in EMPLOYMENT_TYPES if hours != search.employment_type)
    searches: dict[Change, JobSearch] = {
        "pay": replace(search, hourly_rate=min(search.hourly_rate, LOWEST_RATE)),
        "times": replace(search, availability=("very-flexible",)),
        "hours": replace(search, employment_type=other),
        "start": replace(search, start=STARTS[0]),
    }
    return {change: one for change, one in searches.items() if one != search}


def better_by_change(search: JobSearch, fits: Mapping[str, float], jobs: JobColumns) -> list[tuple[Better, ...]]:
    """Return for each job the changes that would raise its score, largest first."""
    now = score(search, fits, jobs).percent
    then = {change: score(one, fits, jobs).percent for change, one in changed(search).items()}
    return [
        tuple(
            sorted(
                (Better(change, int(percent[row])) for change, percent in then.items() if percent[row] > now[row]),
                key=lambda better: -better.score,
            )
        )
        for row in np.arange(len(jobs))
    ]
