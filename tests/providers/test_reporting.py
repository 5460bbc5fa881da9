"""Error reports are sent to the configured service without personal data."""

import asyncio
import base64
import gzip
import json
import random
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from dayshift.admin.error_reports import browser_fault
from dayshift.app import create_app
from dayshift.core.tasks import Snooze, Task
from dayshift.hiring.employers import second_factor
from dayshift.providers.reporting import Fault, NullReporter, fault_of, open_reporter, scrubbed, watched
from dayshift.settings import Settings
from tests.people import Person, server_services

TIMEOUT = 10.0
ROSA = "rosa.delgado@example.com"
CHROMIUM = """TypeError: Cannot read properties of undefined (reading 'map')
    at Report (http://shift.example/assets/Dashboard-Bx1.js?name=Rosa:3:1204)
    at async http://shift.example/assets/index-Q2.js:1:88"""
SAFARI = """Report@http://shift.example/assets/Dashboard-Bx1.js:3:1204
@http://shift.example/assets/index-Q2.js:1:88"""


class Collector:
    """A server that implements the event part of Sentry's protocol."""

    def __init__(self) -> None:
        self._events: Queue[dict[str, Any]] = Queue()
        events = self._events

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                lines = body.split(b"\n")
                events.put({"path": self.path, "event": json.loads(lines[2]), "raw": body.decode()})
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Disable request logging."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.dsn = f"http://public@127.0.0.1:{self._server.server_port}/42"

    def next(self) -> dict[str, Any]:
        """Returns the next event with its path and raw body."""
        return self._events.get(timeout=TIMEOUT)

    @property
    def silent(self) -> bool:
        return self._events.empty()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


@pytest.fixture
def reporting_client(settings: Settings, collector: Collector) -> Iterator[TestClient]:
    """A browser of a server with error reporting and a route that fails."""
    app = create_app(settings.model_copy(update={"error_dsn": collector.dsn}))

    @app.get("/api/fails/{person}")
    async def fails(person: str) -> None:
        raise ValueError(f"no shift for {ROSA}, call +1 212 555 0142 about {person!r}")

    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def test_server_error_is_reported_without_personal_data(reporting_client: TestClient, collector: Collector) -> None:
    Person.register(reporting_client, ROSA)
    reply = reporting_client.get(
        "/api/fails/Rosa?token=s3cret", headers={"Cookie": "session=abc", "User-Agent": "Rosa"}
    )
    assert (reply.status_code, reply.json()["code"]) == (500, "internal_error")
    report = collector.next()
    assert report["path"] == "/api/42/envelope/"
    event = report["event"]
    [exception] = event["exception"]["values"]
    assert (event["transaction"], event["platform"], event["tags"]) == (
        "GET /api/fails/{person}",
        "python",
        {"side": "server"},
    )
    assert exception["type"] == "builtins.ValueError"
    assert exception["value"] == "no shift for [email], call [number] about [text]"
    assert exception["stacktrace"]["frames"][-1]["function"] == "fails"
    assert not {"request", "user", "breadcrumbs", "extra"} & event.keys()
    for secret in (ROSA, "Rosa", "555 0142", "s3cret", "session=abc"):
        assert secret not in report["raw"]
    assert "vars" not in report["raw"]


def test_browser_error_is_reported_without_personal_data(reporting_client: TestClient, collector: Collector) -> None:
    body = {
        "name": "TypeError",
        "message": f"Cannot read 'Rosa' of {ROSA}",
        "stack": CHROMIUM,
        "page": "/interviews/0192f0c1-0000-7000-8000-000000000001?email=" + ROSA,
    }
    assert reporting_client.post("/api/error-reports", json=body).status_code == 200
    report = collector.next()
    event = report["event"]
    assert (event["transaction"], event["platform"]) == ("/interviews/[id]", "javascript")
    [exception] = event["exception"]["values"]
    assert (exception["type"], exception["value"]) == ("TypeError", "Cannot read [text] of [email]")
    assert "rosa" not in report["raw"].lower()


def test_browser_reports_are_rate_limited(reporting_client: TestClient) -> None:
    replies = [reporting_client.post("/api/error-reports", json={"message": "x"}) for _ in range(21)]
    assert [reply.status_code for reply in replies] == [200] * 20 + [429]


def test_reporting_is_disabled_by_default(client: TestClient) -> None:
    assert isinstance(server_services(client).reporter, NullReporter)
    for _ in range(30):
        assert client.post("/api/error-reports", json={"message": "x"}).status_code == 200


