"""Strategies for random searches and jobs, and a slow reference scorer in plain Python."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from math import floor

import numpy as np
from hypothesis import strategies as st

from dayshift.jobs.catalog import Job
from dayshift.jobs.index import columns_of
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, SHIFTS, STARTS
from dayshift.matching.matches import JobSearch
from dayshift.matching.matches.score import WEIGHTS, Scores, score

FITS = {"server": 1.0, "bartender": 0.92, "host": 0.85, "busser": 0.6, "barback": 0.34, "cook": 0.2}
OCCUPATIONS = (*FITS, "welder", None)


@dataclass(frozen=True)
class Near:
    """A job and its distance."""

    job: Job
    miles: float


def job(job_id: str, **changes: object) -> Job:
    """Returns a job without optional fields."""
    optional = ("pay_low", "pay_high", "pay_text", "employment_type", "shifts", "experience_years", "start")
    missing = dict.fromkeys((*optional, "street", "licence", "url", "posted_at", "expires_at"))
    fields = {
        **missing,
        "id": job_id,
        "source": "test",
        "external_id": job_id,
        "title": "Server",
        "occupation": "server",
        "employer": "Two Spoons Diner",
        "category": "restaurants-bars",
        "description": "Carry plates.",
        "city": "New York",
        "state": "NY",
        "zip": "10001",
        "lat": 40.7,
        "lon": -74.0,
        "remote": False,
        "created_at": datetime(2026, 6, 1, tzinfo=UTC),
        **changes,
    }
    return Job(**fields)


shift_sets = st.sets(st.sampled_from(SHIFTS), min_size=1).map(lambda shifts: tuple(sorted(shifts)))
pay_ranges = st.tuples(st.integers(700, 5000), st.integers(0, 1500)).map(lambda pay: (pay[0], sum(pay)))


@st.composite
def jobs_near(draw: st.DrawFn, numbers: count = count()) -> Near:  # noqa: B008  (one sequence of ids for all jobs)
    """A job within 25 miles. Any field may be missing."""
    low, high = draw(st.one_of(pay_ranges, st.just((None, None)), pay_ranges.map(lambda p: (p[0], None))))
    remote = draw(st.booleans()) and draw(st.booleans())
    made = job(
        f"{draw(st.integers(0, 999_999)):06}-{next(numbers)}",
        occupation=draw(st.sampled_from(OCCUPATIONS)),
        pay_low=low,
        pay_high=high,
        employment_type=draw(st.sampled_from((None, *EMPLOYMENT_TYPES))),
        shifts=draw(st.one_of(st.none(), shift_sets)),
        experience_years=draw(st.one_of(st.none(), st.integers(0, 8))),
        licence=draw(st.sampled_from((None, None, "Food handler card"))),
        start=draw(st.sampled_from((None, *STARTS))),
        remote=remote,
    )
    return Near(made, 0.0 if remote else draw(st.floats(0, 25)))


searches = st.builds(
    JobSearch,
    text=st.just("server"),
    employment_type=st.sampled_from(EMPLOYMENT_TYPES),
    experience_years=st.sampled_from((0, 3, 5)),
    availability=st.sets(st.sampled_from((*SHIFTS, "very-flexible")), min_size=1).map(lambda s: tuple(sorted(s))),
    hourly_rate=st.sampled_from([n / 2 for n in range(30, 71)]),
    start=st.sampled_from(STARTS),
    zip_code=st.just("10001"),
)


def scores_of(search: JobSearch, near: list[Near]) -> Scores:
    """Returns the product's scores in the given order."""
    columns = columns_of([one.job for one in near], np.array([one.miles for one in near], dtype=np.float64))
    return score(search, FITS, columns)


def score_of(search: JobSearch, near: Near) -> float:
    """Returns the unrounded score of one job."""
    return float(scores_of(search, [near]).exact[0])


def slow_percent(search: JobSearch, near: Near, fits: Mapping[str, float] = FITS) -> int:
    """Returns the expected score of a job, calculated one rule at a time."""
    factors = slow_factors(search, near, fits)
    total = sum(weight * value for weight, value in factors)
    total = min(total, 40 + 60 * factors[0][1])
    if any(value < 0.8 - 1e-9 for _, value in factors):
        total = min(total, 94)
    return floor(total + 1e-9)


def slow_factors(search: JobSearch, near: Near, fits: Mapping[str, float] = FITS) -> list[tuple[int, float]]:
    """Returns (weight, value) of the five factors: role, pay, schedule, distance, experience."""
    role = fits.get(near.job.occupation or "", 0.0)
    return [
        (WEIGHTS["role"], role),
        (WEIGHTS["pay"], _slow_pay(search.hourly_rate * 100, near.job)),
        (WEIGHTS["schedule"], _slow_schedule(search, near.job)),
        (WEIGHTS["distance"], _slow_distance(near.miles)),
        (WEIGHTS["experience"], _slow_experience(search.experience_years, near.job)),
    ]


def _slow_pay(expected_cents: float, job: Job) -> float:
    amounts = [cents for cents in (job.pay_low, job.pay_high) if cents is not None]
    if not amounts:
        return 0.7
    low, high = min(amounts), max(amounts)
    if job.pay_low is None:  # Such as "up to $22".
        low = min(high, 725)
    if low >= expected_cents:
        return 1.0
    if high >= expected_cents:
        return 0.8 + 0.2 * (high - expected_cents) / (high - low)
    return max(0.0, 0.8 * (1 - (expected_cents - high) / (0.25 * expected_cents)))


def _slow_schedule(search: JobSearch, job: Job) -> float:
    value = 0.75
    if job.shifts:
        flexible = "very-flexible" in search.availability
        value = sum(flexible or shift in search.availability for shift in job.shifts) / len(job.shifts)
    if job.employment_type is None:
        value *= 0.75
    elif job.employment_type != search.employment_type:
        value *= 0.5
    steps_late = STARTS.index(search.start) - STARTS.index(job.start) if job.start else 0
    return value * (1 - 0.1 * max(0, steps_late))


def _slow_distance(miles: float) -> float:
    if miles <= 3:
        return 1.0
    if miles <= 10:
        return 1.0 - 0.3 * (miles - 3) / 7
    return 0.7 - 0.7 * (miles - 10) / 15


def _slow_experience(years: int, job: Job) -> float:
    value = _slow_years(years, job.experience_years)
    return min(value, 0.75) if job.licence else value


def _slow_years(years: int, required: int | None) -> float:
    if required is None:
        return 0.9
    needed = 0 if required <= 0 else 3 if required <= 3 else 5
    answers = (0, 3, 5)
    missing_steps = answers.index(needed) - answers.index(years)
    return {0: 1.0, 1: 0.5, 2: 0.0}[max(0, missing_steps)]
