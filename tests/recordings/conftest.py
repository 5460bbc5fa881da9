"""A recording that is open for the person of the test, and the device that uploads to it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response

from dayshift.core.ids import new_id
from dayshift.core.tasks import Worker
from dayshift.recordings import open_recording
from tests.people import Person
from tests.recordings.media import cut


@dataclass
class Device:
    """What a person's browser does with one take of a recording."""

    person: Person
    worker: Worker
    recording: str
    take: int = 1

    @property
    def path(self) -> str:
        return f"/api/recordings/{self.recording}/takes/{self.take}"

    def put(self, index: int, data: bytes, *, segment: int = 0, sha256: str | None = None) -> Response:
        """Upload one chunk."""
        headers = {"x-sha256": sha256 or hashlib.sha256(data).hexdigest(), "Content-Type": "video/webm"}
        path = f"{self.path}/segments/{segment}/chunks/{index}"
        return self.person.call("PUT", path, content=data, headers=headers)

    def upload(self, *segments: Sequence[bytes], without: Sequence[tuple[int, int]] = ()) -> list[dict[str, Any]]:
        """Upload whole segments but for some chunks (segment, index); returns the manifest."""
        for segment, chunks in enumerate(segments):
            for index, data in enumerate(chunks):
                if (segment, index) not in without:
                    reply = self.put(index, data, segment=segment)
                    assert reply.status_code == 201, reply.text
        return [
            {"segment": segment, "count": len(chunks), "mimeType": "video/webm"}
            for segment, chunks in enumerate(segments)
        ]

    def record(self, *segments: bytes, chunks: int = 4) -> None:
        """Upload a take, complete it, and let the server make it playable."""
        manifest = self.upload(*(cut(data, chunks) for data in segments))
        assert self.complete(manifest).json() == {"state": "waiting"}
        self.let_server_work()
        assert self.complete(manifest).json() == {"state": "ready"}

    def complete(self, manifest: list[dict[str, Any]]) -> Response:
        """Say which chunks make up the take."""
        return self.person.call("POST", f"{self.path}/complete", json={"segments": manifest})

    def stored(self) -> list[tuple[int, int, int]]:
        """The chunks that the server has: (segment, index, size)."""
        return [tuple(chunk.values()) for chunk in self.person.get(f"{self.path}/chunks")["chunks"]]

    def media(self, headers: Mapping[str, str] = {}, method: str = "GET") -> Response:
        """Fetch the playable file."""
        return self.person.call(method, f"{self.path}/media", headers=dict(headers))

    def let_server_work(self) -> None:
        """Run the background work that is due."""
        portal = self.person.client.portal
        assert portal
        portal.call(self.worker.drain)


def open_for(app: FastAPI, worker: Worker, person: Person) -> Device:
    """A fresh recording of this person."""
    recording = new_id()
    assert person.client.portal
    person.client.portal.call(app.state.services.db.write, open_recording, recording, person.id)
    return Device(person, worker, recording)


@pytest.fixture
def device(app: FastAPI, worker: Worker, person: Person) -> Device:
    """The browser of the test's person, with an open recording."""
    return open_for(app, worker, person)
