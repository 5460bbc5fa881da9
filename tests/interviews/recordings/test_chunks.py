"""Chunk uploads: idempotency, integrity, authorization and limits."""

import asyncio
import hashlib
import json
import time
import tracemalloc
from collections import Counter
from typing import Any

import pytest
from fastapi import FastAPI

from dayshift.core.ids import new_id
from dayshift.interviews.recordings import chunk_keys, close_recording, receive
from dayshift.providers.storage import HELD_BYTES
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device
from tests.people import Person

DATA = b"\x00\xff" * 5000


def test_chunk_upload_is_idempotent(device: Device) -> None:
    first, again, other = device.put(0, DATA), device.put(0, DATA), device.put(0, DATA[:-1])

    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 409)
    assert first.json() == again.json() == {"sha256": hashlib.sha256(DATA).hexdigest(), "size": len(DATA)}
    assert other.json()["code"] == "chunk_conflict"
    assert device.stored() == [(0, 0, len(DATA))]


def test_chunks_are_listed_in_order(device: Device) -> None:
    for segment, index in [(1, 0), (0, 10), (0, 2), (10, 0), (0, 0)]:
        device.put(index, DATA, segment=segment)
    assert [chunk[:2] for chunk in device.stored()] == [(0, 0), (0, 2), (0, 10), (1, 0), (10, 0)]


def test_chunk_with_wrong_checksum_is_rejected(device: Device) -> None:
    reply = device.put(0, DATA, sha256=hashlib.sha256(b"other").hexdigest())
    assert (reply.status_code, reply.json()["code"]) == (422, "checksum_mismatch")
    assert device.stored() == []
    assert device.put(0, DATA).status_code == 201


@pytest.mark.parametrize("sha256", ["x", pytest.param("A" * 64, id="upper"), pytest.param("0" * 63, id="short")])
def test_chunk_requires_a_valid_checksum(device: Device, sha256: str) -> None:
    reply = device.put(0, DATA, sha256=sha256)
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid_request")
    assert device.stored() == []


def test_empty_chunk_is_rejected(device: Device) -> None:
    assert device.put(0, b"").status_code == 422
    assert device.stored() == []


def test_chunks_are_accepted_after_recording_is_closed(device: Device, app: FastAPI) -> None:
    portal = device.person.client.portal
    assert portal
    portal.call(app.state.services.db.write, close_recording, device.recording)
    assert device.put(0, DATA).status_code == 201


def test_other_users_or_unknown_recording_returns_404(device: Device) -> None:
    device.put(0, DATA)
    stranger = Device(Person.register(device.person.client, "eve@example.com"), device.worker, device.recording)
    nowhere = Device(device.person, device.worker, new_id())
    for other in (stranger, nowhere):
        replies = [
            other.put(0, DATA),
            other.complete([{"segment": 0, "count": 1, "mimeType": "video/webm"}]),
            other.person.call("GET", f"{other.path}/chunks"),
            other.media(),
        ]
        assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(404, "not_found")] * 4
    assert device.stored() == [(0, 0, len(DATA))]


OUT_OF_RANGE = [
    "0/segments/0/chunks/0",
    "1000/segments/0/chunks/0",
    "1/segments/200/chunks/0",
    "1/segments/0/chunks/5000",
    "1/segments/-1/chunks/0",
]


@pytest.mark.parametrize("tail", OUT_OF_RANGE)
def test_out_of_range_numbers_are_rejected(device: Device, tail: str) -> None:
    headers = {"x-sha256": hashlib.sha256(DATA).hexdigest()}
    reply = device.person.call("PUT", f"/api/recordings/{device.recording}/takes/{tail}", content=DATA, headers=headers)
    assert reply.status_code == 422


def test_largest_numbers_are_accepted(device: Device) -> None:
    last = Device(device.person, device.worker, device.recording, take=999)
    assert last.put(4999, DATA, segment=199).status_code == 201
    assert last.stored() == [(199, 4999, len(DATA))]


