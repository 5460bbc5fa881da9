"""Live viewing of interviews: who may watch, the candidate's veto, the visit log, and the provider's webhook."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import timedelta
from hmac import digest
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update
from starlette.testclient import TestClient
from structlog.testing import capture_logs
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by
from dayshift.core.tasks import Worker
from dayshift.interviews.calls.models import visits
from dayshift.interviews.calls.queries import guest_key
from dayshift.interviews.room.models import interviews
from dayshift.providers.video import ROOM_LIFE, SimulatedVideo
from dayshift.scheduling.actions import renew_link
from dayshift.scheduling.models import bookings, coaches
from dayshift.scheduling.queries import active_coaches, coach_key
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import begin, drain
from tests.interviews.room.test_lists import recorded_statements
from tests.people import Person

Run = Callable[..., Any]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"video_url": "simulated:"})


@pytest.fixture
def run(client: TestClient, app: FastAPI) -> Run:
    """Runs a function in a transaction of this server."""

    def write(fn: Any, *args: Any) -> Any:
        assert client.portal is not None
        return client.portal.call(app.state.services.db.write, fn, *args)

    return write


@pytest.fixture
def interview(person: Person) -> Any:
    """An interview in progress."""
    return begin(person)["interview"]


@pytest.fixture
def key(run: Run, interview: Any) -> str:
    made: str = run(guest_key, interview["id"], "Dana of Blue Door", now() + timedelta(hours=1))
    return made


def join(client: TestClient, key: str, role: str = "interviewer") -> Any:
    return client.post(f"/api/watch/{key}/join", params={"role": role})


def provider_of(app: FastAPI) -> SimulatedVideo:
    video: SimulatedVideo = app.state.services.video
    return video


@pytest.mark.parametrize("role", ["interviewer", "observer"])
def test_watcher_joins_at_the_provider_and_an_interviewer_starts_the_recording(
    app: FastAPI, client: TestClient, person: Person, interview: Any, key: str, role: str
) -> None:
    seen = client.get(f"/api/watch/{key}").json()
    assert (seen["watcher"], seen["candidateName"], seen["canJoin"]) == ("Dana of Blue Door", "Maya Torres", True)
    room = provider_of(app)._rooms[interview["id"]]
    url = join(client, key, role).json()["url"]
    assert url.startswith(f"https://call.invalid/{interview['id']}?")
    who = room.tokens[parse_qs(urlsplit(url).query)["t"][0]]
    assert (who.role, who.name, room.records) == (role, "Dana of Blue Door", role == "interviewer")
    [visit] = person.get(f"/api/interviews/{interview['id']}/visits")["visits"]
    assert (visit["watcher"], visit["role"]) == ("Dana of Blue Door", role)


def test_candidate_declines_watchers(client: TestClient, person: Person, interview: Any, key: str, run: Run) -> None:
    link = run(coach_link_of, person.id)
    for _ in range(2):
        person.post(f"/api/interviews/{interview['id']}/decline-watchers")
    seen = client.get(f"/api/watch/{key}").json()
    assert (seen["declined"], seen["canJoin"]) == (True, False)
    assert (join(client, key).status_code, join(client, key).json()["code"]) == (409, "not_watchable")
    assert client.get(f"/api/coach/{link}/live").json() == {"interviews": []}
    assert person.get(f"/api/interviews/{interview['id']}/visits")["visits"] == []


def test_joining_is_limited(client: TestClient, interview: Any, key: str) -> None:
    assert {join(client, key).status_code for _ in range(30)} == {200}
    assert join(client, key).status_code == 429


@pytest.mark.parametrize("key", ["%ED%A0%80", "a.%ED%A0%80", "guest:x:y:z.%FF"])
def test_link_with_invalid_bytes_returns_404(client: TestClient, key: str) -> None:
    assert client.get(f"/api/watch/{key}").status_code == 404


def test_link_with_lone_surrogate_is_not_found(run: Run) -> None:
    with pytest.raises(NotFound):
        run(opened_by, "watch", "guest.\ud800")


def test_coach_list_uses_a_constant_number_of_queries(
    client: TestClient, person: Person, interview: Any, run: Run
) -> None:
    link = run(coach_link_of, person.id)
    counts = []
    for number in (1, 4):
        with recorded_statements() as seen:
            assert len(client.get(f"/api/coach/{link}/live").json()["interviews"]) == number
        counts.append(len(seen))
        for extra in range(3 if number == 1 else 0):
            other = Person.register(client, f"other{extra}@example.com")
            begin(other)
            run(lambda tx, n=extra, who=other.id: tx.execute(bookings.insert(), {**booking_row(who), "id": f"more{n}"}))
    assert counts[0] == counts[1]


def test_unauthorized_watchers_are_rejected(
    client: TestClient, person: Person, interview: Any, key: str, run: Run
) -> None:
    stranger = Person.register(client, "omar@example.com")
    for path in ("visits", "decline-watchers"):
        method = "GET" if path == "visits" else "POST"
        assert stranger.call(method, f"/api/interviews/{interview['id']}/{path}").status_code == 404
    expired = run(guest_key, interview["id"], "Dana", now() - timedelta(minutes=1))
    other = key.replace(interview["id"], "0197a000-0000-7000-8000-000000000000")
    for wrong in (f"{key[:-1]}x", other, expired):
        assert client.get(f"/api/watch/{wrong}").status_code == 404
        assert join(client, wrong).status_code == 404
    assert client.get(f"/api/watch/{key}").json()["declined"] is False
    assert run(lambda tx: tx.execute(select(visits)).all()) == []


def test_watching_requires_consent_to_the_text_that_names_it(
    client: TestClient, interview: Any, key: str, run: Run
) -> None:
    assert client.get("/api/consent").json()["watchedLive"] is True
    for version in ("2026-11", "2026-11e"):  # The second is the text of an installation without a provider.
        run(lambda tx, agreed=version: tx.execute(update(interviews).values(consent_version=agreed)))
        assert client.get(f"/api/watch/{key}").status_code == 404
        assert join(client, key).status_code == 404


def test_nobody_joins_after_the_interview(
    app: FastAPI, client: TestClient, person: Person, interview: Any, key: str, worker: Worker
) -> None:
    person.post(f"/api/interviews/{interview['id']}/complete")
    assert join(client, key).status_code == 409
    assert client.get(f"/api/watch/{key}").json()["status"] == "completed"
    drain(client, worker)
    assert provider_of(app)._rooms == {}


def test_nobody_joins_a_room_that_has_expired(client: TestClient, interview: Any, key: str, run: Run) -> None:
    run(lambda tx: tx.execute(update(interviews).values(started_at=now() - ROOM_LIFE)))
    assert client.get(f"/api/watch/{key}").json()["canJoin"] is False
    assert join(client, key).status_code == 409


def booking_row(user_id: str, state: str = "booked") -> dict[str, Any]:
    at = now()
    booked = {"id": "b1", "coach_id": "c1", "user_id": user_id, "state": state, "name": "Maya", "zone": "UTC"}
    times = {"starts_at": at, "ends_at": at + timedelta(minutes=30), "sequence": 0, "source": "own", "created_at": at}
    return booked | times


def coach_link_of(tx: Tx, user_id: str, state: str = "booked") -> str:
    """Returns the private link of the coach that this person has booked."""
    at = now()
    coach = {"id": "c1", "email": "sam@example.com", "name": "Sam", "zone": "UTC", "shifts": {}, "days_off": []}
    more = {"buffer_minutes": 0, "daily_limit": 9, "active": True, "link_version": 1, "created_at": at}
    tx.execute(coaches.insert(), {**coach, **more})
    tx.execute(bookings.insert(), booking_row(user_id, state))
    return coach_key(tx, active_coaches(tx)[0])


def test_coach_can_watch_only_own_candidates(client: TestClient, person: Person, interview: Any, run: Run) -> None:
    link = run(coach_link_of, person.id)
    begin(Person.register(client, "omar@example.com"))
    [live] = client.get(f"/api/coach/{link}/live").json()["interviews"]
    assert (live["candidateName"], live["jobTitle"]) == ("Maya Torres", "Restaurant Server")
    assert client.get(f"/api/watch/{live['key']}").json()["watcher"] == "Sam"
    assert join(client, live["key"], "observer").status_code == 200
    run(renew_link, "sam@example.com")
    assert client.get(f"/api/coach/{link}/live").status_code == 404
    assert join(client, live["key"]).status_code == 404


def test_cancelled_booking_ends_the_permission(person: Person, interview: Any, client: TestClient, run: Run) -> None:
    link = run(coach_link_of, person.id)
    [live] = client.get(f"/api/coach/{link}/live").json()["interviews"]
    run(lambda tx: tx.execute(update(bookings).values(state="cancelled")))
    assert client.get(f"/api/coach/{link}/live").json() == {"interviews": []}
    assert join(client, live["key"]).status_code == 404


def test_operator_creates_a_watch_link(
    client: TestClient, interview: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    assert interview["id"] in CliRunner().invoke(main, ["calls", "live"]).stdout
    wanted = ["calls", "link", interview["id"], "--name", "Ruth: owner"]
    embedded = CliRunner().invoke(main, wanted)
    assert (embedded.exit_code, "DAYSHIFT_VIDEO_URL" in embedded.output) == (2, True)
    monkeypatch.setenv("DAYSHIFT_VIDEO_URL", settings.video_url)
    refused = CliRunner().invoke(main, [*wanted[:-1], "Ruth\nevil24.com/a"])
    assert (refused.exit_code, "key=" in refused.stdout) == (1, False)
    made = CliRunner().invoke(main, wanted)
    link_key = made.stdout.strip().partition("/watch?key=")[2]
    reply = client.get(f"/api/watch/{link_key}").json()
    assert (reply["watcher"], reply["candidateName"], reply["recordingUrl"]) == ("Ruth: owner", "Maya Torres", None)


def test_provider_that_fails_is_reported(app: FastAPI, client: TestClient, interview: Any, key: str) -> None:
    provider_of(app)._rooms.clear()
    assert join(client, key).json()["code"] == "not_watchable"


class TestEmbeddedProvider:
    """The same server without a video provider: interviews are only recorded, and nothing promises more."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"video_url": ""})

    def test_nobody_can_watch(self, client: TestClient, person: Person, key: str, run: Run) -> None:
        assert client.get("/api/consent").json()["watchedLive"] is False
        assert client.get(f"/api/coach/{run(coach_link_of, person.id)}/live").json() == {"interviews": []}
        assert client.get(f"/api/watch/{key}").status_code == 404
        assert join(client, key).status_code == 404

    def test_room_has_an_address_and_tokens(self, person: Person) -> None:
        started = begin(person)
        assert started["roomUrl"] == f"/live-interview?interview={started['interview']['id']}"
        details = person.get(f"/api/interviews/{started['interview']['id']}")
        assert details["candidateToken"] != details["interviewerToken"]

    def test_there_is_no_webhook(self, client: TestClient) -> None:
        assert client.post("/api/calls/webhook", json={"test": "test"}).status_code == 404


