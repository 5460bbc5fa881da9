"""Transcription against a scripted server, and voice activity detection on generated audio."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dayshift.core.extras import ExtraMissing
from dayshift.providers.media.voice_activity import RATE, voiced_seconds
from dayshift.providers.speech import Passage, TranscriptionFailed, holds_voice, model, open_transcriber
from tests.interviews.recordings.media import SAFARI, SOUND_WEBM, record
from tests.speech import Script, serve

NOISE = np.random.default_rng(7)


@pytest.fixture
def script() -> Iterator[Script]:
    with serve() as script:
        yield script


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.webm"
    path.write_bytes(record(SOUND_WEBM, 1, talking=True))
    return path


def transcribe(script: Script, sound: Path, seconds: float = 5.0) -> list[Passage]:
    transcriber = open_transcriber(script.url(), sound.parent)
    assert transcriber is not None
    assert transcriber.host == "127.0.0.1"
    heard = asyncio.run(transcriber.transcribe(sound, "es", seconds=seconds))
    assert heard.language == "es"
    return heard.passages


def test_audio_is_sent_unchanged_and_returned_as_passages(script: Script, sound: Path) -> None:
    assert transcribe(script, sound) == [
        Passage(0.2, 1.1, "I ran the grill", 0.819),
        Passage(1.1, 1.9, "for three years.", 0.741),
    ]
    (call,) = script.calls
    assert call.path == "/v1/audio/transcriptions"
    assert call.headers["authorization"] == "Bearer a key"
    assert call.fields == {"model": "whisper-small", "language": "es", "response_format": "verbose_json"}
    assert (call.name, call.type, call.sound) == ("sound.webm", "audio/webm", sound.read_bytes())


def test_unsupported_timestamps_are_requested_only_once(script: Script, sound: Path) -> None:
    script.timed = False
    transcriber = open_transcriber(script.url(), sound.parent)
    assert transcriber is not None
    for _ in range(2):
        heard = asyncio.run(transcriber.transcribe(sound, "en", seconds=5))
        assert heard.passages == [Passage(0.0, None, "I ran the grill for three years.")]
    formats = [call.fields["response_format"] for call in script.calls]
    assert formats == ["verbose_json", "json", "json"]


def test_hallucinated_segments_are_dropped(script: Script, sound: Path) -> None:
    hallucinated = {"start": 2.0, "end": 4.0, "text": " Thank you.", "no_speech_prob": 0.9, "avg_logprob": -1.4}
    script.segments.append(hallucinated)
    assert [passage.text for passage in transcribe(script, sound)] == ["I ran the grill", "for three years."]


@pytest.mark.parametrize("status", [400, 401, 404, 413, 429, 500])
def test_error_status_fails_and_hides_the_key(script: Script, sound: Path, status: int) -> None:
    script.statuses = [status]
    with pytest.raises(TranscriptionFailed, match=f"^status {status}$"):
        transcribe(script, sound)
    assert len(script.calls) == 1


@pytest.mark.parametrize("raw", [b"<html>", b"[]", b'{"segments": [{"text": "no times"}]}', b"{}", b"[" * 100_000])
def test_malformed_reply_fails(script: Script, sound: Path, raw: bytes) -> None:
    script.raw = raw
    with pytest.raises(TranscriptionFailed, match="another form"):
        transcribe(script, sound)


def test_oversized_reply_fails(script: Script, sound: Path) -> None:
    script.raw = b" " * (3 * 1024 * 1024)
    with pytest.raises(TranscriptionFailed, match="too long"):
        transcribe(script, sound)


def test_slow_server_times_out(script: Script, sound: Path) -> None:
    script.seconds = 1.0
    with pytest.raises(TranscriptionFailed, match=r"no reply within 0\.2 seconds"):
        transcribe(script, sound, seconds=0.2)


def test_unreachable_server_fails(sound: Path) -> None:
    transcriber = open_transcriber("openai+http://127.0.0.1:9/v1?model=x", sound.parent)
    assert transcriber is not None
    with pytest.raises(TranscriptionFailed, match="ConnectError"):
        asyncio.run(transcriber.transcribe(sound, "en", seconds=5))


@pytest.mark.parametrize(
    "url", ["whisper:", "whisper://host/x", "openai://key@/v1?model=x", "openai://h/v1", "vosk:/x"]
)
def test_invalid_url_is_rejected(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must look like"):
        open_transcriber(url, tmp_path)


def test_transcriber_can_be_switched_off(tmp_path: Path) -> None:
    assert open_transcriber("off", tmp_path) is None


def test_everything_else_runs_without_the_embedded_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "PACKAGES", ("faster_whisper", "no_such_model"))
    assert open_transcriber("", tmp_path) is None
    with pytest.raises(ExtraMissing, match="no_such_model"):
        model.Embedded(tmp_path).check()


def test_incomplete_local_model_is_reported(tmp_path: Path) -> None:
    (tmp_path / "model.bin").touch()
    transcriber = open_transcriber(f"whisper:{tmp_path}", tmp_path)
    assert transcriber is not None
    assert transcriber.host is None
    with pytest.raises(ValueError, match=r"has no config\.json, tokenizer\.json"):
        transcriber.check()
    with pytest.raises(TranscriptionFailed, match=r"has no config\.json"):
        asyncio.run(transcriber.listen(tmp_path / "samples", "en", seconds=5))


def sine(seconds: float, level: float = 0.2) -> np.ndarray:
    return (level * np.sin(np.arange(int(seconds * RATE)) * 2 * np.pi * 180 / RATE)).astype(np.float32)


def hiss(seconds: float, level: float) -> np.ndarray:
    return (level * NOISE.standard_normal(int(seconds * RATE))).astype(np.float32)


@pytest.mark.parametrize(
    "room", [np.zeros(5 * RATE, np.float32), hiss(5, 0.001), hiss(5, 0.1), sine(5), sine(0.1)[:100], sine(0)]
)
def test_room_noise_is_not_voice(room: np.ndarray) -> None:
    assert voiced_seconds(room) < 0.1


@pytest.mark.parametrize("noise", [0.0, 0.001, 0.02])
def test_voice_is_detected_in_noise(noise: float) -> None:
    audio = hiss(6, noise) if noise else np.zeros(6 * RATE, np.float32)
    for start in (1.0, 2.0, 4.5):
        audio[int(start * RATE) : int((start + 0.5) * RATE)] += sine(0.5)
    assert voiced_seconds(audio) == pytest.approx(1.5, abs=0.1)


@pytest.mark.parametrize("recorder", [SOUND_WEBM, SAFARI])
def test_voice_detection_reads_browser_recordings(tmp_path: Path, recorder: object) -> None:
    path = tmp_path / "take"
    path.write_bytes(record(recorder, 3, talking=True))
    assert asyncio.run(holds_voice(path))
    path.write_bytes(record(recorder, 3))
    assert not asyncio.run(holds_voice(path))  # A continuous tone.
