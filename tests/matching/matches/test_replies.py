"""Employers that answer in time move up a little, and only within what the score allows."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.models import reply_days
from dayshift.hiring.employers import add_sample_employers, sample_id
from dayshift.matching.matches.replies import MAX_POINTS, points_for
from tests.matching.onboarding.test_onboarding import load_jobs, onboard
from tests.people import Person
from tests.staff import in_database


@given(st.integers(0, 100), st.integers(0, 100))
def test_points_grow_with_the_rate_and_are_few(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert 0 <= points_for(low) <= points_for(high) <= MAX_POINTS
    assert points_for(None) == points_for(50) == 0
    assert points_for(100) == MAX_POINTS


def record(client: TestClient, employer: str, on_time: int, late: int) -> None:
    row = {"employer_id": sample_id(employer), "day": datetime.now(UTC).date(), "on_time": on_time, "late": late}
    in_database(client, lambda tx: tx.execute(reply_days.insert(), row) and None)


@pytest.fixture
def jobs(client: TestClient, person: Person) -> list[dict[str, Any]]:
    load_jobs(client)
    in_database(client, lambda tx: add_sample_employers(tx, now()))
    onboard(person)
    found: list[dict[str, Any]] = person.get("/api/matches")["jobs"]
    return found


def test_an_employer_that_answers_moves_up_by_at_most_two_points(
    client: TestClient, person: Person, jobs: list[dict[str, Any]]
) -> None:
    assert {job["replies"] for job in jobs} == {None}
    scores = [job["score"] for job in jobs]
    assert scores == sorted(scores, reverse=True)
    last = next(
        job for job in reversed(jobs) if job["score"] >= scores[0] - 1 and job["employer"] != jobs[0]["employer"]
    )
    record(client, last["employer"], 19, 1)
    after = person.get("/api/matches")["jobs"]
    raised = next(job for job in after if job["id"] == last["id"])
    assert raised["replies"] == {"percent": 95, "points": 1.8}
    assert raised["score"] == last["score"]
    assert after.index(raised) < jobs.index(last)
    assert all(job["score"] <= raised["score"] + 2 for job in after)
    assert after[0]["score"] <= raised["score"] + MAX_POINTS
    by_pay = person.get("/api/matches?sort=pay")["jobs"]
    assert [job["pay"]["low"] for job in by_pay] == sorted((job["pay"]["low"] for job in by_pay), reverse=True)


def test_fewer_than_five_promises_say_nothing(client: TestClient, person: Person, jobs: list[dict[str, Any]]) -> None:
    record(client, jobs[0]["employer"], 4, 0)
    assert {job["replies"] for job in person.get("/api/matches")["jobs"]} == {None}


def test_promises_of_last_year_say_nothing(client: TestClient, person: Person, jobs: list[dict[str, Any]]) -> None:
    def store(tx: Tx) -> None:
        old = {"employer_id": sample_id(jobs[0]["employer"]), "day": datetime(2025, 1, 1, tzinfo=UTC).date()}
        tx.execute(reply_days.insert(), {**old, "on_time": 50, "late": 0})

    in_database(client, store)
    assert {job["replies"] for job in person.get("/api/matches")["jobs"]} == {None}
