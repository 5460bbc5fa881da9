"""Input validation against malformed and malicious requests."""

import itertools
import json
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.core.http import ANONYMOUS_JSON_LIMIT, JSON_LIMIT
from tests.people import PASSWORD, Person
from tests.security.conftest import Victim
from tests.security.contract import operations

ONE_ENGINE = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
"""For bodies that are rejected before the database is used."""

NUL_IDS = dict.fromkeys((name for one in operations() for name in re.findall(r"\{(\w+_id)\}", one.path)), "%00")
REGISTER = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}


def test_text_with_nul_is_rejected(victim: Victim) -> None:
    """SQLite stores it, PostgreSQL raises an error."""
    for operation in (one for one in operations() if not one.of_system):
        request = operation.request(victim.ids)
        for key, value in request.get("json", {}).items():
            if isinstance(value, str) and key != "userId":
                reply = victim.caller(operation).call(**{**request, "json": {**request["json"], key: f"{value}\0"}})
                assert reply.status_code == 422, (str(operation), key, reply.text)


def test_path_with_nul_returns_404(victim: Victim) -> None:
    for operation in operations():
        if "_id}" in operation.path:
            request = operation.request(NUL_IDS)
            reply = victim.caller(operation).call(**request)
            assert reply.status_code == 404, str(operation)


def test_nested_nul_is_rejected(victim: Victim) -> None:
    manifest = {"segments": [{"segment": 0, "count": 1, "mimeType": "video/webm\0"}]}
    path = f"/api/recordings/{victim.ids['recording_id']}/takes/2/complete"
    assert victim.person.call("POST", path, manifest).status_code == 422
    step = {"step": 2, "data": {"jobSearchPrompt": "cook\0"}}
    assert victim.person.call("PATCH", "/api/auth/step", step).status_code == 422
    assert victim.person.call("PATCH", "/api/auth/step", {"step": 2, "data": {"\0": {"a": ["\0"]}}}).status_code == 422


