"""The job catalog: importing, replacing and finding open jobs nearby."""

from csv import DictReader
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import asin, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from dayshift.core.db import Tx
from dayshift.jobs.catalog import changes_from, count_jobs, find_job, find_jobs, has_jobs, import_sample
from dayshift.jobs.catalog.actions import Changes, replace_source
from dayshift.jobs.catalog.models import jobs
from dayshift.jobs.index import Area, JobColumns, jobs_within
from dayshift.knowledge.occupations import (
    EMPLOYMENT_TYPES,
    SHIFTS,
    STARTS,
    Place,
    all_categories,
    categories,
    locate_zip,
    occupations,
    soc_of,
)

NOW = datetime(2026, 6, 1, tzinfo=UTC)
ALL_OCCUPATIONS = tuple(occupations())
WAGES = Path(__file__).parent / "samples" / "state_wages.csv"
REGIONS = ("NY", "IL", "TX")
"""States in which the sample has jobs of every kind of work."""


def place(zip_code: str) -> Place:
    found = locate_zip(zip_code)
    assert found is not None
    return found


def row(external_id: str, **changes: Any) -> dict[str, Any]:
    """Returns a job at 10001 without optional fields."""
    optional = ("street", "pay_low", "pay_high", "pay_text", "employment_type", "shifts", "experience_years", "start")
    at = place("10001")
    return {
        **dict.fromkeys((*optional, "licence", "url", "posted_at", "expires_at")),
        "external_id": external_id,
        "title": "Server",
        "occupation": "server",
        "employer": "Two Spoons Diner",
        "category": "restaurants-bars",
        "description": "Carry plates.",
        "city": at.city,
        "state": at.state,
        "zip": at.zip,
        "lat": at.lat,
        "lon": at.lon,
        "remote": False,
        **changes,
    }


def everything(tx: Tx) -> list[tuple[Any, ...]]:
    return [tuple(found) for found in tx.execute(select(jobs).order_by(jobs.c.id))]


def test_sample_import_is_idempotent(tx: Tx) -> None:
    assert not has_jobs(tx, NOW)
    size = import_sample(tx, NOW)
    first_rows = everything(tx)
    assert import_sample(tx, NOW + timedelta(days=1)) == size == count_jobs(tx, NOW) == len(first_rows)
    assert everything(tx) == first_rows
    assert has_jobs(tx, NOW)


def test_sample_is_a_plausible_catalog(tx: Tx) -> None:
    import_sample(tx, NOW)
    found = [find_job(tx, job_id, NOW) for job_id in tx.execute(select(jobs.c.id)).scalars()]
    sample = [job for job in found if job is not None]
    assert 700 <= len(sample) <= 800
    for job in sample:
        assert job.occupation is not None, job
        assert job.category == occupations()[job.occupation].category, job
        assert place(job.zip) == Place(job.zip, job.city, job.state, job.lat, job.lon)
        assert job.pay_low is None or 1000 <= job.pay_low <= (job.pay_high or 0) <= 6000, job
        assert job.shifts is None or (job.shifts and set(job.shifts) <= set(SHIFTS)), job
        assert job.employment_type in {None, *EMPLOYMENT_TYPES}
        assert job.start in {None, *STARTS}
        assert job.description.endswith(".")
    for state in REGIONS:
        assert {job.category for job in sample if job.state == state} >= {category.id for category in all_categories()}
    for gap in ("pay_low", "shifts", "experience_years", "start"):
        assert any(getattr(job, gap) is None for job in sample), gap


def test_sample_wages_follow_public_figures(tx: Tx) -> None:
    """The middle of the pay of each job in more kinds of work is within a fifth of its state's mean."""
    lines = WAGES.read_text("utf-8").splitlines()
    means = {(w["state"], w["soc"]): float(w["mean"]) for w in DictReader(line for line in lines if line[0] != "#")}
    import_sample(tx, NOW)
    found = [find_job(tx, job_id, NOW) for job_id in tx.execute(select(jobs.c.id)).scalars()]
    more = {category.id for category in all_categories()} - {category.id for category in categories()}
    compared = set()
    for job in found:
        if job is None or job.category not in more or job.state not in REGIONS:
            continue
        soc = (soc_of(job.occupation) or "")[:7]
        mean = means.get((job.state, soc), means.get((job.state, f"{soc[:6]}0")))
        assert mean is not None, job
        assert job.pay_low is not None
        assert job.pay_high is not None
        assert (job.pay_low + job.pay_high) / 200 == pytest.approx(mean, rel=0.2), (job.title, job.state, mean)
        compared.add((job.state, job.category))
    assert len(compared) == len(REGIONS) * len(more)


