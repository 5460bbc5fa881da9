"""Exports while a decision can still be undone: they say what the candidate sees, and nothing that was not sent."""

import csv
import io

import pytest
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.hiring.desk.export import _STAGES
from tests.hiring.applications.test_decide import after_undo, decide, invitation, tomorrow
from tests.people import Person
from tests.staff import StaffMember, applied, business, viewed

pytestmark = pytest.mark.both_engines

DECLINE = {"action": "decline", "reason": "times"}


def read(member: StaffMember, path: str) -> list[dict[str, str]]:
    reply = member.call("GET", path)
    assert reply.status_code == 200, reply.text
    return list(csv.DictReader(io.StringIO(reply.text.removeprefix("\ufeff"))))


def row(member: StaffMember, application: str) -> dict[str, str]:
    """Its row in the exports of all open and all ended applications."""
    rows = read(member, "/applications.csv?view=all_open") + read(member, "/applications.csv?view=ended")
    [found] = [one for one in rows if one["ID"] == application]
    return found


@pytest.mark.parametrize(("name", "decision"), [("decline", "Declined"), ("invite", "Invited"), ("undone", "")])
def test_a_decision_is_exported_once_it_is_sent(
    client: TestClient, person: Person, worker: Worker, name: str, decision: str
) -> None:
    diner = business(client)
    owner = diner.member("owner", "Sam Okafor")
    application = applied(client, person, diner.jobs[0])
    viewed(client, owner, application)

    def seen() -> str:
        """The stage that the candidate sees, as the export calls it."""
        return _STAGES["en"][person.get(f"/api/applications/{application}")["stage"]]

    def reported() -> set[int]:
        return {len(read(owner, f"/reports/{one}.csv")) for one in ("decisions", "records")}

    before = seen()
    decide(owner, application, invitation(tomorrow(9)) if name == "invite" else DECLINE, 2)
    found = row(owner, application)
    assert (found["Stage"], found["Decision"], found["Decided"], found["Decided by"]) == (before, "", "", "")
    assert seen() == before
    assert reported() == {0}
    if name == "undone":
        owner.ask("DELETE", f"/applications/{application}/pending")
    after_undo(client, worker)
    found = row(owner, application)
    assert (found["Stage"], found["Decision"]) == (seen(), decision)
    assert (seen() == before) == (name == "undone")
