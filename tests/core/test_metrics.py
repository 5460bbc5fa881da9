"""Metrics: contents, access and privacy."""

import pytest
from starlette.testclient import TestClient
from structlog.testing import CapturingLogger

from dayshift.core.tasks import enqueue
from dayshift.settings import Settings
from tests.people import Person, server_services

TOKEN = {"Authorization": "Bearer let-me-see"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"metrics_token": "let-me-see"})


def read_metrics(client: TestClient) -> dict[str, float]:
    reply = client.get("/metrics", headers=TOKEN)
    assert reply.status_code == 200
    lines = [line.rpartition(" ") for line in reply.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_requests_are_counted_by_route(client: TestClient, person: Person) -> None:
    name = 'dayshift_request_seconds_count{method="GET",route="/api/users/{user_id}",status="200"}'
    before = read_metrics(client).get(name, 0)
    person.get(f"/api/users/{person.id}")
    assert read_metrics(client)[name] == before + 1
    client.request("BREW", "/teapot")
    text = client.get("/metrics", headers=TOKEN).text
    assert person.id not in text
    assert "BREW" not in text
    assert "teapot" not in text


def test_queue_metrics_are_exported(client: TestClient, person: Person) -> None:
    assert client.portal
    client.portal.call(server_services(client).db.write, enqueue, "interviews.score", {"interview_id": "x"})
    seen = read_metrics(client)
    assert seen['dayshift_tasks{kind="interviews.score",state="ready"}'] == 1
    assert seen['dayshift_task_late_seconds{kind="interviews.score"}'] >= 0


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer guess"}, {"Authorization": "Bearer "}])
def test_metrics_require_the_token(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/metrics", headers=headers).status_code == 404


def test_log_lines_contain_interview_but_no_user(
    client: TestClient, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = CapturingLogger()
    monkeypatch.setattr("dayshift.core.http.log", log)
    body = {"userId": person.id, "jobTitle": "Cook", "scheduledAt": "2030-01-01T12:00:00Z"}
    made = person.post("/api/interviews", body)
    person.get(f"/api/interviews/{made['id']}")
    assert person.call("GET", "/api/interviews/of-somebody-else").status_code == 404
    lines = [call.kwargs for call in log.calls]
    assert [line.get("interview") for line in lines] == [None, made["id"], None]
    assert {key for line in lines for key in line} == {"method", "route", "status", "ms", "interview"}


def test_what_machines_ask_is_logged_at_debug_level(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    log = CapturingLogger()
    monkeypatch.setattr("dayshift.core.http.log", log)
    for path in ("/readyz", "/metrics", "/api/auth/me"):
        client.get(path, headers=TOKEN)
    assert [(call.method_name, call.kwargs["route"]) for call in log.calls] == [
        ("debug", "/readyz"), ("debug", "/metrics"), ("info", "/api/auth/me"),
    ]  # fmt: skip


def test_disk_and_certificate_are_exported(client: TestClient) -> None:
    seen = read_metrics(client)
    assert seen["dayshift_disk_free_bytes"] > 0
    assert seen["dayshift_disk_floor_bytes"] == 0
    assert "dayshift_certificate_seconds" in seen