def test_replacing_a_source_updates_and_removes_jobs(tx: Tx) -> None:
    replace_source(tx, "feed", [row("a"), row("b")], NOW)
    replace_source(tx, "other", [row("a")], NOW)
    before = {(job.source, job.external_id): job for job in stored(tx)}
    replace_source(tx, "feed", [row("a", pay_low=1900), row("c")], NOW + timedelta(days=1))
    after = {(job.source, job.external_id): job for job in stored(tx)}
    assert set(after) == {("feed", "a"), ("feed", "c"), ("other", "a")}
    assert after["feed", "a"] == replace(before["feed", "a"], pay_low=1900)
    assert after["other", "a"] == before["other", "a"]


def test_changed_job_gets_new_timestamp(tx: Tx) -> None:
    later = NOW + timedelta(days=1)
    replace_source(tx, "feed", [row("a"), row("b")], NOW)
    replace_source(tx, "feed", [row("a", pay_low=1900), row("b")], later)
    names = {job.id: job.external_id for job in stored(tx)}
    assert {names[job_id]: at for job_id, at in changes_from(tx, "", 10, later).items()} == {"a": later, "b": NOW}


def ids_of(near: JobColumns) -> list[str]:
    return [str(job_id) for job_id in near.ids(np.arange(len(near)))]


def stored(tx: Tx) -> list[Any]:
    return list(find_jobs(tx, tx.execute(select(jobs.c.id)).scalars().all()).values())


def test_empty_list_removes_all_jobs_of_source(tx: Tx) -> None:
    replace_source(tx, "feed", [row("a")], NOW)
    assert replace_source(tx, "feed", [], NOW) == Changes(removed=1)
    assert count_jobs(tx, NOW) == 0


def test_expired_job_is_not_found(tx: Tx) -> None:
    replace_source(tx, "feed", [row("a", expires_at=NOW)], NOW)
    job = stored(tx)[0]
    before = NOW - timedelta(seconds=1)
    assert find_job(tx, job.id, before) == job
    assert find_job(tx, job.id, NOW) is None
    assert (count_jobs(tx, before), count_jobs(tx, NOW)) == (1, 0)
    assert (has_jobs(tx, before), has_jobs(tx, NOW)) == (True, False)
    assert len(jobs_within(tx, Area(place("10001"), 25), ALL_OCCUPATIONS, NOW)) == 0


def miles_between(first: Place, other: Place) -> float:
    """Haversine distance in plain Python, on a sphere of 3958.7613 miles."""
    phi, psi = radians(first.lat), radians(other.lat)
    chord = sin((psi - phi) / 2) ** 2 + cos(phi) * cos(psi) * sin(radians(other.lon - first.lon) / 2) ** 2
    return 2 * 3958.7613 * asin(sqrt(chord))


@pytest.mark.parametrize(("zip_code", "miles"), [("10001", 25), ("10001", 3), ("98101", 10), ("59301", 25)])
def test_nearby_jobs_are_exactly_those_within_radius(tx: Tx, zip_code: str, miles: float) -> None:
    import_sample(tx, NOW)
    centre = place(zip_code)
    near = jobs_within(tx, Area(centre, miles), ALL_OCCUPATIONS, NOW)
    distances = {job.id: miles_between(centre, place(job.zip)) for job in stored(tx)}
    assert set(ids_of(near)) == {job_id for job_id, distance in distances.items() if distance <= miles}
    for job_id, distance in zip(ids_of(near), near.distance_miles, strict=True):
        assert distance == pytest.approx(distances[str(job_id)], abs=1e-6)


def test_only_requested_occupations_are_returned(tx: Tx) -> None:
    import_sample(tx, NOW)
    near = jobs_within(tx, Area(place("10001"), 25), ["barista", "server"], NOW)
    assert {near.occupations[number] for number in near.occupation} == {"barista", "server"}
    assert len(jobs_within(tx, Area(place("10001"), 25), [], NOW)) == 0


def test_remote_jobs_match_every_location(tx: Tx) -> None:
    replace_source(tx, "feed", [row("a"), row("b", remote=True, state=None, lat=None, lon=None)], NOW)
    assert list(jobs_within(tx, Area(place("59301"), 25), ALL_OCCUPATIONS, NOW).distance_miles) == [0]
    assert list(jobs_within(tx, Area(None, 25), ALL_OCCUPATIONS, NOW).remote) == [True]
    assert len(jobs_within(tx, Area(place("10001"), 25), ALL_OCCUPATIONS, NOW)) == 2


def test_remote_jobs_for_residents_match_within_their_state(tx: Tx) -> None:
    replace_source(tx, "feed", [row("a", remote=True, state="TX", lat=None, lon=None)], NOW)
    near = [Area(place("75201"), 25), Area(place("79901"), 25)]
    assert [len(jobs_within(tx, area, ALL_OCCUPATIONS, NOW)) for area in near] == [1, 1]
    assert not len(jobs_within(tx, Area(place("98101"), 25), ALL_OCCUPATIONS, NOW))
    assert not len(jobs_within(tx, Area(None, 25), ALL_OCCUPATIONS, NOW))
