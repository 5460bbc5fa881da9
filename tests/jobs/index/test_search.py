"""A search finds the same jobs with the same scores as scoring every row, whatever has changed."""

import random
from datetime import UTC, datetime, timedelta
from math import asin, cos, radians, sin, sqrt
from typing import Any

import pytest

from dayshift.core.db import Tx
from dayshift.jobs.catalog import find_jobs
from dayshift.jobs.catalog.actions import replace_source
from dayshift.jobs.catalog.models import jobs
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, SHIFTS, STARTS, locate_zip, understand
from dayshift.matching.matches import JobSearch, Matches, View, find_matches
from tests.jobs.catalog.test_catalogue import row
from tests.matching.matches.cases import Near, slow_percent

pytestmark = pytest.mark.both_engines

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SEARCH = JobSearch("server", "full-time", 3, ("weekday-mornings", "weekends"), 20, "within-1-week", "10001")
FULL_VIEW = View(limit=1000)


def catalogue(seed: int, size: int = 120) -> list[dict[str, Any]]:
    """Returns jobs within about forty miles of New York. Fields may be missing, some jobs are remote, some expire."""
    rng = random.Random(seed)
    return [job(rng, str(number)) for number in range(size)]


def job(rng: random.Random, name: str) -> dict[str, Any]:
    low = rng.choice([None, rng.randint(1200, 3000)])
    remote = rng.random() < 0.1
    return row(
        name,
        state=None if remote else "NY",
        lat=round(40.75 + rng.uniform(-0.6, 0.6), 4),
        lon=round(-74 + rng.uniform(-0.6, 0.6), 4),
        occupation=rng.choice(["server", "bartender", "line-cook", None]),
        pay_low=low,
        pay_high=low and low + rng.randint(0, 900),
        employment_type=rng.choice([None, *EMPLOYMENT_TYPES]),
        shifts=rng.choice([None, rng.sample(SHIFTS, rng.randint(1, 4))]),
        experience_years=rng.choice([None, 0, 1, 3, 6]),
        start=rng.choice([None, *STARTS]),
        remote=remote,
        expires_at=rng.choice([None, None, NOW, NOW + timedelta(days=1)]),
        licence="Food handler card" if int(name.removeprefix("new ")) % 3 == 0 else None,
    )


@pytest.mark.parametrize("seed", range(4))
def test_cells_agree_with_reference_scorer(tx: Tx, seed: int) -> None:
    replace_source(tx, "feed", catalogue(seed), NOW)
    assert score_by_id(find_matches(tx, SEARCH, NOW, FULL_VIEW)) == oracle(tx)
    changed = [*catalogue(seed)[:100], *(job(random.Random(seed), f"new {n}") for n in range(30))]
    replace_source(tx, "feed", changed, NOW)
    assert score_by_id(find_matches(tx, SEARCH, NOW, FULL_VIEW)) == oracle(tx)


def score_by_id(found: Matches) -> dict[str, int]:
    return {match.job.id: match.score for match in found.matches}


def oracle(tx: Tx) -> dict[str, int]:
    """Returns the score of every open job within reach, computed with the reference scorer."""
    fits = {fit.occupation: fit.fit for fit in understand(SEARCH.text)}
    centre = locate_zip(SEARCH.zip_code)
    assert centre is not None
    scores = {}
    for candidate in find_jobs(tx, tx.execute(jobs.select()).scalars().all()).values():
        if candidate.expires_at is not None and candidate.expires_at <= NOW:
            continue
        miles = (
            0.0 if candidate.remote else miles_between(centre.lat, centre.lon, candidate.lat or 0, candidate.lon or 0)
        )
        percent = slow_percent(SEARCH, Near(candidate, miles), fits)
        if miles <= SEARCH.radius_miles and percent >= 60:
            scores[candidate.id] = percent
    return scores


def miles_between(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    phi, psi = radians(lat), radians(other_lat)
    chord = sin((psi - phi) / 2) ** 2 + cos(phi) * cos(psi) * sin(radians(other_lon - lon) / 2) ** 2
    return 2 * 3958.7613 * asin(sqrt(chord))
