"""A try of the microphone before an interview."""

import base64
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.interviews.room.models import sound_checks
from dayshift.providers.speech import Heard, Passage, TranscriptionFailed
from tests.interviews.recordings.media import SOUND_WEBM, record
from tests.interviews.room.test_interviews import drain
from tests.people import Person


class Transcriber:
    """Hears the same words in everything."""

    name, host = "scripted", None

    async def aclose(self) -> None:
        """Nothing was started."""

    async def transcribe(self, _sound: Any, language: str, **_: Any) -> Heard:
        return Heard([Passage(0.0, 1.0, "Can you hear me?", 0.9)], language, 1.0)


@pytest.fixture
def worker(app: FastAPI, worker: Worker) -> Worker:
    return worker


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    app.state.services.transcriber = Transcriber()
    return app


def sound(*, talking: bool) -> str:
    return base64.b64encode(record(SOUND_WEBM, 2, talking=talking)).decode()


def send(person: Person, data: str, **more: Any) -> Any:
    version = person.get("/api/consent")["version"]
    return person.call("POST", "/api/sound-check", {"version": version, "language": "es", "sound": data, **more})


def test_person_reads_what_was_heard_and_nothing_is_kept(client: TestClient, person: Person, worker: Worker) -> None:
    assert person.call("GET", "/api/sound-check").status_code == 404
    with time_machine.travel(now(), tick=False) as clock:
        assert send(person, sound(talking=True)).json() == {
            "awaited": True, "understood": "silent", "language": None, "text": "",
        }  # fmt: skip
        drain(client, worker)
        assert person.get("/api/sound-check") == {
            "awaited": False, "understood": "heard", "language": "es", "text": "Can you hear me?",
        }  # fmt: skip
        assert _kept(client, sound_checks.c.sound.is_not(None)) == 0
        send(person, sound(talking=False))
        drain(client, worker)
        assert person.get("/api/sound-check")["understood"] == "silent"
        clock.shift(timedelta(minutes=11))
        drain(client, worker)
    assert _kept(client) == 0


def test_sound_that_cannot_be_transcribed_is_kept_no_longer(
    client: TestClient, app: FastAPI, person: Person, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any, **__: Any) -> Heard:
        raise TranscriptionFailed("busy")

    monkeypatch.setattr(app.state.services.transcriber, "transcribe", fail)
    with time_machine.travel(now(), tick=False) as clock:
        send(person, sound(talking=True))
        for _ in range(12):
            drain(client, worker)
            assert person.get("/api/sound-check")["awaited"]
            clock.shift(timedelta(seconds=45))
        clock.shift(timedelta(minutes=2))
        drain(client, worker)
    assert _kept(client) == 0


@pytest.mark.parametrize("data", ["AAAA", "UklGRg==", base64.b64encode(b"\x1a\x45\xdf\xa3" * 99).decode()])
def test_what_is_no_recording_is_silent(client: TestClient, person: Person, worker: Worker, data: str) -> None:
    assert send(person, data).status_code == 202
    drain(client, worker)
    assert person.get("/api/sound-check")["understood"] == "silent"


@pytest.mark.parametrize("data", ["", "A", "AAA", "not base64!", "A" * 200_004])
def test_malformed_sound_is_refused(person: Person, data: str) -> None:
    assert send(person, data).status_code == 422


def test_nothing_is_sent_without_consent_to_it(client: TestClient, app: FastAPI, person: Person) -> None:
    assert send(person, "AAAA", version="2026-11e").json()["code"] == "no_transcription"
    app.state.services.transcriber = None
    assert send(person, "AAAA").json()["code"] == "no_transcription"
    assert _kept(client) == 0


def _kept(client: TestClient, *conditions: Any) -> int:
    assert client.portal
    count = select(func.count()).select_from(sound_checks).where(*conditions)
    return int(client.portal.call(client.app.state.services.db.read, lambda tx: tx.execute(count).scalar_one()))