def test_keys_of_chunks_are_listed_by_take_and_segment(device: Device, app: FastAPI) -> None:
    device.record(media.record(media.VP8, 1), chunks=2)
    second = Device(device.person, device.worker, device.recording, take=2)
    for segment, index in [(1, 10), (1, 2), (0, 0)]:
        second.put(index, DATA, segment=segment)
    portal = device.person.client.portal
    assert portal
    found = portal.call(chunk_keys, app.state.services.storage, device.recording)
    assert found == {
        (take, segment): [f"{device.recording}/00{take}/chunks/00{segment}-{index:04}" for index in indexes]
        for (take, segment), indexes in {(1, 0): [0, 1], (2, 0): [0], (2, 1): [2, 10]}.items()
    }


def limit(app: FastAPI, **limits: int) -> None:
    """Change the limits of the running server."""
    services = app.state.services
    services.settings = services.settings.model_copy(update=limits)


def test_take_and_recording_sizes_are_limited(device: Device, app: FastAPI) -> None:
    limit(app, take_max_mb=2, interview_max_mb=3)
    megabyte = b"x" * 900_000
    first, second = device, Device(device.person, device.worker, device.recording, take=2)
    assert [first.put(index, megabyte).status_code for index in range(3)] == [201, 201, 413]
    assert [second.put(index, megabyte).status_code for index in range(2)] == [201, 413]
    assert first.put(2, b"x" * 100_000).status_code == 201


def test_tiny_chunks_count_with_a_minimum_size(device: Device, app: FastAPI) -> None:
    limit(app, take_max_mb=1)
    codes = [device.put(index, b"x").status_code for index in range(20)]
    assert codes == [201] * 15 + [413] * 5


def test_chunk_is_rejected_when_disk_is_nearly_full(device: Device, app: FastAPI) -> None:
    limit(app, free_disk_mb=10**9)
    reply = device.put(0, DATA)
    assert (reply.status_code, reply.json()["code"]) == (507, "storage_full")
    assert device.stored() == []


class RawRequest:
    """A PUT request at the ASGI level, to observe how much of its body the server reads."""

    def __init__(self, path: str, headers: dict[str, str], body: list[dict[str, Any]]) -> None:
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self.scope = {"type": "http", "method": "PUT", "path": path, "raw_path": path.encode(), "query_string": b""}
        self.scope |= {"headers": encoded, "scheme": "http", "server": ("testserver", 80), "http_version": "1.1"}
        self.body, self.read, self.sent = body, 0, list[dict[str, Any]]()

    async def receive(self) -> dict[str, Any]:
        self.read += 1
        return self.body[self.read - 1]

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    def answer(self, app: FastAPI) -> tuple[int, str]:
        """Returns the status and error code of the reply."""
        asyncio.run(app(self.scope, self.receive, self.send))
        return self.sent[0]["status"], json.loads(self.sent[1]["body"])["code"]


def chunk_messages(count: int, size: int) -> list[dict[str, Any]]:
    return [{"type": "http.request", "body": b"x" * size, "more_body": True}] * count


def raw(
    device: Device, body: list[dict[str, Any]], *, token: str | None = None, index: int = 0, **headers: str
) -> RawRequest:
    token = device.person.token if token is None else token
    head = {"authorization": f"Bearer {token}", "x-sha256": "0" * 64, "host": "testserver", **headers}
    return RawRequest(f"{device.path}/segments/0/chunks/{index}", head, body)


def test_unauthenticated_body_is_not_read(device: Device, app: FastAPI) -> None:
    request = raw(device, chunk_messages(1, 1000), token="wrong")
    assert request.answer(app) == (401, "not_signed_in")
    assert request.read == 0


