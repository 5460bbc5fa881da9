"""What people may send without breaking anything, for themselves or for others."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.people import PASSWORD, Person
from tests.security.conftest import Victim
from tests.security.contract import operations

REGISTER = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}


def test_no_text_holds_nul(victim: Victim) -> None:
    """One database keeps it, the other fails."""
    for operation in operations():
        request = operation.request(victim.ids)
        for key, value in request.get("json", {}).items():
            if isinstance(value, str) and key != "userId":
                reply = victim.person.call(**{**request, "json": {**request["json"], key: f"{value}\0"}})
                assert reply.status_code == 422, (str(operation), key, reply.text)


def test_no_address_holds_nul(victim: Victim) -> None:
    for operation in operations():
        if "_id}" in operation.path:
            reply = victim.person.call(**operation.request(dict.fromkeys(victim.ids, "%00")))
            assert reply.status_code == 404, str(operation)


def test_nul_deep_inside_is_found(victim: Victim) -> None:
    manifest = {"segments": [{"segment": 0, "count": 1, "mimeType": "video/webm\0"}]}
    path = f"/api/recordings/{victim.ids['recording_id']}/takes/2/complete"
    assert victim.person.call("POST", path, manifest).status_code == 422
    step = {"step": 2, "data": {"jobSearchPrompt": "cook\0"}}
    assert victim.person.call("PATCH", "/api/auth/step", step).status_code == 422
    assert victim.person.call("PATCH", "/api/auth/step", {"step": 2, "data": {"\0": {"a": ["\0"]}}}).status_code == 422


MONSTROUS = [
    b"[" * 100_000,
    b'{"email":' + b'{"a":' * 30_000 + b"1" + b"}" * 30_001,
    b'{"email":"maya@example.com","password":' + b"9" * 5000 + b"}",
    b'{"\\ud800":1}',
    b'{"email":"\\udfff@example.com","password":"x"}',
    b"\xff\xfe",
    b'{"email":NaN,"password":Infinity}',
    b"",
    b"null",
]


def test_a_monstrous_body_is_only_malformed(client: TestClient) -> None:
    for body in MONSTROUS:
        reply = client.post("/api/auth/login", content=body, headers={"Content-Type": "application/json"})
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid_request")


OF_FORMS = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None]


def test_json_that_a_plain_form_could_send_is_refused(client: TestClient, person: Person) -> None:
    for kind in OF_FORMS:
        body = b'{"email":"maya@example.com","password":"%s"}' % PASSWORD.encode()
        reply = client.post("/api/auth/login", content=body, headers={"Content-Type": kind} if kind else {})
        assert reply.status_code == 422


ENDS_OF_TIME = [
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "1999-12-31T23:59:59Z",
    "2200-01-01T00:00:00Z",
    "2026-12-01T09:00:00",
]


def test_times_at_the_ends_of_the_calendar_are_refused(person: Person) -> None:
    """Half an hour before the year 1 is no time; a list with such an interview could never be shown again."""
    for when in ENDS_OF_TIME:
        body = {"userId": person.id, "jobTitle": "Line Cook", "scheduledAt": when}
        assert person.call("POST", "/api/interviews", body).status_code == 422
        assert person.get(f"/api/users/{person.id}/interviews") == []


def test_no_slot_is_asked_for_there_either(client: TestClient) -> None:
    for when in ENDS_OF_TIME:
        body = {"startsAt": when, "zone": "America/New_York"}
        assert client.post("/api/schedule/holds", json=body).status_code == 422
    for zone in ("\0", "../../etc/passwd", "/etc/localtime", "UTC\0", "a" * 65, ""):
        assert client.get("/api/schedule/slots", params={"zone": zone}).status_code == 422
    for first in ("0001-01-01", "9999-12-31"):
        reply = client.get("/api/schedule/slots", params={"zone": "Pacific/Kiritimati", "first": first})
        assert reply.status_code == 200


def test_a_manifest_that_would_keep_the_server_busy_is_refused(victim: Victim) -> None:
    segments = [{"segment": n, "count": 5000, "mimeType": "video/webm"} for n in range(200)]
    path = f"/api/recordings/{victim.ids['recording_id']}/takes/1/complete"
    began = time.perf_counter()
    assert victim.person.call("POST", path, {"segments": segments}).status_code == 422
    assert victim.person.call("POST", path, {"segments": segments[:4]}).status_code == 409  # These may be on their way.
    assert time.perf_counter() - began < 5


def test_only_the_consent_in_force_can_be_given(victim: Victim) -> None:
    path = f"/api/interviews/{victim.ids['interview_id']}"
    body = {"version": "2025-01", "recording": True, "aiScoring": False}
    reply = victim.person.call("POST", f"{path}/consent", body)
    assert (reply.status_code, reply.json()["code"]) == (409, "consent_required")
    assert victim.person.get(path)["consentVersion"] == "2026-11c"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("MAYA@EXAMPLE.COM", "maya@example.com"),
        ("maya@example\u3002com", "maya@example.com"),  # An ideographic full stop.
        ("ma\u017fha@example.com", "masha@example.com"),  # A long s.
        ("\ufb01ona@example.com", "fiona@example.com"),  # A ligature.
        ("maya@xn--exmple-cua.com", "maya@ex\u00e4mple.com"),
    ],
)
def test_one_mailbox_has_one_account_however_it_is_written(client: TestClient, typed: str, kept: str) -> None:
    """And whatever is sent goes to the address that is kept, never to the one that was typed."""
    assert client.post("/api/auth/register", json={**REGISTER, "email": typed}).json()["user"]["email"] == kept
    client.cookies.clear()
    assert client.post("/api/auth/register", json={**REGISTER, "email": kept}).status_code == 409


NO_ADDRESSES = [
    "\u0390" * 32 + "@" + ".".join(["a" * 60, "b" * 60, "c" * 60, "com"]),  # Three letters once its case is folded.
    "maya@example.com\r\nBcc: omar@example.com",
    "maya\u200b@example.com",
    "maya@[127.0.0.1]",
    '"a b"@example.com',
    "Maya <maya@example.com>",
    "maya@example.com,omar@example.com",
]


def test_what_is_no_plain_address_is_refused(client: TestClient) -> None:
    for email in NO_ADDRESSES:
        assert client.post("/api/auth/register", json={**REGISTER, "email": email}).status_code == 422


def test_of_many_who_register_one_address_at_once_one_succeeds(client: TestClient) -> None:
    def register(_: int) -> int:
        return client.post("/api/auth/register", json=REGISTER).status_code

    with ThreadPoolExecutor(8) as together:
        assert sorted(together.map(register, range(8))) == [201] + [409] * 7


WAYS_OUT = ["/assets/..%2f..%2fapp.py", "/..%2fapp.py", "/%2e%2e/app.py", "/assets/%2e%2e/app.py"]


def test_no_path_leaves_the_folder_of_the_app(client: TestClient) -> None:
    for path in WAYS_OUT:
        assert "create_app" not in client.get(path).text


NO_TAKES = ["..%2f1", "%2e%2e", "1%2f..%2f..%2f2", "-1", "0", "1e3", "%D9%A1", "999999999999"]


def test_no_number_of_a_take_leaves_its_recording(victim: Victim) -> None:
    for number in NO_TAKES:
        path = f"/api/recordings/{victim.ids['recording_id']}/takes/{number}/chunks"
        assert victim.person.call("GET", path).status_code in {404, 422}


FORBIDDEN: list[dict[str, Any]] = [
    {"currentStep": 5},
    {"flowCompleted": True},
    {"interviewCompleted": True},
    {"emailVerified": True},
    {"phoneVerified": True},
    {"passwordHash": "x"},
    {"id": "x"},
    {"status": "completed"},
    {"aiScore": 100},
    {"role": "operator"},
]


def test_nothing_else_is_set_along_with_anything(victim: Victim) -> None:
    """Every payload of the contract is closed: a key that it does not name is refused, not ignored."""
    for operation in operations():
        request = operation.request(victim.ids)
        for extra in FORBIDDEN if "json" in request else []:
            reply = victim.person.call(**{**request, "json": {**request["json"], **extra}})
            assert reply.status_code == 422, (str(operation), extra)
