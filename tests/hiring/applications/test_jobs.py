"""An employer's jobs over HTTP: pages, counts, pause and resume, and filled jobs that close their applications."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.hiring.desk import list_routes
from dayshift.hiring.desk.job_routes import PAGE
from dayshift.hiring.employers.models import postings
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def jobs(member: StaffMember) -> dict[str, Any]:
    return {job["title"]: job for job in member.ask("GET", "/jobs")["jobs"]}


def change(member: StaffMember, job: Any, state: str, *, expect: int = 200) -> Any:
    body = {"state": state, "version": job["version"]}
    return member.ask("POST", f"/jobs/{job['id']}/state", body, expect=expect)


def test_counts_follow_the_applications(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    assert [jobs(maria)["Restaurant Server"][name] for name in ("newCount", "reviewCount", "openings")] == [1, 0, 2]
    viewed(client, maria, application_id)
    assert [jobs(maria)["Restaurant Server"][name] for name in ("newCount", "reviewCount")] == [0, 1]


def test_nobody_applies_for_a_paused_job(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    job = jobs(maria)["Line Cook"]
    change(maria, job, "paused")
    path = f"/api/applications/states?job={diner.jobs[1]}"
    assert person.get(path)["jobs"][0]["state"] == "closed"
    assert change(maria, job, "live", expect=409)["code"] == "stale_job"
    change(maria, jobs(maria)["Line Cook"], "live")
    assert person.get(path)["jobs"][0]["state"] == "open"


def test_a_filled_job_closes_its_open_applications_only(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    other = Person.register(client, "rosa@example.com")
    closed, kept = applied(client, person, diner.jobs[0]), applied(client, other, diner.jobs[1])
    change(maria, jobs(maria)["Restaurant Server"], "filled")
    found = person.get(f"/api/applications/{closed}")
    assert (found["stage"], found["moves"][-1]["reason"]) == ("closed", "filled")
    assert "filled" in found["moves"][-1]["letter"]["paragraphs"][1]
    assert other.get(f"/api/applications/{kept}")["stage"] == "submitted"


def test_locations_and_roles_are_walls(client: TestClient, person: Person, diner: Business) -> None:
    here = diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    assert list(jobs(here)) == ["Restaurant Server"]
    cook = jobs(diner.member("owner", "Ana Whitlock"))["Line Cook"]
    stranger = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    for member in (here, stranger):
        change(member, cook, "filled", expect=404)
    reviewer = diner.member("reviewer", "Theo Grant")
    assert reviewer.call("GET", "/jobs").status_code == 403
    assert person.call("GET", "/api/desk/jobs").status_code == 401


def add_paused(tx: Tx, diner: Business, count: int) -> None:
    """Add paused jobs at the first location; every second one was changed at the same moment as the one before."""
    at = now() - timedelta(days=1)
    values = {"employer_id": diner.id, "location_id": diner.locations[0], "state": "paused", "imported": True}
    values |= {"openings": 1, "details": {}, "version": 1, "created_at": at}
    rows = [
        {**values, "id": new_id(), "title": f"Job {number}", "changed_at": at - timedelta(seconds=number // 2)}
        for number in range(count)
    ]
    tx.execute(insert(postings), rows)


def test_jobs_come_in_pages_and_a_change_loses_none(client: TestClient, diner: Business) -> None:
    ana, here = diner.member("owner", "Ana Whitlock"), diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    in_database(client, add_paused, diner, 2 * PAGE + 1)
    first = ana.ask("GET", "/jobs")
    assert (len(first["jobs"]), first["live"], first["paused"]) == (PAGE, 2, 2 * PAGE + 1)
    assert here.ask("GET", "/jobs")["live"] == 1
    # A job of the first page changes meanwhile: the pages after it stay as they were.
    moved = first["jobs"][-1]
    live = ana.ask("POST", f"/jobs/{moved['id']}/state", {"state": "live", "version": 1})
    assert (live["id"], live["state"]) == (moved["id"], "live")
    found, page = list(first["jobs"]), first
    while page["next"]:
        page = ana.ask("GET", "/jobs", params={"after": page["next"]})
        found += page["jobs"]
    assert len({one["id"] for one in found}) == len(found) == 2 * PAGE + 3
    for after in ("x", "2026-13-40T00:00:00+00:00_1", "2026-01-01T00:00:00_1"):
        ana.ask("GET", "/jobs", params={"after": after}, expect=422)


def test_a_job_whose_time_is_over_counts_as_not_live(client: TestClient, diner: Business) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    over = update(postings).where(postings.c.id == diner.postings[0]).values(live_until=now() - timedelta(days=1))
    in_database(client, lambda tx: tx.execute(over) and None)
    assert ana.ask("GET", "/jobs")["live"] == 1


def test_counts_add_up_what_was_sent_before_a_job_moved(client: TestClient, person: Person, diner: Business) -> None:
    """Applications keep the location at which they were sent; there is a counter for each location."""
    ana = diner.member("owner", "Ana Whitlock")
    other = Person.register(client, "rosa@example.com")
    applied(client, person, diner.jobs[0])
    body = {"locationId": diner.locations[1], "openings": 2, "replyDays": None, "version": 1}
    ana.ask("PUT", f"/jobs/{diner.postings[0]}/placement", body)
    applied(client, other, diner.jobs[0])
    assert jobs(ana)["Restaurant Server"]["newCount"] == 2


def test_filters_are_bounded_and_say_so(client: TestClient, diner: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, _ = diner.member("owner", "Ana Whitlock"), diner.member("manager")
    assert ana.ask("GET", "/list-choices")["cut"] == []
    in_database(client, add_paused, diner, 2)
    monkeypatch.setattr(list_routes, "MAX_CHOICES", 1)
    choices = ana.ask("GET", "/list-choices")
    assert choices["cut"] == ["jobs", "locations", "members"]
    assert [len(choices[name]) for name in choices["cut"]] == [1, 1, 1]
    assert choices["jobs"][0]["id"] in diner.postings, "the ones that were changed last"
