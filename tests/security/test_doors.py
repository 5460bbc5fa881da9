"""Who gets in: derived from the contract, so that a new operation is tested the day it is written."""

from starlette.testclient import TestClient

from tests.people import Person
from tests.security.conftest import Rows, Victim
from tests.security.contract import PUBLIC, operations

NOBODY = "0197a000-0000-7000-8000-000000000000"
LOCKED = [operation for operation in operations() if str(operation) not in PUBLIC]
WITH_IDS = [operation for operation in LOCKED if operation.names_a_row]


def test_the_list_of_what_is_public_is_true() -> None:
    assert {str(operation) for operation in operations()} >= PUBLIC
    for operation in operations():
        says = operation.says["responses"].get("401", {}).get("description", "")
        assert ("not_signed_in" in says) == (str(operation) not in PUBLIC), operation


def test_without_a_session_nothing_opens(client: TestClient, victim: Victim, rows: Rows) -> None:
    ended = Person.register(client, "omar@example.com")
    ended.post("/api/auth/logout")
    before = rows()
    for operation in LOCKED:
        request = operation.request(victim.ids)
        extra = request.pop("headers", {})
        for headers in (
            {},
            {"Authorization": f"Bearer {victim.person.id}"},
            {"Authorization": f"Bearer {ended.token}"},
            {"Authorization": f"Basic {victim.person.token}"},
            {"Cookie": f"dayshift_session={victim.ids['session_id']}"},
        ):
            reply = client.request(**request, headers={**extra, **headers})
            assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in"), (str(operation), headers)
    assert rows() == before


def test_the_rows_of_others_do_not_exist(client: TestClient, victim: Victim, rows: Rows) -> None:
    stranger = Person.register(client, "omar@example.com")
    before = rows()
    for operation in WITH_IDS:
        theirs = stranger.call(**operation.request(victim.ids))
        nobodys = stranger.call(**operation.request(dict.fromkeys(victim.ids, NOBODY)))
        assert (theirs.status_code, nobodys.status_code) == (404, 404), (str(operation), theirs.text)
        assert theirs.json() == nobodys.json()
    assert rows() == before


def test_their_owner_is_let_in(victim: Victim) -> None:
    """Else the test above would be content with requests that nobody can make."""
    for operation in sorted(WITH_IDS, key=lambda operation: "session_id" in operation.path):  # It ends her session.
        reply = victim.person.call(**operation.request(victim.ids))
        assert reply.status_code not in {401, 403, 422}, (str(operation), reply.text)
        if not operation.path.endswith(("/media", "/captions")):  # There are none before the worker has made them.
            assert reply.status_code != 404, (str(operation), reply.text)
