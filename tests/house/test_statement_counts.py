"""The most used routes execute the same number of statements for an account with little data and with much."""

import pytest
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import adopt_jobs
from dayshift.jobs.catalog import jobs_of_employers
from dayshift.jobs.catalog.actions import replace_source
from tests.hiring.applications.many import HISTORIES, add_many
from tests.jobs.catalog.test_catalogue import row
from tests.matching.onboarding.test_onboarding import onboard
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed
from tests.statements import recorded_statements

pytestmark = pytest.mark.both_engines

MANY = 4
"""Employers, and interviews, of the large account."""

CANDIDATE = (
    "/api/auth/me",
    "/api/matches",
    "/api/job-marks?mark=saved",
    "/api/applications",
    "/api/applications/states?{states}",
    "/api/users/{user}/interviews",
    "/api/notices",
    "/api/schedule/bookings",
    "/api/privacy/data",
    "{feed}",
)
DESK = (
    "/applications",
    "/applications?view=all_open&sort=newest",
    "/queue",
    "/threads",
    "/list-choices",
    "/jobs",
    "/team",
    "/calendar?from=2026-01-01T00:00:00Z&until=2026-02-01T00:00:00Z",
    "/reports/fairness",
)


def send(client: TestClient, person: Person, member: StaffMember, job: str) -> None:
    """Interview and apply; save the job; let a member view an answer and both write."""
    application = applied(client, person, job)
    viewed(client, member, application)
    person.put(f"/api/job-marks/{job}", {"mark": "saved"})
    person.post(f"/api/applications/{application}/messages", {"text": "Hello"})
    body, key = {"text": "Hello"}, {"Idempotency-Key": f"key-{application}"}
    member.ask("POST", f"/applications/{application}/messages", body, expect=201, headers=key)


def add_jobs(client: TestClient, diner: Business) -> None:
    """Add jobs of the employer."""
    rows = [row(f"more {number}", title="Line Cook", employer="Two Spoons Diner") for number in range(MANY)]
    in_database(client, replace_source, "more", rows, now())

    def adopt(tx: Tx) -> None:
        found = jobs_of_employers(tx, ["Two Spoons Diner"], now())
        new = [job.id for job in found if job.id not in diner.jobs]
        adopt_jobs(tx, diner.id, new, diner.locations[0])

    in_database(client, adopt)


def grow(client: TestClient, diner: Business, member: StaffMember) -> None:
    """Add applications of many candidates in every state."""
    places = {job: (diner.postings[i], diner.locations[i]) for i, job in enumerate(diner.jobs)}
    in_database(client, add_many, diner.id, places, (member.id, member.name), list(HISTORIES) * 2, now())


def counts(person: Person, member: StaffMember, jobs: list[str]) -> dict[str, int]:
    """The number of statements of each route."""
    feed = person.put("/api/calendar-feed", {})["url"].partition("/api/")[2]
    values = {"states": "&".join(f"job={job}" for job in jobs), "user": person.id, "feed": f"/api/{feed}"}
    found = {}
    for path in CANDIDATE:
        with recorded_statements() as executed:
            reply = person.call("GET", path.format(**values))
        assert reply.status_code == 200, (path, reply.text)
        found[path] = len(executed)
    for path in DESK:
        with recorded_statements() as executed:
            member.ask("GET", path)
        found[f"desk {path}"] = len(executed)
    return found


def test_statements_do_not_grow_with_the_data_of_an_account(client: TestClient, person: Person) -> None:
    onboard(person)
    diner = business(client)
    member = diner.member("owner")
    send(client, person, member, diner.jobs[0])
    counts(person, member, diner.jobs)  # Fill caches.
    small = counts(person, member, diner.jobs)
    jobs = list(diner.jobs)
    for number in range(MANY):
        other = business(client, f"Diner {number}")
        jobs += other.jobs
        send(client, person, other.member("owner"), other.jobs[0])
    send(client, person, member, diner.jobs[1])
    grow(client, diner, member)
    add_jobs(client, diner)
    large = counts(person, member, jobs)
    assert large == small
    assert max(large.values()) <= 24, large
