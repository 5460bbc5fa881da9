"""Traces are sent to the configured collector without personal data."""

import gzip
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from fastapi import FastAPI
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.trace import SpanKind
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.extras import ExtraMissing
from dayshift.core.tasks import Worker
from dayshift.core.traces import child_span, start_span
from dayshift.providers.tracing import NullTraces, open_traces
from dayshift.settings import Settings
from tests.people import Person

ROSA = "rosa.delgado@example.com"
FAILED = 2
SPAN_KEYS = {
    "code.function.name",
    "dayshift.request.id",
    "dayshift.task.attempt",
    "dayshift.task.id",
    "dayshift.task.kind",
    "dayshift.task.snoozed",
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
}
"""All attributes that a span may have."""


@dataclass
class SpanRecord:
    """An exported span."""

    name: str
    trace: bytes
    id: bytes
    parent: bytes
    failed: bool
    about: dict[str, Any]


class Collector:
    """Receives OTLP over HTTP, like a standard collector."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.paths: set[str] = set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.raw.append(gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body)
                receiver.paths.add(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Disable request logging."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def batches(self) -> Iterator[Any]:
        for raw in self.raw:
            yield from ExportTraceServiceRequest.FromString(raw).resource_spans

    def spans(self) -> dict[str, list[SpanRecord]]:
        """Returns all received spans by name."""
        found: dict[str, list[SpanRecord]] = defaultdict(list)
        for batch in self.batches():
            for span in (span for scope in batch.scope_spans for span in scope.spans):
                assert not span.events
                assert not span.status.message
                about = {
                    attribute.key: attribute.value.string_value or attribute.value.int_value
                    for attribute in span.attributes
                }
                failed = span.status.code == FAILED
                record = SpanRecord(span.name, span.trace_id, span.span_id, span.parent_span_id, failed, about)
                found[span.name].append(record)
        return found

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    monkeypatch.setattr("dayshift.providers.otlp.CLOSING_SECONDS", 60)  # So that a slow machine does not drop spans.
    collector = Collector()
    yield collector
    collector.close()


@pytest.fixture
def settings(settings: Settings, collector: Collector) -> Settings:
    return settings.model_copy(update={"traces_endpoint": collector.address})


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    app = create_app(settings)

    @app.get("/api/fails/{person}")
    async def fails(person: str) -> None:
        raise ValueError(f"no shift for {ROSA}, call +1 212 555 0142 about {person!r}")

    return app


def send_requests(client: TestClient, worker: Worker) -> Person:
    """Send requests that succeed and fail as one user, then run the resulting tasks."""
    rosa = Person.register(client, ROSA)
    rosa.post("/api/job-searches", {"searchQuery": "night porter please", "userId": rosa.id})
    stranger = {"User-Agent": "Rosa's phone", "traceparent": f"00-{'a' * 32}-{'b' * 16}-01", "baggage": "who=Rosa"}
    assert client.get("/api/fails/Rosa?token=s3cret", headers=stranger).status_code == 500
    assert rosa.call("GET", "/api/users/of-somebody-else", headers=stranger).status_code == 404
    assert client.request("BREW", "/api/teapot").status_code in {404, 405}
    assert client.portal
    client.portal.call(worker.drain)
    return rosa


def test_request_and_its_tasks_share_a_trace(app: FastAPI, worker: Worker, collector: Collector) -> None:
    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        send_requests(client, worker)
    spans = collector.spans()
    assert collector.paths == {"/v1/traces"}
    [registered] = spans["POST /api/auth/register"]
    assert not registered.parent
    assert registered.about["http.response.status_code"] == 201
    [welcome] = spans["task notifications.email.welcome"]
    assert welcome.trace == registered.trace
    writes = {span.id: span for span in spans["db write"]}
    assert writes[welcome.parent].parent == registered.id
    assert writes[welcome.parent].about["code.function.name"].startswith("dayshift.accounts.routes.register")
    assert welcome.about["dayshift.task.attempt"] == 1
    [fault] = spans["GET /api/fails/{person}"]
    assert (fault.failed, fault.about["error.type"]) == (True, "builtins.ValueError")
    [rejected] = spans["GET /api/users/{user_id}"]
    assert (rejected.failed, rejected.about["http.response.status_code"]) == (False, 404)
    assert "other other" in spans
    assert bytes.fromhex("a" * 32) not in {rejected.trace, fault.trace}, "trace context from clients is ignored"


def test_traces_contain_no_personal_data(app: FastAPI, worker: Worker, collector: Collector) -> None:
    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        rosa = send_requests(client, worker)
    spans = [span for named in collector.spans().values() for span in named]
    assert len(spans) > 10
    assert {key for span in spans for key in span.about} <= SPAN_KEYS
    assert {attribute.key for batch in collector.batches() for attribute in batch.resource.attributes} == {
        "service.name",
        "service.version",
    }
    sent = b"".join(collector.raw).lower()
    for secret in (
        "rosa",
        "delgado",
        "example.com",
        "555 0142",
        "5550142",
        "s3cret",
        "night porter",
        "testserver",
        "teapot",
        rosa.id,
    ):
        assert secret.lower().encode() not in sent, secret


def test_unreachable_collector_does_not_delay_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dayshift.providers.otlp.CLOSING_SECONDS", 0.2)
    traces = open_traces("http://127.0.0.1:9")
    started = time.monotonic()
    with start_span(traces.tracer, "GET /", SpanKind.SERVER):
        pass
    assert time.monotonic() - started < 3
    traces.close()
    assert time.monotonic() - started < 5, "closing is limited to this time"  # Without the setting it takes ten.


@pytest.mark.parametrize(("share", "sent"), [(0.0, 0), (1.0, 1)])
def test_traces_can_be_sampled(collector: Collector, share: float, sent: int) -> None:
    traces = open_traces(collector.address, share)
    with start_span(traces.tracer, "GET /", SpanKind.SERVER), child_span("db read"):
        pass
    traces.close()
    assert len(collector.spans()["db read"]) == sent


def test_tracing_is_disabled_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    traces = open_traces("")
    assert isinstance(traces, NullTraces)
    assert traces.tracer is None


def test_missing_library_and_invalid_address_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str) -> Any:
        raise ModuleNotFoundError(name)

    with pytest.raises(ValueError, match="http://collector:4318"):
        open_traces("collector:4318")
    monkeypatch.setattr("dayshift.core.extras.import_module", without)
    with pytest.raises(ExtraMissing, match=r"pip install 'dayshift\[opentelemetry\]'"):
        open_traces("http://collector:4318")
