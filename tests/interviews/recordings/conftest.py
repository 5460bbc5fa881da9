"""An open recording of the test's person, and a device that uploads to it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response

from dayshift.core.ids import new_id
from dayshift.core.tasks import Worker
from dayshift.interviews.recordings import open_recording
from tests.interviews.recordings.media import cut
from tests.people import Person


@dataclass
class Device:
    """Simulates a browser that uploads one take of a recording."""

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
        """Upload the chunks of each segment except those in `without` (segment, index); returns the manifest."""
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
        """Upload and complete a take, then run the tasks that make it playable."""
        manifest = self.upload(*(cut(data, chunks) for data in segments))
        assert self.complete(manifest).json() == {"state": "waiting"}
        self.run_tasks()
        assert self.complete(manifest).json() == {"state": "ready"}

    def complete(self, manifest: list[dict[str, Any]]) -> Response:
        """Complete the take with the given manifest."""
        return self.person.call("POST", f"{self.path}/complete", json={"segments": manifest})

    def stored(self) -> list[tuple[int, int, int]]:
        """Returns the stored chunks: (segment, index, size)."""
        return [tuple(chunk.values()) for chunk in self.person.get(f"{self.path}/chunks")["chunks"]]

    def media(self, headers: Mapping[str, str] = {}, method: str = "GET") -> Response:
        """Fetch the playable file."""
        return self.person.call(method, f"{self.path}/media", headers=dict(headers))

    def run_tasks(self) -> None:
        """Run the background tasks that are due."""
        portal = self.person.client.portal
        assert portal
        portal.call(self.worker.drain)


def open_device(app: FastAPI, worker: Worker, person: Person) -> Device:
    """Open a new recording of this person."""
    recording = new_id()
    assert person.client.portal
    person.client.portal.call(app.state.services.db.write, open_recording, recording, person.id)
    return Device(person, worker, recording)


@pytest.fixture
def device(app: FastAPI, worker: Worker, person: Person) -> Device:
    """The person's browser, with an open recording."""
    return open_device(app, worker, person)
