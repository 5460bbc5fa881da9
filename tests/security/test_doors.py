"""Authorization of every operation in the contract, so new operations are covered automatically."""

from starlette.testclient import TestClient

from tests.people import Person
from tests.security.conftest import Rows, Victim
from tests.security.contract import MISSING_ID, PUBLIC, operations

STAFF = [operation for operation in operations() if operation.staff]
PROTECTED = [operation for operation in operations() if not operation.staff and str(operation) not in PUBLIC]
WITH_IDS = [operation for operation in PROTECTED if operation.takes_id]


def test_public_operations_match_contract() -> None:
    assert {str(operation) for operation in operations()} >= PUBLIC
    for operation in operations():
        spec = operation.spec["responses"].get("401", {}).get("description", "")
        assert ("not_signed_in" in spec) == (str(operation) not in PUBLIC), operation


def test_staff_operations_require_a_staff_session(client: TestClient, person: Person, rows: Rows) -> None:
    """A candidate's token opens none of them, whichever way it is sent."""
    before = rows()
    for operation in STAFF:
        request = operation.request({})
        extra = request.pop("headers", {})
        tokens = ({"Authorization": f"Bearer {person.token}"}, {"Cookie": f"dayshift_desk={person.token}"})
        for headers in ({}, *tokens):
            reply = client.request(**request, headers={**extra, **headers})
            assert (reply.status_code, reply.json()["code"]) == (401, "staff_not_signed_in"), (str(operation), headers)
    assert rows() == before


def test_protected_operations_require_a_valid_session(client: TestClient, victim: Victim, rows: Rows) -> None:
    signed_out = Person.register(client, "omar@example.com")
    signed_out.post("/api/auth/logout")
    before = rows()
    for operation in PROTECTED:
        request = operation.request(victim.ids)
        extra = request.pop("headers", {})
        for headers in (
            {},
            {"Authorization": f"Bearer {victim.person.id}"},
            {"Authorization": f"Bearer {signed_out.token}"},
            {"Authorization": f"Basic {victim.person.token}"},
            {"Cookie": f"dayshift_session={victim.ids['session_id']}"},
        ):
            reply = client.request(**request, headers={**extra, **headers})
            assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in"), (str(operation), headers)
    assert rows() == before


def test_no_request_acts_for_another_person_than_it_names(client: TestClient, victim: Victim, rows: Rows) -> None:
    """A tab that was left open names the person whose page it shows; somebody else has signed in since."""
    owner = victim.owner
    before = rows()
    for operation in PROTECTED + STAFF:
        request = operation.request(victim.ids)
        token = victim.caller(operation).token
        headers = {**request.pop("headers", {}), "Authorization": f"Bearer {token}", "X-Signed-In-As": MISSING_ID}
        reply = client.request(**request, headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (401, "signed_in_as_other"), str(operation)
    for path, token in (("/api/auth/logout", victim.person.token), ("/api/desk/sign-out", owner.token)):
        headers = {"Authorization": f"Bearer {token}", "X-Signed-In-As": MISSING_ID}
        assert client.post(path, headers=headers).json()["code"] == "signed_in_as_other"
    assert rows() == before
    for path, token, person_id in (
        ("/api/auth/me", victim.person.token, victim.person.id),
        ("/api/desk/me", owner.token, owner.id),
    ):
        headers = {"Authorization": f"Bearer {token}", "X-Signed-In-As": person_id}
        assert client.get(path, headers=headers).status_code == 200, path


def test_other_users_rows_return_404(client: TestClient, victim: Victim, rows: Rows) -> None:
    stranger = Person.register(client, "omar@example.com")
    before = rows()
    for operation in WITH_IDS:
        forbidden = stranger.call(**operation.request(victim.ids))
        missing = stranger.call(**operation.request(dict.fromkeys(victim.ids, MISSING_ID)))
        assert (forbidden.status_code, missing.status_code) == (404, 404), (str(operation), forbidden.text)
        assert forbidden.json() == missing.json()
    assert rows() == before


def test_owner_can_access_own_rows(victim: Victim) -> None:
    """Otherwise the test above would also pass for requests that always fail."""
    # They end the victim's application and session, so they come last.
    last = ("session_id", "/withdraw")
    for operation in sorted(WITH_IDS, key=lambda operation: [end in operation.path for end in last]):
        reply = victim.person.call(**operation.request(victim.ids))
        assert reply.status_code not in {401, 403, 422}, (str(operation), reply.text)
        if not operation.path.endswith(("/media", "/captions")):  # They do not exist until the worker has created them.
            assert reply.status_code != 404, (str(operation), reply.text)