def test_task_error_is_reported_and_raised() -> None:
    report: list[Fault] = []

    class RecordingReporter(NullReporter):
        def report(self, fault: Fault) -> None:
            report.append(fault)

    async def fails(_: Task) -> None:
        raise OSError("disk")

    async def snoozes(_: Task) -> None:
        raise Snooze(timedelta(0))

    handlers = watched({"fails": fails, "waits": snoozes}, RecordingReporter())
    task: Any = None
    with pytest.raises(OSError, match="disk"):
        asyncio.run(handlers["fails"](task))
    with pytest.raises(Snooze):
        asyncio.run(handlers["waits"](task))
    assert [(fault.kind, fault.message, fault.place) for fault in report] == [
        ("builtins.OSError", "disk", "task fails")
    ]


def test_unreachable_service_is_ignored() -> None:
    reporter = open_reporter("http://public@127.0.0.1:9/1")
    reporter.report(fault_of(ValueError("x"), "GET /"))
    reporter.close()
    with pytest.raises(ValueError, match="must look like"):
        open_reporter("nonsense")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("duplicate key\nDETAIL: Key (email)=(rosa@x.com) already exists.", "duplicate key"),
        ("two keys (email)=(rosa@x.com) and (name)=(Rosa Di", "two keys (email)=([value]) and (name)=([value])"),
        ("(x) failed [SQL: INSERT ...]\n[parameters: {'name': 'Rosa'}]", "(x) failed [values]"),
        ("call +1 (212) 555-0142 now", "call [number] now"),
        ("no interview 0192f0c1-0000-7000-8000-000000000001", "no interview [id]"),
        ("token abcdefghijklmnopqrstuvwxyz012345", "token [token]"),
        ("GET https://a.example/b?email=rosa failed", "GET https://a.example failed"),
        ("GET https://a.example/undo/k3y#x failed", "GET https://a.example failed"),
        ("cannot change to data:text/plain;charset=utf-8,k4fmq-7hw2x%0Ab9d now", "cannot change to [address] now"),
        (
            "cannot open webcal://a.example/feed/s3cret or blob:https://a.example/1",
            "cannot open [address] or [address]",
        ),
        ("cannot load /api/calendar-feed/abc/x.ics?key=rosa", "cannot load [path]"),
        ("cannot load /LvTZmWSHJuliHbIWOKlXxvGNJVdIj-NGzzKgMlTrzqw or", "cannot load [path] or"),
        ("code k4fmq-7hw2x is used", "code [code] is used"),
        ("code ckakv-ckffj or CKAKV-ckffj is used", "code [code] or [code] is used"),
        ("secret whsec_YvCQJ+UFg0/aYiTnIelQEXUGrGcDfIRH", "secret [token]"),
        ("code 123456 is used", "code [number] is used"),
        ("TypeError: x is not a function", "TypeError: x is not a function"),
        ("can't open file", "can't open file"),
        ("status 503", "status 503"),
    ],
)
def test_personal_data_is_removed_from_texts(text: str, expected: str) -> None:
    assert scrubbed(text) == expected


@given(st.integers(0, 2**32), st.sampled_from(["{}", "x={};", "at /{}", "key:{}", "[{}]", "{0},{0}"]))
def test_what_is_issued_here_is_removed(seed: int, around: str) -> None:
    draw = random.Random(seed)
    code = "-".join("".join(draw.choices(second_factor._ALPHABET, k=5)) for _ in range(2))
    token = base64.urlsafe_b64encode(draw.randbytes(32)).decode().rstrip("=")
    secret = f"whsec_{base64.b64encode(draw.randbytes(24)).decode()}"
    for one in (code, token, secret):
        assert one not in scrubbed(around.format(one))


@given(st.text(), st.emails())
def test_email_addresses_are_removed(before: str, email: str) -> None:
    assert email not in scrubbed(f"{before} {email} after")


@pytest.mark.parametrize("stack", [CHROMIUM, SAFARI])
def test_stack_traces_of_all_browsers_are_parsed(stack: str) -> None:
    frames = browser_fault("TypeError", "x", stack, "/dashboard").frames
    assert [(frame.file, frame.line, frame.column) for frame in frames] == [
        ("/assets/index-Q2.js", 1, 88),
        ("/assets/Dashboard-Bx1.js", 3, 1204),
    ]
    assert frames[-1].function == "Report"


@given(st.text(), st.text(), st.text(), st.text())
def test_any_browser_report_is_accepted(name: str, message: str, stack: str, page: str) -> None:
    fault = browser_fault(name, message, stack, page)
    assert len(fault.message) <= 300
    assert fault.kind.isalpha()
