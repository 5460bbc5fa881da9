"""Employers that answer candidates in time move up a little in the matches. Pure.

The share shown to everybody counts, not the score: a job's percentage stays what its five factors say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dayshift.core.db import Tx
from dayshift.matching.matches.find import Match

MAX_POINTS = 2.0
"""What an employer gains that has answered everybody in time."""

NO_POINTS = 50
"""Percentage of replies in time up to which nothing is gained."""


@dataclass(frozen=True, slots=True)
class ReplyRates:
    """`of_jobs(tx, job_ids)` returns the public reply rate of each job's employer in percent, where there is one.

    Rates belong to a higher package, which `app.py` adds to the services.
    """

    of_jobs: Callable[[Tx, Sequence[str]], Mapping[str, int]]


def points_for(percent: int | None) -> float:
    """Return the points that a reply rate is worth when matches are ordered, 0 to `MAX_POINTS`."""
    return 0.0 if percent is None else MAX_POINTS * max(0, percent - NO_POINTS) / (100 - NO_POINTS)


def favor_replies(page: Sequence[Match], percents: Mapping[str, int]) -> tuple[Match, ...]:
    """Return a page of matches by score and the points for replies; equal ones keep their order."""
    return tuple(sorted(page, key=lambda match: -(match.score + points_for(percents.get(match.job.id)))))
