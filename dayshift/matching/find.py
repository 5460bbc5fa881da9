"""Finding the jobs that fit: read the candidates, score them, explain the best."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs import (
    Job,
    Place,
    TitleFit,
    find_jobs,
    has_jobs,
    jobs_within,
    locate_zip,
    occupations,
    understand,
)
from dayshift.kit.db import Tx
from dayshift.matching.explain import Cap, Factor, cap_of, factors_of
from dayshift.matching.score import (
    ENOUGH_PAY,
    MATCH,
    NEAR_MILES,
    PERFECT,
    Scores,
    ranking,
    role_cap,
    score,
)
from dayshift.matching.wish import Wish


@dataclass(frozen=True, slots=True)
class Match:
    """A job of 60 % or more. `score` is the sum of the factors' points, capped, rounded down."""

    job: Job
    score: int
    distance_miles: float | None
    factors: tuple[Factor, ...]
    cap: Cap | None


@dataclass(frozen=True, slots=True)
class Highlights:
    """How many of all matches truly have each of the four things said about them."""

    pay_meets_expectations: int
    convenient_location: int
    schedule_fits: int
    experience_matches: int


@dataclass(frozen=True, slots=True)
class Matches:
    """What was found. The figures count every match, `matches` holds the best of them.

    `avg_match` is the mean of the shown scores, rounded down; None without matches. `place` is None where
    the zip code is on no map, so that nothing is near it. `understood` says whether the text spoke of any work
    that we know, `read_as` has the usual titles of what it named.
    """

    total_matches: int
    avg_match: int | None
    perfect_matches: int
    highlights: Highlights
    matches: tuple[Match, ...]
    catalogue_empty: bool
    place: Place | None
    understood: bool
    read_as: tuple[str, ...]


def find_matches(tx: Tx, wish: Wish, now: datetime, limit: int = 50) -> Matches:
    """Score every open job within reach of the wish; explain the `limit` best."""
    place = locate_zip(wish.zip_code)
    fits = {fit.occupation: fit for fit in understand(wish.text)}
    # What can never reach 60 because of its role is not even read. This changes no result.
    reachable = [fit.occupation for fit in fits.values() if role_cap(fit.fit) >= MATCH]
    jobs = jobs_within(tx, place, wish.radius_miles, reachable, now)
    scores = score(wish, {name: fit.fit for name, fit in fits.items()}, jobs)
    ranked = ranking(scores)
    percent = scores.percent[ranked]
    return Matches(
        total_matches=len(ranked),
        avg_match=int(percent.sum()) // len(ranked) if len(ranked) else None,
        perfect_matches=int((percent >= PERFECT).sum()),
        highlights=_highlights(scores, ranked),
        matches=_explained(tx, wish, fits, scores, ranked[:limit]),
        catalogue_empty=not has_jobs(tx, now),
        place=place,
        understood=bool(fits),
        read_as=tuple(occupations()[fit.occupation].title for fit in fits.values() if fit.how == "named"),
    )


def _explained(
    tx: Tx, wish: Wish, fits: Mapping[str, TitleFit], scores: Scores, rows: NDArray[np.intp]
) -> tuple[Match, ...]:
    details = find_jobs(tx, [str(job_id) for job_id in scores.jobs.id[rows]])
    return tuple(_match(wish, fits, details[str(scores.jobs.id[row])], scores, int(row)) for row in rows)


def _match(wish: Wish, fits: Mapping[str, TitleFit], job: Job, scores: Scores, row: int) -> Match:
    values = {name: float(column[row]) for name, column in scores.factors.items()}
    miles = float(scores.jobs.distance_miles[row])
    return Match(
        job=job,
        score=int(scores.percent[row]),
        distance_miles=None if job.remote else round(miles, 1),
        factors=factors_of(wish, fits, job, miles, values),
        cap=cap_of(float(scores.uncapped[row]), float(scores.exact[row]), role_cap(values["role"])),
    )


def _highlights(scores: Scores, rows: NDArray[np.intp]) -> Highlights:
    factors = {name: values[rows] for name, values in scores.factors.items()}
    return Highlights(
        pay_meets_expectations=int((factors["pay"] >= ENOUGH_PAY).sum()),
        convenient_location=int((scores.jobs.distance_miles[rows] <= NEAR_MILES).sum()),
        schedule_fits=int((factors["schedule"] == 1).sum()),
        experience_matches=int((factors["experience"] == 1).sum()),
    )
