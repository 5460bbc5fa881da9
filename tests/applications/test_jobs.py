"""An employer's jobs over HTTP: counts, pause and resume, and filled jobs that close their applications."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, viewed


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
