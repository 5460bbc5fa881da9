"""The video provider contract, Daily's documented API, and the limits of calls."""

import asyncio
import json
from base64 import b64encode
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hmac import digest
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dayshift.providers.video import (
    CallEvent,
    Forged,
    OutsideLimit,
    Participant,
    VideoFailed,
    VideoProvider,
    open_video,
)

SECRET = b64encode(b"a webhook's secret").decode()
AT = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


@dataclass
class Daily:
    """A scripted Daily server with rooms, tokens and recordings that returns the documented statuses."""

    address: str = ""
    rooms: dict[str, dict[str, Any]] = field(default_factory=dict)
    recordings: list[dict[str, Any]] = field(default_factory=list)
    calls: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)
    fails: int | None = None
    answers: Any = None

    def answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        if self.fails:
            return self.fails, {"error": "server-error"}
        if self.answers is not None:
            return 200, self.answers
        match [method, *urlsplit(path).path.removeprefix("/v1/").split("/")]:
            case ["POST", "rooms"]:
                return self.make(body["name"], body)
            case ["POST", "meeting-tokens"]:
                room = body["properties"]["room_name"]
                if body["properties"]["start_cloud_recording"]:
                    self.record(room)
                return (200, {"token": f"jwt-{len(self.calls)}"}) if room in self.rooms else (404, {})
            case ["GET", "recordings"]:
                room = parse_qs(urlsplit(path).query)["room_name"][0]
                return 200, {"data": [recording for recording in self.recordings if recording["room_name"] == room]}
            case ["GET", "recordings", recording, "access-link"]:
                return 200, {"download_link": f"https://bucket.example/{recording}?signed", "expires": 1}
            case [_, "rooms", name, *rest]:
                return self.of_room(method, name, rest)
        return 404, {"error": "not-found"}

    def make(self, name: str, body: dict[str, Any]) -> tuple[int, Any]:
        if name in self.rooms:
            return 400, {"error": "invalid-request-error", "info": f"a room named {name} already exists"}
        self.rooms[name] = body
        return 200, {"id": "r1", "name": name, "api_created": True, "url": f"https://house.daily.co/{name}"}

    def record(self, room: str) -> None:
        """Record from now on, as if the owner of the token had joined at once."""
        if not any(one["room_name"] == room and one["status"] == "in-progress" for one in self.recordings):
            count = len(self.recordings)
            self.recordings.append({"id": f"rec{count}", "room_name": room, "status": "in-progress", "start_ts": count})

    def of_room(self, method: str, name: str, rest: list[str]) -> tuple[int, Any]:
        if name not in self.rooms:
            return 404, {"error": "not-found"}
        active = [
            recording
            for recording in self.recordings
            if recording["room_name"] == name and recording["status"] == "in-progress"
        ]
        if rest == ["recordings", "stop"]:
            for recording in active:
                recording["status"] = "finished"
            return (200, {}) if active else (400, {"info": "does not have an active stream"})
        if method == "DELETE":
            del self.rooms[name]
            return 200, {"deleted": True, "name": name}
        return 200, {"id": "r1", "name": name, "url": f"https://house.daily.co/{name}"}


@pytest.fixture
def daily() -> Iterator[Daily]:
    script = Daily()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
            script.calls.append((f"{self.command} {self.path}", body, self.headers["Authorization"]))
            status, answer = script.answer(self.command, self.path, body)
            reply = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        do_GET = do_POST = do_DELETE = answer  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Disable request logging."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    script.address = f"daily+http://k%2Fey@127.0.0.1:{server.server_port}/v1"
    yield script
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(params=["embedded", "daily", "simulated"])
def provider(request: pytest.FixtureRequest, daily: Daily) -> VideoProvider:
    urls = {"embedded": "", "daily": daily.address, "simulated": "simulated:"}
    return open_video(urls[request.param], SECRET)


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(scenario)


def test_room_has_unique_tokens_and_can_be_deleted(provider: VideoProvider) -> None:
    async def scenario() -> None:
        room = await provider.create_room("0190-abc")
        again = await provider.create_room("0190-abc")
        assert (room.name, room.url) == (again.name, again.url) == ("0190-abc", room.url)
        people = [Participant("candidate", "u1", "Maya"), Participant("interviewer"), Participant("observer")]
        tokens = {await provider.token(room.name, who) for who in people}
        assert len({room.candidate_token, room.interviewer_token, *tokens}) == 5
        await provider.delete_room(room.name)
        await provider.delete_room(room.name)

    run(scenario())


def test_recording_is_idempotent(provider: VideoProvider) -> None:
    async def scenario() -> None:
        room = await provider.create_room("0190-abc")
        assert await provider.recording_link(room.name) is None
        await provider.token(room.name, Participant("interviewer"))
        assert await provider.recording_link(room.name) is None
        await provider.stop_recording(room.name)
        await provider.stop_recording(room.name)
        link = await provider.recording_link(room.name)
        assert link is None if provider.kind == "embedded" else (link or "").startswith("https://")

    run(scenario())


def test_invalid_values_are_rejected_before_the_request(provider: VideoProvider, daily: Daily) -> None:
    with pytest.raises(OutsideLimit, match="fewer than 200"):
        run(provider.token("0190-abc", Participant("candidate", "u1", "x" * 200)))
    with pytest.raises(OutsideLimit, match="at most 36"):
        run(provider.token("0190-abc", Participant("candidate", "x" * 37)))
    assert daily.calls == []


def test_unsigned_webhook_is_rejected(provider: VideoProvider) -> None:
    with pytest.raises(Forged):
        provider.read_webhook({}, b'{"id":"1","type":"recording.error"}', AT)


