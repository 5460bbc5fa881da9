"""Request checks and response headers of every operation in the contract."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from sqlalchemy import text
from starlette.testclient import TestClient

from dayshift.core.db import Tx
from dayshift.core.http import ANONYMOUS_JSON_LIMIT, JSON_LIMIT
from dayshift.site import WEB
from tests.people import PASSWORD, Person
from tests.security.conftest import Rows, Victim
from tests.security.contract import operations

ONE_ENGINE = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
"""For checks of requests and headers, which the middleware does before and after the work of the database."""

UNSAFE = [operation for operation in operations() if operation.unsafe]

FOREIGN: list[dict[str, str]] = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
    {"Origin": "https://evil.example"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://testserver:8001"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site", "Authorization": "Basic bWF5YTp4"},
    {"Sec-Fetch-Site": "cross-site", "Authorization": "Bearer "},
]


@pytest.fixture
def browser(client: TestClient, victim: Victim) -> TestClient:
    """A browser with the victim's cookie that sends no origin headers."""
    client.cookies.set("dayshift_session", victim.person.token)
    del client.headers["Sec-Fetch-Site"]
    return client


@ONE_ENGINE
def test_cross_site_requests_are_rejected(browser: TestClient, victim: Victim, rows: Rows) -> None:
    before = rows()

    def assert_rejected(headers: dict[str, str]) -> None:
        for operation in UNSAFE:
            request = operation.request(victim.ids)
            extra = request.pop("headers", {})
            reply = browser.request(**request, headers={**extra, **headers})
            assert (reply.status_code, reply.json()["code"]) == (403, "foreign_origin"), (str(operation), headers)

    for headers in ({}, *FOREIGN):
        assert_rejected(headers)
    browser.cookies.clear()
    for headers in FOREIGN:  # Signing a visitor in to another account is also a change.
        assert_rejected(headers)
    assert rows() == before