class TestWebhook:
    """Webhooks signed like those of Daily."""

    SECRET = b64encode(b"a webhook's secret").decode()

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"video_url": "daily+http://key@127.0.0.1:9/v1", "video_secret": self.SECRET})

    def send(self, client: TestClient, body: bytes, secret: str = SECRET) -> Any:
        moment = str(int(now().timestamp()))
        signature = b64encode(digest(b64decode(secret), f"{moment}.".encode() + body, "sha256")).decode()
        headers = {"X-Webhook-Timestamp": moment, "X-Webhook-Signature": signature}
        return client.post("/api/calls/webhook", content=body, headers=headers)

    def test_webhook_is_authenticated_and_logs_failed_recordings(self, client: TestClient) -> None:
        body = json.dumps({"id": "e1", "type": "recording.error", "payload": {"room_name": "r7"}}).encode()
        assert client.post("/api/calls/webhook", json={"test": "test"}).status_code == 200
        assert self.send(client, body, b64encode(b"no").decode()).status_code == 401
        with capture_logs() as logged:
            assert self.send(client, body).status_code == 200
        assert [entry["interview"] for entry in logged if "could not record" in entry["event"]] == ["r7"]

    def test_interview_starts_while_provider_is_unreachable(self, person: Person) -> None:
        assert begin(person)["roomUrl"].startswith("/live-interview?")