def test_unauthorized_body_is_not_read(device: Device, app: FastAPI) -> None:
    stranger = Person.register(device.person.client, "eve@example.com")
    request = raw(device, chunk_messages(1, 1000), token=stranger.token)
    assert request.answer(app) == (404, "not_found")
    assert request.read == 0


def test_body_with_too_large_content_length_is_not_read(device: Device, app: FastAPI) -> None:
    request = raw(device, chunk_messages(1, 1000), **{"content-length": "16000001"})
    assert request.answer(app) == (413, "too_large")
    assert request.read == 0


def test_body_without_content_length_is_read_up_to_the_limit(device: Device, app: FastAPI) -> None:
    request = raw(device, chunk_messages(30, 1_000_000))
    assert request.answer(app) == (413, "too_large")
    assert request.read == 17
    assert device.stored() == []


def test_interrupted_upload_stores_nothing(device: Device, app: FastAPI) -> None:
    request = raw(device, [*chunk_messages(2, 1000), {"type": "http.disconnect"}], **{"content-length": "5000"})
    assert request.answer(app) == (400, "interrupted")
    assert device.stored() == []


def test_large_chunk_is_streamed_to_disk(app: FastAPI, device: Device) -> None:
    chunk_data = b"x" * 65_536
    body = [{"type": "http.request", "body": chunk_data, "more_body": True}] * 240
    body += [{"type": "http.request", "body": b"", "more_body": False}]
    digest = hashlib.sha256(chunk_data * 240).hexdigest()
    requests = [raw(device, body, **{"content-length": "15728640", "x-sha256": digest}, index=n) for n in range(4)]

    async def scenario() -> None:
        await asyncio.gather(*(app(upload.scope, upload.receive, upload.send) for upload in requests))

    tracemalloc.start()
    asyncio.run(scenario())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [upload.sent[0]["status"] for upload in requests] == [201] * 4
    assert peak < 4 * (HELD_BYTES + 1_000_000)


class Stalled(RawRequest):
    """A request whose body stops arriving."""

    async def receive(self) -> dict[str, Any]:
        if self.read == len(self.body):
            await asyncio.sleep(60)
        return await super().receive()


def test_stalled_body_times_out(device: Device, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receive, "GRACE_SECONDS", 0.1)
    ready = raw(device, chunk_messages(2, 100), **{"content-length": "5000"})
    request = Stalled(ready.scope["path"], {}, ready.body)
    request.scope = ready.scope
    started = time.monotonic()
    assert request.answer(app) == (408, "too_slow")
    assert time.monotonic() - started < 10
    assert (b"connection", b"close") in request.sent[0]["headers"]
    assert device.stored() == []
    assert list((app.state.services.settings.data_dir / "recordings" / ".tmp").iterdir()) == []


@pytest.mark.parametrize(("received", "allowed"), [(0, 30), (200_000, 130), (540_000, 300), (9_000_000, 300)])
def test_body_deadline_grows_with_received_bytes(received: int, allowed: float) -> None:
    assert receive.seconds_allowed(received) == allowed


def test_concurrent_chunks_respect_take_limit(device: Device, app: FastAPI) -> None:
    limit(app, take_max_mb=3)
    data = b"x" * 1_000_000
    head = {"content-length": "1000000", "x-sha256": hashlib.sha256(data).hexdigest()}
    requests = [raw(device, [{"type": "http.request", "body": data}], index=n, **head) for n in range(50)]

    async def scenario() -> None:
        await asyncio.gather(*(app(upload.scope, upload.receive, upload.send) for upload in requests))

    asyncio.run(scenario())
    statuses = Counter(upload.sent[0]["status"] for upload in requests)
    assert statuses[201] <= 3
    assert statuses.keys() <= {201, 413, 429}
    assert sum(size for *_, size in device.stored()) <= 3_000_000
    for upload in requests:
        if upload.sent[0]["status"] == 429:
            assert (b"retry-after", b"2") in upload.sent[0]["headers"]
