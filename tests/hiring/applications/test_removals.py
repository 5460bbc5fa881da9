"""Jobs that a member takes down: nobody else notices within the time to undo, and after it what waits is closed."""

from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from dayshift.core import audit
from dayshift.core.tasks import Worker
from dayshift.core.tasks.models import tasks
from dayshift.hiring.applications.removals import REMOVE_JOB
from dayshift.hiring.employers.models import members
from tests.hiring.applications.test_decide import after_undo
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def listed(member: StaffMember, posting: str) -> Any:
    return {one["id"]: one for one in member.ask("GET", "/jobs")["jobs"]}.get(posting)


def take_down(member: StaffMember, posting: str) -> Any:
    body = {"state": "removed", "version": listed(member, posting)["version"]}
    return member.ask("POST", f"/jobs/{posting}/state", body)


def acts(client: TestClient, posting: str) -> list[tuple[str, str]]:
    entries = audit.audit_entries.c
    found = select(entries.action, entries.actor).where(entries.subject_id == posting).order_by(entries.id)
    return in_database(client, lambda tx: [(row.action, row.actor) for row in tx.execute(found)])


def test_nobody_notices_before_the_time_to_undo_is_over(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, job, posting = diner.member("manager"), diner.jobs[0], diner.postings[0]
    early = applied(client, person, job)
    planned = take_down(maria, posting)
    assert (planned["state"], planned["removalDueAt"] is None) == ("live", False)
    after_undo(client, worker, seconds=25)
    assert client.get(f"/jobs/{job}").status_code == 200
    assert person.get(f"/api/applications/{early}")["stage"] == "submitted"
    other = Person.register(client, "rosa@example.com")
    late = applied(client, other, job)

    after_undo(client, worker)
    assert client.get(f"/jobs/{job}").status_code == 410
    for who, one in ((person, early), (other, late)):
        found = who.get(f"/api/applications/{one}")
        assert (found["stage"], found["moves"][-1]["reason"]) == ("closed", "removed")
        assert "no longer available" in found["moves"][-1]["letter"]["paragraphs"][1]
    assert listed(maria, posting) is None
    maria.ask("DELETE", f"/jobs/{posting}/removal", expect=404)
    assert acts(client, posting)[-2:] == [("job.removal_planned", "member"), ("job.changed", "member")]


def test_a_removal_that_is_undone_leaves_no_trace_for_candidates(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, sam, posting = diner.member("manager"), diner.member("manager", "Sam Okafor"), diner.postings[0]
    one = applied(client, person, diner.jobs[0])
    take_down(maria, posting)
    back = sam.ask("DELETE", f"/jobs/{posting}/removal")  # A colleague may have a reason to keep it.
    assert (back["state"], back["removalDueAt"]) == ("live", None)
    sam.ask("DELETE", f"/jobs/{posting}/removal", expect=404)
    after_undo(client, worker)
    assert client.get(f"/jobs/{diner.jobs[0]}").status_code == 200
    assert person.get(f"/api/applications/{one}")["stage"] == "submitted"
    assert listed(maria, posting)["state"] == "live"
    assert acts(client, posting)[-2:] == [("job.removal_planned", "member"), ("job.removal_undone", "member")]


def test_a_second_removal_has_its_own_time_to_undo(client: TestClient, worker: Worker, diner: Business) -> None:
    maria, posting = diner.member("manager"), diner.postings[0]
    take_down(maria, posting)
    maria.ask("DELETE", f"/jobs/{posting}/removal")
    due = in_database(client, lambda tx: tx.execute(select(tasks.c.due_at).where(tasks.c.kind == REMOVE_JOB)).scalar())
    take_down(maria, posting)
    assert listed(maria, posting)["removalDueAt"] > due.isoformat()
    at_once = update(tasks).where(tasks.c.kind == REMOVE_JOB).values(due_at=due)
    in_database(client, lambda tx: tx.execute(at_once) and None)
    after_undo(client, worker, seconds=29)
    assert listed(maria, posting)["state"] == "live"


def test_a_job_that_is_taken_down_cannot_be_changed(client: TestClient, diner: Business) -> None:
    maria, posting = diner.member("manager"), diner.postings[0]
    version = take_down(maria, posting)["version"]
    for state in ("paused", "filled", "removed"):
        maria.ask("POST", f"/jobs/{posting}/state", {"state": state, "version": version}, expect=404)
    maria.ask("GET", f"/jobs/{posting}", expect=404)
    placement = {"locationId": diner.locations[0], "openings": 2, "version": version}
    maria.ask("PUT", f"/jobs/{posting}/placement", placement, expect=404)
    maria.ask("DELETE", f"/jobs/{posting}/removal")
    maria.ask("POST", f"/jobs/{posting}/state", {"state": "paused", "version": version + 1})


def test_a_job_stays_if_the_member_may_not_hire_there_any_more(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, sam, posting = diner.member("manager"), diner.member("manager", "Sam Okafor"), diner.postings[0]
    one = applied(client, person, diner.jobs[0])
    take_down(maria, posting)
    gone = update(members).where(members.c.id == maria.id).values(state="deactivated")
    in_database(client, lambda tx: tx.execute(gone) and None)
    after_undo(client, worker)
    assert (listed(sam, posting)["state"], listed(sam, posting)["removalDueAt"]) == ("live", None)
    assert person.get(f"/api/applications/{one}")["stage"] == "submitted"
    assert acts(client, posting)[-1] == ("job.removal_undone", "system")


def test_a_decision_that_waits_ends_with_the_job(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, posting = diner.member("manager"), diner.postings[0]
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    take_down(maria, posting)
    headers = {"If-Match": "2", "Idempotency-Key": "a-question"}
    maria.ask("POST", f"/applications/{one}/moves", {"action": "ask", "text": "When?"}, headers=headers)
    after_undo(client, worker)  # Both are due at nearly the same moment, the removal first.
    assert person.get(f"/api/applications/{one}")["stage"] == "closed"
