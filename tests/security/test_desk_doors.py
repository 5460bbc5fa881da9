"""Authorization of every operation for staff: nothing of another employer, another place, or a colleague's own."""

import pytest
from sqlalchemy import Table, func, select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications import models
from dayshift.hiring.employers import open_member_session
from tests.people import Person
from tests.security.conftest import Rows
from tests.security.contract import MISSING_ID, Operation, operations
from tests.security.desk import Desk, open_desk
from tests.staff import StaffMember, business, in_database

WITH_IDS = [operation for operation in operations() if operation.staff and "_id}" in operation.path]
OF_APPLICATIONS = [operation for operation in WITH_IDS if "{application_id}" in operation.path]

CREATED_BY_THE_WORKER = "/media"
GIVES_NOTHING_AWAY = {"role_required"}
"""What a member who may not use an operation at all hears, for every id."""


@pytest.fixture
def desk(client: TestClient, person: Person) -> Desk:
    return open_desk(client, person)


def ids_for(operation: Operation, ids: dict[str, str]) -> dict[str, str]:
    """Return the ids with the view, question or job that this operation means."""
    if operation.path.endswith("/removal"):
        return ids | {"posting_id": ids["removed_posting_id"]}
    if operation.path.startswith("/api/desk/views"):
        return ids | {"view_id": ids["saved_view_id"]}
    if operation.path.startswith("/api/desk/questions"):
        return ids | {
            "question_id": ids["removed_question_id" if operation.method == "DELETE" else "answered_question_id"]
        }
    return ids


def test_the_desk_has_a_row_in_every_table_of_applications(client: TestClient, desk: Desk) -> None:
    """Otherwise the tests below would not see what a new table gives away."""
    tables = [one for one in vars(models).values() if isinstance(one, Table) and "application_id" in one.c]

    def empty(tx: Tx) -> list[str]:
        return [one.name for one in tables if not tx.execute(select(func.count()).select_from(one)).scalar_one()]

    assert in_database(client, empty) == []


def outsiders(client: TestClient, desk: Desk) -> dict[str, StaffMember]:
    """Everybody who works at the desk and may see nothing of this application."""
    return {
        "owner of another employer": business(client, "Blue Cafe").member("owner", "Omar Kaya"),
        "manager of another place": desk.diner.member("manager", "Zoe Lin", [desk.diner.locations[1]]),
        "reviewer who was not assigned": desk.diner.member("reviewer", "Raj Patel"),
    }


def test_rows_of_others_look_missing(client: TestClient, desk: Desk, rows: Rows) -> None:
    callers = outsiders(client, desk)
    before = rows()
    for name, caller in callers.items():
        # Members of the same employer may see its team, places and, by their role, its jobs.
        for operation in WITH_IDS if name.startswith("owner") else OF_APPLICATIONS:
            ids = ids_for(operation, desk.ids)
            asked = Person(client, caller.id, caller.token)
            forbidden = asked.call(**operation.request(ids))
            missing = asked.call(**operation.request(dict.fromkeys(ids, MISSING_ID)))
            assert forbidden.json() == missing.json(), (name, str(operation))
            if forbidden.json()["code"] not in GIVES_NOTHING_AWAY:
                assert (forbidden.status_code, missing.status_code) == (404, 404), (name, str(operation))
    assert rows() == before


def new_session(tx: Tx, member_id: str) -> str:
    return open_member_session(tx, member_id, "Test", 1, confirmed=True, address_proved_at=now())


def test_those_who_may_reach_them_do(client: TestClient, desk: Desk) -> None:
    """Otherwise the test above would also pass for requests that always fail."""
    last = ("/members/", "/sessions/", "/jobs/", "DELETE")  # They end what others need.
    for operation in sorted(WITH_IDS, key=lambda one: [part in str(one) for part in last]):
        owned = any(part in operation.path for part in ("/members/", "/locations/", "/webhooks/", "/api-keys/"))
        caller = desk.owner if owned else desk.maria
        token = caller.token
        if operation.path.endswith("/switch"):  # It ends the session.
            token = in_database(client, new_session, caller.id)
        request = operation.request(ids_for(operation, desk.ids))
        if str(operation).endswith("{application_id}/views"):
            request["json"] = {"answer": 1, "kind": "words"}  # Only what was sent is taken for seen, here its words.
        reply = Person(client, caller.id, token).call(**request)
        assert reply.status_code not in {401, 403, 422}, (str(operation), reply.text)
        if not operation.path.endswith(CREATED_BY_THE_WORKER) and "/invitation" not in operation.path:
            if operation.path.endswith(("reactivate", "hand-over", "/{member_id}")) and reply.status_code == 404:
                continue  # She is active, or deactivated by then: tests/admin/test_leaving.py.
            assert reply.status_code != 404, (str(operation), reply.text)
