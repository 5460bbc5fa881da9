"""Saving and hiding jobs over HTTP."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.jobs.catalog.actions import replace_source
from tests.jobs.catalog.test_catalogue import row
from tests.matching.onboarding.test_onboarding import load_jobs, onboard
from tests.people import Person, server_services

GONE = "00000000-0000-7000-8000-000000000000"
STATED = {
    "title": "Server </script><b>& more",
    "pay_low": 1750,
    "pay_high": 2100,
    "employment_type": "full-time",
    "shifts": ["weekday-mornings", "weekends"],
    "experience_years": 2,
    "start": "within-1-week",
}


@pytest.fixture
def matched(client: TestClient, person: Person) -> list[dict[str, Any]]:
    """The matches of a candidate in New York over the sample catalogue."""
    load_jobs(client)
    onboard(person)
    jobs: list[dict[str, Any]] = person.get("/api/matches")["jobs"]
    assert len(jobs) > 3
    return jobs


def store(client: TestClient, **changes: Any) -> None:
    """Make this the only job of its source."""
    assert client.portal is not None
    rows = [row("a", **{**STATED, **changes})] if changes.get("title", "") is not None else []
    client.portal.call(server_services(client).db.write, replace_source, "feed", rows, now())


def only_job(client: TestClient, person: Person, **changes: Any) -> str:
    """The id of the job when the catalogue has just this one."""
    store(client, **changes)
    onboard(person)
    job_id: str = person.get("/api/matches")["jobs"][0]["id"]
    return job_id


def mark(person: Person, job_id: str, mark: str, reason: str | None = None) -> Any:
    reply = person.call("PUT", f"/api/job-marks/{job_id}", {"mark": mark, "reason": reason})
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_saved_job_stays_and_says_so(person: Person, matched: list[dict[str, Any]]) -> None:
    kept = mark(person, matched[1]["id"], "saved")
    assert (kept["title"], kept["open"]) == (matched[1]["title"], True)
    after = person.get("/api/matches")
    assert [job["saved"] for job in after["jobs"][:3]] == [False, True, False]
    assert (after["saved"], after["hidden"], after["totalMatches"]) == (1, 0, len(matched))
    assert [one["jobId"] for one in person.get("/api/job-marks?mark=saved")["marks"]] == [matched[1]["id"]]


def test_a_hidden_job_is_in_no_figure_until_it_is_shown_again(person: Person, matched: list[dict[str, Any]]) -> None:
    before = person.get("/api/matches")
    gone = matched[0]["id"]
    assert mark(person, gone, "hidden", "distance")["reason"] == "distance"
    after = person.get("/api/matches")
    assert gone not in [job["id"] for job in after["jobs"]]
    assert (after["totalMatches"], after["hidden"]) == (before["totalMatches"] - 1, 1)
    assert person.call("DELETE", f"/api/job-marks/{gone}").status_code == 200
    assert person.get("/api/matches") == before


def test_the_latest_mark_of_a_job_counts(person: Person, matched: list[dict[str, Any]]) -> None:
    mark(person, matched[0]["id"], "hidden", "pay")
    mark(person, matched[0]["id"], "saved")
    (only,) = person.get("/api/job-marks?mark=saved")["marks"]
    assert (only["mark"], only["reason"]) == ("saved", None)


def test_marks_are_everybodys_own(client: TestClient, person: Person, matched: list[dict[str, Any]]) -> None:
    mark(person, matched[0]["id"], "hidden")
    other = Person.register(client, "omar@example.com")
    onboard(other)
    assert other.get("/api/job-marks?mark=hidden")["marks"] == []
    assert other.get("/api/matches")["totalMatches"] == len(matched)
    assert other.call("DELETE", f"/api/job-marks/{matched[0]['id']}").status_code == 200
    assert len(person.get("/api/job-marks?mark=hidden")["marks"]) == 1


def test_only_an_open_job_can_be_marked(person: Person) -> None:
    assert person.call("PUT", f"/api/job-marks/{GONE}", {"mark": "saved"}).status_code == 404
    assert person.call("PUT", f"/api/job-marks/{GONE}", {"mark": "loved"}).status_code == 422


def test_a_saved_job_that_was_taken_down_is_said_to_be(client: TestClient, person: Person) -> None:
    job_id = only_job(client, person)
    mark(person, job_id, "saved")
    store(client, title=None)
    (only,) = person.get("/api/job-marks?mark=saved")["marks"]
    assert (only["open"], only["title"], only["payLow"]) == (False, STATED["title"], None)


def test_what_would_make_a_job_fit_better_is_said(client: TestClient, person: Person) -> None:
    store(client, pay_low=1600, pay_high=1600, shifts=["weekends", "holidays"], start="immediately")
    onboard(person, start_date="immediately")
    (job,) = person.get("/api/matches")["jobs"]
    assert {better["change"] for better in job["better"]} == {"pay", "times"}
    assert all(better["score"] > job["score"] for better in job["better"])
    changed = {better["change"]: better["score"] for better in job["better"]}
    onboard(person, hourly_rate="15")
    assert person.get("/api/matches")["jobs"][0]["score"] == changed["pay"]
