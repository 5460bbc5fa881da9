"""What every request must get past, and what every answer carries: derived from the contract."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from sqlalchemy import text
from starlette.testclient import TestClient

from dayshift.core.db import Tx
from dayshift.core.http import JSON_LIMIT
from tests.people import PASSWORD, Person
from tests.security.conftest import Rows, Victim
from tests.security.contract import operations

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
    """A browser with the victim's cookie that says nothing of where it comes from."""
    client.cookies.set("dayshift_session", victim.person.token)
    del client.headers["Sec-Fetch-Site"]
    return client


def test_a_page_of_another_site_changes_nothing(browser: TestClient, victim: Victim, rows: Rows) -> None:
    before = rows()

    def refused(headers: dict[str, str]) -> None:
        for operation in UNSAFE:
            request = operation.request(victim.ids)
            extra = request.pop("headers", {})
            reply = browser.request(**request, headers={**extra, **headers})
            assert (reply.status_code, reply.json()["code"]) == (403, "foreign_origin"), (str(operation), headers)

    for headers in ({}, *FOREIGN):
        refused(headers)
    browser.cookies.clear()
    for headers in FOREIGN:  # Signing somebody in as somebody else is a change, too.
        refused(headers)
    assert rows() == before


def test_a_body_beyond_the_limit_is_refused(client: TestClient, victim: Victim) -> None:
    def pieces() -> Iterator[bytes]:
        yield from [b" " * 1024] * (JSON_LIMIT // 1024 + 1)

    headers = {"Content-Type": "application/json"}
    for operation in UNSAFE:
        if operation.method == "PUT":  # Pieces of recordings have limits of their own.
            continue
        request = {**operation.request(victim.ids), "json": None, "headers": headers}
        contents: list[bytes | Iterator[bytes]] = [b" " * (JSON_LIMIT + 1)]
        if operation.body_schema:  # What nobody reads needs no limit.
            contents.append(pieces())
        for content in contents:
            reply = client.request(**request, content=content)
            assert (reply.status_code, reply.json()["code"]) == (413, "too_large"), str(operation)


EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY = {"default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'none'"}


def dressed(reply: Any) -> None:
    for name, value in EVERYWHERE.items():
        assert reply.headers.get(name) == value, (reply.request.url, name)
    policy = re.sub(r" 'sha256-[^']+'", "", reply.headers["Content-Security-Policy"])
    assert set(policy.split("; ")) >= POLICY
    assert "unsafe" not in policy
    assert reply.headers["X-Request-Id"]
    assert "Server" not in reply.headers or "uvicorn" not in reply.headers["Server"]


def test_every_answer_carries_the_security_headers(client: TestClient, victim: Victim) -> None:
    for operation in operations():
        if operation.path == "/api/auth/logout":
            continue
        request = operation.request(victim.ids)
        for reply in (client.request(**request), victim.person.call(**request)):
            dressed(reply)
            if operation.path.startswith("/api/"):
                assert reply.headers["Cache-Control"] in {"no-store", "private, no-cache"}


def test_pages_and_refusals_carry_them_too(client: TestClient) -> None:
    for path in ("/", "/dashboard", "/no/such/page", "/api/nothing", "/assets/nothing", "/favicon.svg"):
        for method in ("GET", "POST", "TRACE", "PROPFIND"):
            dressed(client.request(method, path))


def test_over_https_the_browser_is_told_to_stay_there(client: TestClient) -> None:
    assert "Strict-Transport-Security" not in client.get("/").headers
    for path in ("/", "/api/consent", "/api/nothing"):
        header = client.get(f"https://testserver{path}").headers["Strict-Transport-Security"]
        assert int(header.removeprefix("max-age=")) >= 365 * 86_400


def test_over_https_the_cookie_is_ours_alone(client: TestClient) -> None:
    """`__Host-`: set over https, for this host and every path, so that no neighbouring host can plant one."""
    body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
    name, *attributes = client.post("https://testserver/api/auth/register", json=body).headers["Set-Cookie"].split("; ")
    assert name.startswith("__Host-dayshift_session=")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(attributes)
    assert not any(part.startswith("Domain") for part in attributes)
    assert client.get("https://testserver/api/auth/me").status_code == 200
    gone = client.post("https://testserver/api/auth/logout").headers["Set-Cookie"]
    assert gone.startswith('__Host-dayshift_session="";')
    assert "Secure" in gone
    assert client.get("https://testserver/api/auth/me").status_code == 401


def test_our_own_failures_tell_nothing(app: FastAPI, client: Any, person: Person) -> None:
    """A table that is gone stands for every bug: the caller gets a plain sentence, and no trace."""

    def lose(tx: Tx) -> None:
        tx.execute(text("DROP TABLE job_searches"))

    client.portal.call(app.state.services.db.write, lose)
    reply = person.call("POST", "/api/job-searches", {"searchQuery": "my secret wish", "userId": person.id})
    assert reply.status_code == 500
    assert reply.json() == {
        "code": "internal_error",
        "message": "Something went wrong on our side. Please try again.",
    }
    dressed(reply)


def test_no_refusal_repeats_what_was_sent(victim: Victim) -> None:
    """A field's error may reach a log or a screenshot; the password that was typed into the field must not."""
    secret = "hunter2 hunter2"
    for operation in operations():
        request = operation.request(victim.ids)
        for key in request.get("json", {}):
            wrong = {**request["json"], key: [secret], "unknown": secret}
            reply = victim.person.call(**{**request, "json": wrong})
            assert (reply.status_code, set(reply.json())) == (422, {"code", "message", "fields"}), (str(operation), key)
            assert secret not in reply.text


@pytest.mark.parametrize("path", ["/api/auth/me/", "/healthz/", "/jobs/", "/login/"])
def test_no_reply_leads_to_the_host_that_a_request_names(client: TestClient, path: str) -> None:
    reply = client.get(path, headers={"Host": "evil.example"}, follow_redirects=False)
    assert "location" not in reply.headers
    assert "evil.example" not in reply.text


@pytest.mark.parametrize("keys", [["k" * 50_000], [f"k{number}" for number in range(5000)]])
def test_a_refusal_of_unknown_keys_is_short(client: TestClient, keys: list[str]) -> None:
    reply = client.post("/api/auth/login", json=dict.fromkeys(keys, 1))
    assert reply.status_code == 422
    assert set(reply.json()) == {"code", "message", "fields"}
    assert len(reply.content) < 10_000


def test_a_reply_that_fails_on_its_way_is_broken_off(app: FastAPI, client: TestClient) -> None:
    """An error body after the first bytes would be taken for a part of the reply."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b"the beginning"
        raise OSError("the disk is gone")

    @app.get("/api/broken")
    async def broken() -> StreamingResponse:
        return StreamingResponse(pieces())

    messages: list[dict[str, Any]] = []

    async def ask() -> None:
        scope = {**SCOPE, "path": "/api/broken", "raw_path": b"/api/broken", "app": app}

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            messages.append(message)

        await app(scope, receive, send)

    assert client.portal
    client.portal.call(ask)
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


def test_every_address_names_its_methods(client: TestClient) -> None:
    for path in {operation.path for operation in operations()}:
        for method in ("TRACE", "FOO"):
            reply = client.request(method, path.replace("{", "").replace("}", ""))
            assert (reply.status_code, bool(reply.headers.get("allow"))) == (405, True), (method, path)