def test_embedded_room_is_a_page_of_the_app() -> None:
    room = run(open_video("").create_room("0190-ab c"))
    assert room.url == "/live-interview?interview=0190-ab%20c"
    assert min(len(room.candidate_token), len(room.interviewer_token)) >= 43


def test_daily_requests_follow_documentation(daily: Daily) -> None:
    async def scenario() -> None:
        provider = open_video(daily.address)
        room = await provider.create_room("0190-abc")
        assert room.url == "https://house.daily.co/0190-abc"
        await provider.token(room.name, Participant("interviewer", "u2", "Dana"))
        await provider.token(room.name, Participant("observer"))

    run(scenario())
    (request_line, room_body, key), *_, owner, observer = daily.calls
    assert (request_line, key) == ("POST /v1/rooms", "Bearer k/ey")
    assert room_body["privacy"] == "private"
    assert room_body["properties"]["eject_at_room_exp"]
    assert room_body["properties"]["exp"] > datetime.now(UTC).timestamp()
    token = owner[1]["properties"]
    assert (token["room_name"], token["is_owner"], token["user_name"]) == ("0190-abc", True, "Dana")
    assert token["exp"] > datetime.now(UTC).timestamp()
    assert token["start_cloud_recording"]
    assert token["permissions"] == {"hasPresence": True, "canSend": False, "canAdmin": True}
    looks_on = observer[1]["properties"]
    assert (looks_on["is_owner"], looks_on["start_cloud_recording"]) == (False, False)
    assert looks_on["permissions"] == {"hasPresence": True, "canSend": False, "canAdmin": False}


@pytest.mark.parametrize("failure", [{"fails": 401}, {"fails": 503}, {"answers": b"<html>"}, {"answers": {"url": 7}}])
def test_daily_error_raises_video_failed(daily: Daily, failure: dict[str, Any]) -> None:
    for name, value in failure.items():
        setattr(daily, name, value)
    with pytest.raises(VideoFailed) as failed:
        run(open_video(daily.address).create_room("0190-abc"))
    assert "ey" not in str(failed.value).replace("reply", "")


def test_unreachable_daily_raises_video_failed() -> None:
    with pytest.raises(VideoFailed):
        run(open_video("daily+http://key@127.0.0.1:9/v1").stop_recording("0190-abc"))


@pytest.mark.parametrize("url", ["daily://api.daily.co/v1", "zoom://key@zoom.example", "simulated", "daily:"])
def test_invalid_url_is_rejected(url: str) -> None:
    with pytest.raises(ValueError, match="daily://KEY"):
        open_video(url)


def test_secret_must_be_base64() -> None:
    with pytest.raises(ValueError, match="base64"):
        open_video("daily://key@api.daily.co/v1", "not base64!")


READY = {"version": "1.0.0", "type": "recording.error", "id": "evt-1", "payload": {"room_name": "r", "error_msg": "no"}}


def signed(body: bytes, moment: str, secret: bytes = b"a webhook's secret") -> dict[str, str]:
    signature = b64encode(digest(secret, f"{moment}.".encode() + body, "sha256")).decode()
    return {"x-webhook-timestamp": moment, "x-webhook-signature": signature}


@pytest.mark.parametrize("factor", [1, 1000])
@pytest.mark.parametrize("skew", [timedelta(0), timedelta(minutes=-4), timedelta(minutes=4)])
def test_recent_signed_webhook_is_accepted(factor: int, skew: timedelta) -> None:
    body, moment = json.dumps(READY).encode(), str(int((AT + skew).timestamp() * factor))
    event = open_video("daily://key@api.daily.co/v1", SECRET).read_webhook(signed(body, moment), body, AT)
    assert event == CallEvent("evt-1", "recording.error", "r", "no")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        signed(json.dumps(READY).encode(), str(int(AT.timestamp())), b"another secret"),
        signed(json.dumps(READY).encode() + b" ", str(int(AT.timestamp()))),
        signed(json.dumps(READY).encode(), str(int(AT.timestamp()) - 301)),
        signed(json.dumps(READY).encode(), str(int(AT.timestamp()) + 301)),
        signed(json.dumps(READY).encode(), "soon"),
        {**signed(json.dumps(READY).encode(), "1777896000"), "x-webhook-timestamp": "1777896001"},
    ],
)
def test_forged_or_replayed_webhook_is_rejected(headers: dict[str, str]) -> None:
    with pytest.raises(Forged):
        open_video("daily://key@api.daily.co/v1", SECRET).read_webhook(headers, json.dumps(READY).encode(), AT)


def test_webhook_without_secret_is_rejected() -> None:
    body, moment = json.dumps(READY).encode(), str(int(AT.timestamp()))
    with pytest.raises(Forged):
        open_video("daily://key@api.daily.co/v1").read_webhook(signed(body, moment, b""), body, AT)


def test_webhook_test_message_is_accepted() -> None:
    assert open_video("daily://key@api.daily.co/v1").read_webhook({}, b'{"test": "test"}', AT) is None


@pytest.mark.parametrize(
    ("user_id", "name"),
    [("x" * 36, "x" * 199), ("", "")],
)
def test_participant_within_the_limits_is_accepted(user_id: str, name: str) -> None:
    Participant("candidate", user_id, name)


@pytest.mark.parametrize(("user_id", "name"), [("x" * 37, ""), ("", "x" * 200), ("", "\N{GRINNING FACE}" * 100)])
def test_participant_outside_the_limits_is_rejected(user_id: str, name: str) -> None:
    with pytest.raises(OutsideLimit):
        Participant("candidate", user_id, name)