MALFORMED_BODIES = [
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


def test_malformed_body_returns_422(client: TestClient, person: Person) -> None:
    """A large one without a session is not parsed at all."""
    for body in MALFORMED_BODIES:
        headers = {"Content-Type": "application/json"}
        reply = client.post("/api/auth/login", content=body, headers=headers)
        large = len(body) > ANONYMOUS_JSON_LIMIT
        expected = (413, "too_large") if large else (422, "invalid_request")
        assert (reply.status_code, reply.json()["code"]) == expected, body[:80]
        headers["Authorization"] = f"Bearer {person.token}"
        reply = client.post("/api/auth/login", content=body, headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid_request"), body[:80]


@ONE_ENGINE
def test_nested_body_is_rejected_by_every_operation(victim: Victim) -> None:
    """Some depths pass the JSON parser but not the recursive functions after it, so several are sent."""
    statuses: Counter[int] = Counter()
    for operation in operations():
        request = operation.request(victim.ids)
        if not isinstance(request.get("json"), dict):
            continue
        token = (victim.operator if operation.of_operator else victim.person).token
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        for depth, (opening, closing) in itertools.product(
            (40, 200, 480, 900, 1500, 43_000), (("[", "]"), ('{"a":', "}"))
        ):
            nested = opening * depth + "1" + closing * depth
            bodies = [nested, *(_with_raw(request["json"], key, nested) for key in (*request["json"], "data"))]
            for body in bodies:
                reply = victim.person.client.request(
                    operation.method, request["url"], content=body.encode(), headers=headers
                )
                expected = {422, 401} if len(body) <= JSON_LIMIT else {413}  # 401: for employers' members only.
                assert reply.status_code in expected, (str(operation), depth, body[:80], reply.text)
                statuses[reply.status_code] += 1
    assert statuses[422] > 500


def _with_raw(body: dict[str, Any], key: str, value: str) -> str:
    rest = {name: field for name, field in body.items() if name != key}
    return json.dumps(rest)[:-1] + (", " if rest else "") + f"{json.dumps(key)}: {value}}}"


@ONE_ENGINE
@pytest.mark.parametrize(("opening", "closing"), [("[", ""), ("[", "]"), ('{"a":', "}")])
def test_largest_nested_body_is_rejected(client: TestClient, opening: str, closing: str) -> None:
    depth = JSON_LIMIT // len(opening + closing) - 1
    body = (opening * depth + "1" + closing * depth).encode()
    for path in ("/api/auth/login", "/api/schedule/webhooks/cal.com", "/api/error-reports", "/api/calls/webhook"):
        reply = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 400 <= reply.status_code < 500, (path, reply.text)


FORM_CONTENT_TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None]


def test_json_with_form_content_type_is_rejected(client: TestClient, person: Person) -> None:
    for kind in FORM_CONTENT_TYPES:
        body = b'{"email":"maya@example.com","password":"%s"}' % PASSWORD.encode()
        reply = client.post("/api/auth/login", content=body, headers={"Content-Type": kind} if kind else {})
        assert reply.status_code == 422


INVALID_TIMES = [
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "1999-12-31T23:59:59Z",
    "2200-01-01T00:00:00Z",
    "2026-12-01T09:00:00",
]


def test_out_of_range_interview_times_are_rejected(person: Person) -> None:
    """Converting such a time to another zone can overflow, which would break every list with that interview."""
    for when in INVALID_TIMES:
        body = {"userId": person.id, "jobTitle": "Line Cook", "scheduledAt": when}
        assert person.call("POST", "/api/interviews", body).status_code == 422
        assert person.get(f"/api/users/{person.id}/interviews") == []


def test_out_of_range_slot_requests_are_rejected(client: TestClient) -> None:
    for when in INVALID_TIMES:
        body = {"startsAt": when, "zone": "America/New_York"}
        assert client.post("/api/schedule/holds", json=body).status_code == 422
    for zone in ("\0", "../../etc/passwd", "/etc/localtime", "UTC\0", "a" * 65, ""):
        assert client.get("/api/schedule/slots", params={"zone": zone}).status_code == 422
    for first in ("0001-01-01", "9999-12-31"):
        reply = client.get("/api/schedule/slots", params={"zone": "Pacific/Kiritimati", "first": first})
        assert reply.status_code == 200


def test_oversized_manifest_is_rejected(victim: Victim) -> None:
    segments = [{"segment": n, "count": 5000, "mimeType": "video/webm"} for n in range(200)]
    path = f"/api/recordings/{victim.ids['recording_id']}/takes/1/complete"
    started = time.perf_counter()
    assert victim.person.call("POST", path, {"segments": segments}).status_code == 422
    # The chunks of these may still be in transit.
    assert victim.person.call("POST", path, {"segments": segments[:4]}).status_code == 409
    assert time.perf_counter() - started < 5


def test_outdated_consent_version_is_rejected(victim: Victim) -> None:
    path = f"/api/interviews/{victim.ids['interview_id']}"
    body = {"version": "2025-01", "recording": True, "aiScoring": False}
    reply = victim.person.call("POST", f"{path}/consent", body)
    assert (reply.status_code, reply.json()["code"]) == (409, "consent_required")
    assert victim.person.get(path)["consentVersion"] == "2026-11e"


@pytest.mark.parametrize(
    ("typed", "normalized"),
    [
        ("MAYA@EXAMPLE.COM", "maya@example.com"),
        ("maya@example\u3002com", "maya@example.com"),  # An ideographic full stop.
        ("ma\u017fha@example.com", "masha@example.com"),  # A long s.
        ("\ufb01ona@example.com", "fiona@example.com"),  # A ligature.
        ("maya@xn--exmple-cua.com", "maya@ex\u00e4mple.com"),
        ("maya\u200b@example.com", "maya@example.com"),  # An invisible mark of what it was copied from.
        ("Maya <maya@example.com>", "maya@example.com"),  # As mail programs copy it.
    ],
)
def test_equivalent_addresses_share_one_account(client: TestClient, typed: str, normalized: str) -> None:
    """Mail goes to the normalized address, never to the typed one."""
    assert client.post("/api/auth/register", json={**REGISTER, "email": typed}).json()["user"]["email"] == normalized
    client.cookies.clear()
    assert client.post("/api/auth/register", json={**REGISTER, "email": normalized}).status_code == 409


INVALID_ADDRESSES = [
    "\u0390" * 32 + "@" + ".".join(["a" * 60, "b" * 60, "c" * 60, "com"]),  # Three characters after case folding.
    "maya@example.com\r\nBcc: omar@example.com",
    "maya@[127.0.0.1]",
    '"a b"@example.com',
    "maya@example.com,omar@example.com",
]


def test_invalid_email_address_is_rejected(client: TestClient) -> None:
    for email in INVALID_ADDRESSES:
        assert client.post("/api/auth/register", json={**REGISTER, "email": email}).status_code == 422


def test_concurrent_registrations_of_one_address_create_one_account(client: TestClient) -> None:
    def register(_: int) -> int:
        return client.post("/api/auth/register", json=REGISTER).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(register, range(8))) == [201] + [409] * 7


TRAVERSAL_PATHS = ["/assets/..%2f..%2fapp.py", "/..%2fapp.py", "/%2e%2e/app.py", "/assets/%2e%2e/app.py"]


def test_path_traversal_is_rejected(client: TestClient) -> None:
    for path in TRAVERSAL_PATHS:
        assert "create_app" not in client.get(path).text


INVALID_TAKE_NUMBERS = ["..%2f1", "%2e%2e", "1%2f..%2f..%2f2", "-1", "0", "1e3", "%D9%A1", "999999999999"]


def test_invalid_take_number_is_rejected(victim: Victim) -> None:
    for number in INVALID_TAKE_NUMBERS:
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


def test_unknown_fields_are_rejected_everywhere(victim: Victim) -> None:
    """Every payload of the contract rejects unknown keys."""
    for operation in (one for one in operations() if not one.of_system):
        request = operation.request(victim.ids)
        for extra in FORBIDDEN if "json" in request else []:
            reply = victim.caller(operation).call(**{**request, "json": {**request["json"], **extra}})
            assert reply.status_code == 422, (str(operation), extra)
