"""Killing the server: acknowledged data is kept, and the interview can continue."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import httpx2
import pytest

from tests.faults.candidate import ANSWER, Candidate
from tests.faults.processes import TIMEOUT, Installation, kill, wait_until
from tests.interviews.recordings import media

pytestmark = pytest.mark.slow

KILLS = 4
WRITERS = 4


@dataclass
class Load:
    """Several candidates that send requests concurrently until the server dies."""

    url: str
    candidates: list[Candidate] = field(default_factory=list)
    finished: int = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the writers until the server dies, at the latest at the end of the block."""
        writers = [threading.Thread(target=self._write) for _ in range(WRITERS)]
        for writer in writers:
            writer.start()
        yield
        for writer in writers:
            writer.join(TIMEOUT)
            assert not writer.is_alive()

    def _write(self) -> None:
        with httpx2.Client(base_url=self.url, timeout=TIMEOUT) as client, suppress(httpx2.TransportError):
            while True:
                candidate = Candidate.register(client)
                self.candidates.append(candidate)
                candidate.live()
                self.finished += 1


def test_acknowledged_data_survives_kill(installation: Installation) -> None:
    load = Load(installation.url)
    for number in range(KILLS):
        with installation.server() as server:
            check(load.candidates, installation)
            with load.running():
                # Kill while some candidates are done and others are in progress.
                target = load.finished + 1 + number
                wait_until(lambda target=target: load.finished >= target)
                kill(server)
    with installation.server():
        assert len(load.candidates) > load.finished >= KILLS  # Some were interrupted.
        check(load.candidates, installation)
        resend(load.candidates, installation)
    if installation.database_url.startswith("sqlite"):
        check_integrity(installation.database_url.removeprefix("sqlite:///"))


def check(candidates: list[Candidate], installation: Installation) -> None:
    """Check the acknowledged data of every candidate."""
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        for candidate in candidates:
            candidate.client = client
            candidate.check(installation.data_dir / "recordings")


def resend(candidates: list[Candidate], installation: Installation) -> None:
    """Resend every chunk without an acknowledgment, as the devices do."""
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        for candidate in candidates:
            candidate.client = client
            for index in candidate.sent.keys() - candidate.chunks.keys():
                candidate.put_chunk(index, candidate.sent[index])


def check_integrity(path: str) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_interview_continues_after_kill(installation: Installation) -> None:
    chunks = media.cut(media.record(media.VP9, 3), 6)
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        with installation.server() as server:
            maya = Candidate.register(client)
            maya.begin_interview()
            maya.answer(1, ANSWER)
            for index in range(3):
                maya.put_chunk(index, chunks[index])
            kill(server)

        with installation.server():
            rejoined = maya.call(
                "POST", f"/api/interviews/{maya.interview}/start", {"participantName": "Maya", "userId": maya.id}
            )["interview"]
            assert rejoined["status"] == "in-progress"
            assert (rejoined["nextOrder"], rejoined["nextQuestionId"]) == (2, maya.questions[1]["id"])
            stored = maya.call("GET", f"/api/recordings/{maya.interview}/takes/1/chunks")["chunks"]
            assert [chunk["index"] for chunk in stored] == [0, 1, 2]

            for index in range(3, 6):
                maya.put_chunk(index, chunks[index])
            segments = [{"segment": 0, "count": 6, "mimeType": media.VP9.mime_type}]
            maya.answer(2, ANSWER, take={"number": 1, "segments": segments})
            for order in (3, 4):
                maya.answer(order, ANSWER)
            maya.call("POST", f"/api/interviews/{maya.interview}/complete", {})

            wait_until(lambda: finished(maya))
            check_result(maya)


def finished(maya: Candidate) -> bool:
    interview = maya.call("GET", f"/api/interviews/{maya.interview}")
    return interview["scoring"] == "done" and [take["state"] for take in interview["takes"]] == ["ready"]


def check_result(maya: Candidate) -> None:
    interview = maya.call("GET", f"/api/interviews/{maya.interview}")
    assert [response["responseText"] for response in interview["responses"]] == [ANSWER] * 4
    assert interview["aiScore"] > 0
    [take] = interview["takes"]
    assert take["durationSeconds"] == pytest.approx(3, abs=0.3)
    headers = {"Authorization": f"Bearer {maya.token}", "Range": "bytes=0-3"}
    assert maya.client.get(take["url"], headers=headers).content == b"\x1a\x45\xdf\xa3"
