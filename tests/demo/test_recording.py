"""What the people of the demo record: a face that moves with a voice, and a voice that says the text."""

import asyncio
import re
import tomllib
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path

import av
import numpy as np
import pytest

from dayshift.demo.recording import FPS, VOICES, loudness, recording, voice
from dayshift.demo.seed import PEOPLE
from dayshift.providers.speech import model
from dayshift.providers.speech.recognition import RATE
from dayshift.providers.speech.whisper import WhisperTranscriber

SAID = {
    (one["first_name"].lower(), question): text
    for one in tomllib.loads(PEOPLE.read_text("utf-8"))["person"]
    if one.get("records")
    for question, text in one["says"].items()
}
MOUTH = slice(184, 212), slice(292, 348)
EYES = slice(142, 164), slice(280, 360)
"""Rows and columns in which the mouth and the eyes are, however far the head moves."""


def decoded(data: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Return the frames as rows, columns, RGB, and the loudness during each."""
    with av.open(BytesIO(data)) as container:
        frames = np.stack([frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)])
    resampler = av.AudioResampler("flt", "mono", FPS * 1000)
    with av.open(BytesIO(data)) as container:
        parts = [part.to_ndarray()[0] for frame in container.decode(audio=0) for part in resampler.resample(frame)]
    sound = np.concatenate(parts)
    levels = [np.sqrt(np.mean(sound[number * 1000 :][:1000] ** 2)) for number in range(len(frames))]
    return frames, np.array(levels)


def unlike_skin(frames: np.ndarray, part: tuple[slice, slice]) -> np.ndarray:
    """Return how many pixels of a part of each frame have another color than most."""
    pixels = frames[:, *part].astype(int)
    skin = np.median(pixels.reshape(-1, 3), axis=0)
    return (np.abs(pixels - skin).max(axis=3) > 40).sum(axis=(1, 2))


def test_six_people_say_four_answers_of_half_a_minute_to_a_minute() -> None:
    assert len(SAID) == 24
    assert {path.stem for path in VOICES.glob("*.opus")} == {"-".join(key) for key in SAID}
    for person, question in SAID:
        levels = loudness(person, question)
        assert 30 <= len(levels) / FPS <= 60
        assert levels.std() > 0.2  # Speech has pauses.


@pytest.mark.parametrize("person", ["rosa", "linh", "kyle"])
def test_the_mouth_opens_with_the_sound_and_the_eyes_blink(person: str) -> None:
    found = recording(person, "pressure")
    frames, levels = decoded(found.data)
    assert abs(len(frames) / FPS - found.seconds) < 0.2
    assert levels.max() > 0.05
    mouth = unlike_skin(frames, MOUTH)
    assert np.corrcoef(mouth, levels)[0, 1] > 0.8
    assert mouth[levels > np.quantile(levels, 0.9)].mean() > 1.5 * mouth[levels < np.quantile(levels, 0.1)].mean()
    eyes = unlike_skin(frames, EYES)
    blinks = np.diff((eyes < 0.8 * np.median(eyes)).astype(int)) == 1
    assert 5 <= blinks.sum() <= 25
    assert len(np.unique(frames[:, 60:110, 300:340].reshape(len(frames), -1), axis=0)) > 5  # The head moves.


def test_each_person_looks_different() -> None:
    faces = {person: decoded(recording(person, "pressure").data)[0][0] for person in ("rosa", "linh", "kyle")}
    for one, other in (("rosa", "linh"), ("linh", "kyle"), ("kyle", "rosa")):
        assert np.abs(faces[one].astype(int) - faces[other]).mean() > 20


@pytest.mark.slow
def test_the_recognizer_hears_the_text(tmp_path: Path) -> None:
    resampler, samples = av.AudioResampler("flt", "mono", RATE), tmp_path / "samples"
    with av.open(voice("grace", "pressure")) as source:
        parts = [part.to_ndarray()[0] for frame in source.decode(audio=0) for part in resampler.resample(frame)]
    np.concatenate(parts).astype(np.float32).tofile(samples)
    transcriber = WhisperTranscriber(model.Embedded(tmp_path), threads=1)
    with asyncio.Runner() as runner:
        heard = runner.run(transcriber.listen(samples, "en", seconds=120))
        runner.run(transcriber.aclose())
    understood = " ".join(passage.text for passage in heard.passages)
    said, found = (re.findall(r"[a-z']+", one.lower()) for one in (SAID["grace", "pressure"], understood))
    assert SequenceMatcher(None, said, found, autojunk=False).ratio() > 0.9


def test_sentences_have_their_times() -> None:
    for (person, question), text in SAID.items():
        if person != "rosa":
            continue
        found = recording(person, question)
        assert len(found.sentences) == len(re.findall(r"[.!?](?= |$)", text))
        times = [time for sentence in found.sentences for time in sentence]
        assert times == sorted(times)
        assert times[-1] <= found.seconds
