"""Live video calls of interviews: authorization, signaling, limits and the visit log."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from hmac import digest
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner

from dayshift.app import create_app
from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by
from dayshift.core.tasks import Worker
from dayshift.interviews.calls.actions import be_there
from dayshift.interviews.calls.models import calls, signals, visits
from dayshift.interviews.calls.queries import guest_key
from dayshift.interviews.calls.signaling import ice_servers
from dayshift.interviews.room.models import interviews
from dayshift.providers.video import SimulatedVideo
from dayshift.scheduling.actions import renew_link
from dayshift.scheduling.models import bookings, coaches
from dayshift.scheduling.queries import active_coaches, coach_key
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import begin, drain
from tests.interviews.room.test_lists import recorded_statements
from tests.people import Person

Run = Callable[..., Any]


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


@contextmanager
def call_of(person: Person, interview: Any, **headers: str) -> Iterator[Any]:
    headers = {"Authorization": f"Bearer {person.token}", **headers}
    with person.client.websocket_connect(f"/api/interviews/{interview['id']}/call", headers=headers) as socket:
        yield socket


def next_message(socket: Any, kind: str) -> Any:
    """Returns the next message of a type and skips others before it."""
    for _ in range(20):
        message = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(kind)


def close_code(socket: Any) -> int:
    for _ in range(20):
        try:
            socket.receive_json()
        except WebSocketDisconnect as closed:
            return closed.code
    raise AssertionError("still open")


def assert_rejected(client: TestClient, path: str, **headers: str) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


def test_signaling_between_candidate_and_watcher(client: TestClient, person: Person, interview: Any, key: str) -> None:
    with call_of(person, interview) as candidate, ExitStack() as stack:
        assert next_message(candidate, "hello")["provider"] == "embedded"
        watcher = stack.enter_context(client.websocket_connect(f"/api/watch/{key}/call"))
        hello = next_message(watcher, "hello")
        assert hello["recording"] is True
        while not next_message(watcher, "candidate-there")["present"]:  # Presence is recorded shortly after the hello.
            pass
        [who] = next_watchers(candidate)
        assert (who["name"], who["role"]) == ("Dana of Blue Door", "interviewer")

        candidate.send_json({"type": "offer", "to": who["id"], "sdp": "v=0 offer"})
        assert next_message(watcher, "offer")["sdp"] == "v=0 offer"
        watcher.send_json({"type": "answer", "sdp": "v=0 answer", "from": "somebody else"})
        assert next_message(candidate, "answer") == {"type": "answer", "sdp": "v=0 answer", "from": who["id"]}
        stack.close()
        assert next_message(candidate, "watchers")["watchers"] == []
    [visit] = person.get(f"/api/interviews/{interview['id']}/visits")["visits"]
    assert (visit["watcher"], visit["role"]) == ("Dana of Blue Door", "interviewer")


def next_watchers(candidate: Any) -> list[Any]:
    while not (watchers := next_message(candidate, "watchers")["watchers"]):
        pass
    found: list[Any] = watchers
    return found


def test_signaling_across_server_processes(settings: Settings, person: Person, interview: Any, key: str) -> None:
    if settings.database.startswith("sqlite"):
        pytest.skip("SQLite has one server process")
    with (
        TestClient(create_app(settings), headers={"Sec-Fetch-Site": "same-origin"}) as elsewhere,
        call_of(person, interview) as candidate,
        elsewhere.websocket_connect(f"/api/watch/{key}/call") as watcher,
    ):
        [who] = next_watchers(candidate)
        candidate.send_json({"type": "offer", "to": who["id"], "sdp": "v=0 offer"})
        assert next_message(watcher, "offer")["sdp"] == "v=0 offer"
        watcher.send_json({"type": "answer", "sdp": "v=0 answer"})
        assert next_message(candidate, "answer")["sdp"] == "v=0 answer"


def test_declining_disconnects_and_blocks_watchers(
    client: TestClient, person: Person, interview: Any, key: str
) -> None:
    with call_of(person, interview) as candidate, client.websocket_connect(f"/api/watch/{key}/call") as watcher:
        next_watchers(candidate)
        candidate.send_json({"type": "decline"})
        assert close_code(watcher) == 4003
        assert next_message(candidate, "watchers")["watchers"] == []
    assert client.get(f"/api/watch/{key}").json()["declined"] is True
    with client.websocket_connect(f"/api/watch/{key}/call") as again:
        assert close_code(again) == 4003


def test_messages_without_recipient_are_dropped(person: Person, interview: Any, run: Run) -> None:
    with call_of(person, interview) as candidate:
        for message_body in ({"type": "offer", "to": "x"}, {"type": "offer"}, {"type": "watchers"}, [1], "offer"):
            candidate.send_json(message_body)
        candidate.send_text("{")
        candidate.send_json({"type": "decline"})
        next_message(candidate, "watchers")
    assert run(lambda tx: tx.execute(select(signals)).all()) == []


def test_flood_closes_the_call_but_not_the_interview(person: Person, interview: Any) -> None:
    with call_of(person, interview) as candidate:
        candidate.send_text("x" * 40_000)
        assert close_code(candidate) == 4008
    assert person.get(f"/api/interviews/{interview['id']}")["status"] == "in-progress"


def test_connections_per_link_are_limited(client: TestClient, person: Person, interview: Any, key: str) -> None:
    with ExitStack() as stack:
        opened = []
        for _ in range(5):
            opened.append(stack.enter_context(client.websocket_connect(f"/api/watch/{key}/call")))
            if len(opened) <= 3:  # Otherwise they would join in any order.
                next_message(opened[-1], "hello")
        assert [close_code(socket) for socket in opened[3:]] == [4008, 4008]
        opened[0].close()
    with client.websocket_connect(f"/api/watch/{key}/call") as again:
        next_message(again, "hello")
    assert len(person.get(f"/api/interviews/{interview['id']}/visits")["visits"]) == 4


def test_watchers_and_candidate_connections_are_limited(
    client: TestClient, person: Person, interview: Any, run: Run
) -> None:
    names = [f"Watcher {number}" for number in range(5)]
    keys = [run(guest_key, interview["id"], name, now() + timedelta(hours=1)) for name in names]
    with ExitStack() as stack:
        opened = []
        for key in keys:
            for _ in range(3):
                opened.append(stack.enter_context(client.websocket_connect(f"/api/watch/{key}/call")))
                if len(opened) <= 12:
                    next_message(opened[-1], "hello")
        assert [close_code(socket) for socket in opened[12:]] == [4008] * 3
    with ExitStack() as stack:
        own = [stack.enter_context(call_of(person, interview)) for _ in range(6)]
        for socket in own[:5]:
            next_message(socket, "hello")
        assert close_code(own[5]) == 4008


def test_malformed_messages_are_dropped(client: TestClient, person: Person, interview: Any, key: str) -> None:
    """A bounded fuzz test of both sockets with a fixed seed."""
    rng = Random(16)
    malformed_values = [
        '"\\ud800"',
        "NaN",
        "Infinity",
        "1e999",
        "[" * 200,
        "{",
        "9" * 5000,
        '"\\u0000"',
        "null",
        '"\\udc00x"',
        "-0",
    ]

    def malformed() -> str:
        kind = rng.choice(["offer", "answer", "candidate", "showing", "decline ", "watchers", 7, None])
        if rng.random() < 0.3:
            return "".join(
                chr(rng.choice([*range(32, 127), 0x2028, 0xFFFD, 0x1F600])) for _ in range(rng.randrange(60))
            )
        value = rng.choice(malformed_values)
        to, extra = rng.choice(malformed_values), rng.choice(malformed_values)
        return f'{{"type": {json.dumps(kind)}, "to": {to}, "sdp": {value}, {extra}: {value}}}'

    with call_of(person, interview) as candidate, client.websocket_connect(f"/api/watch/{key}/call") as watcher:
        [who] = next_watchers(candidate)
        for _ in range(150):
            candidate.send_text(malformed())
            watcher.send_text(malformed())
        for surrogate in ("\\ud800", "\\udfff\\ud800"):
            watcher.send_text(f'{{"type": "answer", "sdp": "{surrogate}"}}')
            candidate.send_text(f'{{"type": "offer", "to": "{who["id"]}", "{surrogate}": 1}}')
        candidate.send_json({"type": "offer", "to": who["id"], "sdp": "v=0 last"})
        while next_message(watcher, "offer")["sdp"] != "v=0 last":
            pass
        watcher.send_json({"type": "answer", "sdp": "v=0 last"})
        while next_message(candidate, "answer").get("sdp") != "v=0 last":
            pass


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
    run(be_there, interview["id"])
    counts = []
    for number in (1, 4):
        with recorded_statements() as seen:
            assert len(client.get(f"/api/coach/{link}/live").json()["interviews"]) == number
        counts.append(len(seen))
        for extra in range(3 if number == 1 else 0):
            other = Person.register(client, f"other{extra}@example.com")
            run(be_there, begin(other)["interview"]["id"])
            run(lambda tx, n=extra, who=other.id: tx.execute(bookings.insert(), {**booking_row(who), "id": f"more{n}"}))
    assert counts[0] == counts[1]


def test_unauthorized_connections_are_rejected(
    client: TestClient, person: Person, interview: Any, key: str, run: Run
) -> None:
    stranger = Person.register(client, "omar@example.com")
    path = f"/api/interviews/{interview['id']}/call"
    assert_rejected(client, path)
    assert_rejected(client, path, Authorization=f"Bearer {stranger.token}")
    assert_rejected(client, f"/api/watch/{key[:-1]}x/call")
    assert_rejected(client, f"/api/watch/{key.replace(interview['id'], '0197a000-0000-7000-8000-000000000000')}/call")
    assert stranger.call("GET", f"/api/interviews/{interview['id']}/visits").status_code == 404
    expired_key = run(guest_key, interview["id"], "Dana", now() - timedelta(minutes=1))
    assert client.get(f"/api/watch/{expired_key}").status_code == 404
    assert run(lambda tx: tx.execute(select(calls)).all() + tx.execute(select(visits)).all()) == []


def test_cross_site_connection_is_rejected(client: TestClient, person: Person, interview: Any) -> None:
    path = f"/api/interviews/{interview['id']}/call"
    cookie = f"dayshift_session={person.token}"
    assert_rejected(client, path, Cookie=cookie, Origin="https://evil.example", **{"Sec-Fetch-Site": "cross-site"})
    client.headers.pop("Sec-Fetch-Site")
    assert_rejected(client, path, Cookie=cookie, Origin="https://evil.example")
    assert_rejected(client, path, Cookie=cookie)
    with client.websocket_connect(path, headers={"Cookie": cookie, "Origin": "http://testserver"}) as socket:
        next_message(socket, "hello")


def test_watching_requires_consent(client: TestClient, interview: Any, key: str, run: Run) -> None:
    run(lambda tx: tx.execute(update(interviews).values(consent_version="2026-11")))
    assert client.get(f"/api/watch/{key}").status_code == 404
    assert_rejected(client, f"/api/watch/{key}/call")


def test_call_ends_with_the_interview(
    client: TestClient, person: Person, interview: Any, key: str, worker: Worker, run: Run
) -> None:
    with call_of(person, interview) as candidate, client.websocket_connect(f"/api/watch/{key}/call") as watcher:
        next_watchers(candidate)
        person.post(f"/api/interviews/{interview['id']}/complete")
        drain(client, worker)
        assert close_code(watcher) == close_code(candidate) == 4000
    assert run(lambda tx: tx.execute(select(calls)).all() + tx.execute(select(signals)).all()) == []
    assert client.get(f"/api/watch/{key}").json()["status"] == "completed"


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
    assert client.get(f"/api/coach/{link}/live").json() == {"interviews": []}
    with call_of(person, interview) as candidate:
        next_message(candidate, "watchers")
        [live] = client.get(f"/api/coach/{link}/live").json()["interviews"]
        assert (live["candidateName"], live["jobTitle"]) == ("Maya Torres", "Restaurant Server")
        with client.websocket_connect(f"/api/watch/{live['key']}/call?role=observer"):
            assert [(who["name"], who["role"]) for who in next_watchers(candidate)] == [("Sam", "observer")]
    run(renew_link, "sam@example.com")
    assert client.get(f"/api/coach/{link}/live").status_code == 404
    assert_rejected(client, f"/api/watch/{live['key']}/call")


def test_cancelled_booking_ends_watching(person: Person, interview: Any, client: TestClient, run: Run) -> None:
    link = run(coach_link_of, person.id)
    with call_of(person, interview) as candidate:
        next_message(candidate, "watchers")
        [live] = client.get(f"/api/coach/{link}/live").json()["interviews"]
        run(lambda tx: tx.execute(update(bookings).values(state="cancelled")))
        assert client.get(f"/api/coach/{link}/live").json() == {"interviews": []}
        assert_rejected(client, f"/api/watch/{live['key']}/call")


def test_operator_creates_a_watch_link(
    client: TestClient, person: Person, interview: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    with call_of(person, interview) as candidate:
        next_message(candidate, "watchers")
        shown = CliRunner().invoke(main, ["calls", "live"])
        assert interview["id"] in shown.stdout
    refused = CliRunner().invoke(main, ["calls", "link", interview["id"], "--name", "Ruth\nevil24.com/a"])
    assert (refused.exit_code, "key=" in refused.stdout) == (1, False)
    made = CliRunner().invoke(main, ["calls", "link", interview["id"], "--name", "Ruth: owner"])
    link_key = made.stdout.strip().partition("/watch?key=")[2]
    reply = client.get(f"/api/watch/{link_key}").json()
    assert (reply["watcher"], reply["candidateName"], reply["recordingUrl"]) == ("Ruth: owner", "Maya Torres", None)


class TestSimulatedProvider:
    """The same server with a simulated provider."""

    SECRET = b64encode(b"a webhook's secret").decode()

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"video_url": "simulated:"})

    def test_room_tokens_and_recording(
        self, app: FastAPI, client: TestClient, person: Person, interview: Any, key: str
    ) -> None:
        video: SimulatedVideo = app.state.services.video
        assert interview["roomUrl"] == f"https://call.invalid/{interview['id']}"
        with call_of(person, interview) as candidate, client.websocket_connect(f"/api/watch/{key}/call") as watcher:
            candidate_hello, watcher_hello = next_message(candidate, "hello"), next_message(watcher, "hello")
            assert candidate_hello["provider"] == watcher_hello["provider"] == "simulated"
            assert candidate_hello["url"] == watcher_hello["url"] == interview["roomUrl"]
            assert candidate_hello["token"] != watcher_hello["token"]
            assert watcher_hello["recording"] is True
        room = video._rooms[interview["id"]]
        assert room.records
        assert room.tokens[watcher_hello["token"]].role == "interviewer"

    def test_observer_does_not_start_recording(
        self, app: FastAPI, client: TestClient, interview: Any, key: str
    ) -> None:
        with client.websocket_connect(f"/api/watch/{key}/call?role=observer") as watcher:
            assert next_message(watcher, "hello")["recording"] is False
        assert not app.state.services.video._rooms[interview["id"]].records

    def test_embedded_call_is_used_when_provider_fails(self, app: FastAPI, person: Person, interview: Any) -> None:
        app.state.services.video._rooms.clear()
        with call_of(person, interview) as candidate:
            assert next_message(candidate, "hello")["provider"] == "embedded"


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

    def test_webhook_is_authenticated_and_idempotent(self, client: TestClient, run: Run) -> None:
        from dayshift.interviews.calls.models import heard

        body = json.dumps({"id": "e1", "type": "recording.error", "payload": {"room_name": "r"}}).encode()
        assert client.post("/api/calls/webhook", json={"test": "test"}).status_code == 200
        assert self.send(client, body, b64encode(b"no").decode()).status_code == 401
        assert run(lambda tx: tx.execute(select(heard)).all()) == []
        assert [self.send(client, body).status_code for _ in range(2)] == [200, 200]
        assert [row.kind for row in run(lambda tx: tx.execute(select(heard)).all())] == ["recording.error"]

    def test_interview_starts_while_provider_is_unreachable(self, person: Person) -> None:
        assert begin(person)["roomUrl"].startswith("/live-interview?")


def test_embedded_provider_has_no_webhook(client: TestClient) -> None:
    assert client.post("/api/calls/webhook", json={"test": "test"}).status_code == 404


def test_relay_credentials_expire() -> None:
    at = now()
    urls = "stun:a.example:3478 turn:b.example:3478?transport=udp turns:b.example:5349"
    finder, relay = ice_servers(urls, "s3cret", "visit", at)
    assert finder == {"urls": ["stun:a.example:3478"]}
    moment, who = relay["username"].split(":")
    assert (int(moment) - int(at.timestamp()), who) == (3 * 3600, "visit")
    assert b64decode(relay["credential"]) == digest(b"s3cret", relay["username"].encode(), "sha1")
    assert ice_servers(urls, "", "visit", at) == [finder]
    assert ice_servers("", "", "visit", at) == []