@ONE_ENGINE
def test_oversized_body_is_rejected(client: TestClient, victim: Victim) -> None:
    def chunks() -> Iterator[bytes]:
        yield from [b" " * 1024] * (JSON_LIMIT // 1024 + 1)

    headers = {"Content-Type": "application/json"}
    for operation in UNSAFE:
        chunk = operation.method == "PUT" and "/recordings/" in operation.path
        if chunk or operation.path.startswith("/api/mail-in/"):  # Chunks and emails have their own limits.
            continue
        request = {**operation.request(victim.ids), "json": None, "headers": headers}
        contents: list[bytes | Iterator[bytes]] = [b" " * (JSON_LIMIT + 1)]
        if operation.body_schema:  # A body that is never read needs no limit.
            contents.append(chunks())
        for content in contents:
            reply = client.request(**request, content=content)
            assert (reply.status_code, reply.json()["code"]) == (413, "too_large"), str(operation)


@ONE_ENGINE
def test_large_bodies_need_a_session_or_key(client: TestClient, victim: Victim) -> None:
    """Parsing and refusing a large body takes time, so it is not even read from anybody."""
    small, large = (json.dumps({f"k{n}": 1 for n in range(times)}).encode() for times in (1_000, 12_000))
    assert len(small) < ANONYMOUS_JSON_LIMIT < len(large) < JSON_LIMIT
    member, someone = victim.owner.token, victim.person.token
    strangers = (None, "forged", f"dayshift_live_{'0' * 38}")
    for token, status in (*((one, 413) for one in strangers), (someone, 422), (member, 422)):
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        assert client.post("/api/auth/login", content=small, headers=headers).status_code == 422
        for content in (large, iter([large[:10_000], large[10_000:]])):
            assert client.post("/api/auth/login", content=content, headers=headers).status_code == status, token
    vendor = client.post("/api/calls/webhook", content=large, headers={"Content-Type": "application/json"})
    assert vendor.status_code != 413, "its signature covers the whole message"


COMMON_HEADERS = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
PAGE_HEADERS = {
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DATA_POLICY = {"default-src 'none'", "frame-ancestors 'none'"}
POLICY = {"default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'none'"}


def assert_security_headers(reply: Any) -> None:
    """Whatever is no JSON may be shown as a page."""
    is_data = reply.headers.get("Content-Type", "") in {"application/json", "application/problem+json"}
    expected = COMMON_HEADERS if is_data else COMMON_HEADERS | PAGE_HEADERS
    for name, value in expected.items():
        assert reply.headers.get(name) == value, (reply.request.url, name)
    policy = re.sub(r" 'sha256-[^']+'", "", reply.headers["Content-Security-Policy"])
    assert set(policy.split("; ")) >= (DATA_POLICY if is_data else POLICY)
    assert "unsafe" not in policy
    assert reply.headers["X-Request-Id"]
    assert "Server" not in reply.headers or "uvicorn" not in reply.headers["Server"]


@ONE_ENGINE
def test_every_operation_sends_security_headers(client: TestClient, victim: Victim) -> None:
    for operation in operations():
        if operation.path == "/api/auth/logout":
            continue
        request = operation.request(victim.ids)
        for reply in (client.request(**request), victim.person.call(**request)):
            assert_security_headers(reply)
            if operation.path.startswith("/api/"):
                assert reply.headers["Cache-Control"] in {"no-store", "private, no-cache"}


@ONE_ENGINE
def test_pages_and_errors_send_security_headers(client: TestClient) -> None:
    for path in ("/", "/dashboard", "/no/such/page", "/api/nothing", "/assets/nothing", "/favicon.svg"):
        for method in ("GET", "POST", "TRACE", "PROPFIND"):
            assert_security_headers(client.request(method, path))


@ONE_ENGINE
@pytest.mark.skipif(not (WEB / "assets").exists(), reason="the web app is not built ('make setup' builds it)")
def test_built_files_send_only_the_headers_that_work_on_files(client: TestClient) -> None:
    script = next((WEB / "assets").glob("app-*.js")).name
    sent = client.get(f"https://testserver/assets/{script}").headers
    assert sent.items() >= {name.lower(): value for name, value in COMMON_HEADERS.items()}.items()
    assert "Strict-Transport-Security" in sent
    assert not {"content-security-policy", "x-request-id", *map(str.lower, PAGE_HEADERS)} & sent.keys()


@ONE_ENGINE
def test_https_responses_set_strict_transport_security(client: TestClient) -> None:
    assert "Strict-Transport-Security" not in client.get("/").headers
    for path in ("/", "/api/consent", "/api/nothing"):
        header = client.get(f"https://testserver{path}").headers["Strict-Transport-Security"]
        assert int(header.removeprefix("max-age=")) >= 365 * 86_400


@ONE_ENGINE
def test_https_session_cookie_has_host_prefix(client: TestClient) -> None:
    """The `__Host-` prefix prevents other hosts of the same domain from setting the cookie."""
    body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
    name, *attributes = client.post("https://testserver/api/auth/register", json=body).headers["Set-Cookie"].split("; ")
    assert name.startswith("__Host-dayshift_session=")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(attributes)
    assert not any(part.startswith("Domain") for part in attributes)
    assert client.get("https://testserver/api/auth/me").status_code == 200
    cleared = client.post("https://testserver/api/auth/logout").headers["Set-Cookie"]
    assert cleared.startswith('__Host-dayshift_session="";')
    assert "Secure" in cleared
    assert client.get("https://testserver/api/auth/me").status_code == 401


def test_internal_error_reveals_no_details(app: FastAPI, client: Any, person: Person) -> None:
    """A dropped table simulates a bug. The caller gets a plain message without a traceback."""

    def drop_table(tx: Tx) -> None:
        tx.execute(text("DROP TABLE job_searches"))

    client.portal.call(app.state.services.db.write, drop_table)
    reply = person.call("POST", "/api/job-searches", {"searchQuery": "my secret wish", "userId": person.id})
    assert reply.status_code == 500
    assert reply.json() == {
        "code": "internal_error",
        "message": "Something went wrong on our side. Please try again.",
    }
    assert_security_headers(reply)


@ONE_ENGINE
def test_validation_errors_do_not_echo_input(victim: Victim) -> None:
    """Field errors may end up in logs or screenshots, so they must not contain what was typed, such as a password."""
    secret = "hunter2 hunter2"
    for operation in (one for one in operations() if not one.of_system):
        request = operation.request(victim.ids)
        for key in request.get("json", {}):
            wrong = {**request["json"], key: [secret], "unknown": secret}
            reply = victim.caller(operation).call(**{**request, "json": wrong})
            assert (reply.status_code, set(reply.json())) == (422, {"code", "message", "fields"}), (str(operation), key)
            assert secret not in reply.text


@ONE_ENGINE
@pytest.mark.parametrize("path", ["/api/auth/me/", "/healthz/", "/jobs/", "/login/"])
def test_host_header_is_not_used_in_redirects(client: TestClient, path: str) -> None:
    reply = client.get(path, headers={"Host": "evil.example"}, follow_redirects=False)
    assert "location" not in reply.headers
    assert "evil.example" not in reply.text


@ONE_ENGINE
@pytest.mark.parametrize("keys", [["k" * 50_000], [f"k{number}" for number in range(5000)]])
def test_error_for_unknown_keys_is_short(person: Person, keys: list[str]) -> None:
    reply = person.call("POST", "/api/auth/login", dict.fromkeys(keys, 1))
    assert reply.status_code == 422
    assert set(reply.json()) == {"code", "message", "fields"}
    assert len(reply.content) < 10_000


@ONE_ENGINE
def test_failure_during_streaming_aborts_the_response(app: FastAPI, client: TestClient) -> None:
    """After the first bytes, an error body would be taken for part of the response."""

    async def chunks() -> AsyncIterator[bytes]:
        yield b"the beginning"
        raise OSError("the disk is gone")

    @app.get("/api/broken")
    async def broken() -> StreamingResponse:
        return StreamingResponse(chunks())

    messages: list[dict[str, Any]] = []

    async def send_request() -> None:
        scope = {**SCOPE, "path": "/api/broken", "raw_path": b"/api/broken", "app": app}

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            messages.append(message)

        await app(scope, receive, send)

    assert client.portal
    client.portal.call(send_request)
    assert [message["type"] for message in messages] == ["http.response.start", "http.response.body"]
    assert messages[0]["status"] == 200


SCOPE: dict[str, Any] = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "query_string": b"",
    "headers": [],
    "client": ("127.0.0.1", 1),
    "server": ("testserver", 80),
    "root_path": "",
}


@ONE_ENGINE
def test_unknown_method_returns_405_with_allow_header(client: TestClient) -> None:
    for path in {operation.path for operation in operations()}:
        for method in ("TRACE", "FOO"):
            reply = client.request(method, path.replace("{", "").replace("}", ""))
            assert (reply.status_code, bool(reply.headers.get("allow"))) == (405, True), (method, path)
