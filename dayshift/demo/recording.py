"""The recordings of the demo's people: a drawn figure that speaks, in a browser's format.

The voice is a file of `voices/`, made by `scripts/speak_demo.py`; the mouth opens with its loudness.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import av
import numpy as np

from dayshift.demo.figures import FIGURES, HEIGHT, WIDTH, face, portrait

VOICES = Path(__file__).with_name("voices")
_TIMES = VOICES / "times.json"
FPS = 12
MIME_TYPE = "video/webm;codecs=vp8,opus"
_QUICK = {"deadline": "realtime", "cpu-used": "8", "crf": "24", "b": "500k", "threads": "1"}
_LIVE = {"live": "1"}
_RATE = 12_000
_BLINK = 2
"""Frames that a blink takes."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A WebM file, its length, and the begin and end of each sentence, in seconds."""

    data: bytes
    seconds: float
    sentences: list[tuple[float, float]]


@cache
def recording(person: str, question: str) -> Recording:
    """Return a person's answer to a question. Takes about two seconds."""
    target, levels = BytesIO(), loudness(person, question)
    with (
        av.open(voice(person, question)) as source,
        av.open(target, "w", format="webm", options=_LIVE) as output,
    ):
        heard = source.streams.audio[0]
        video = output.add_stream("libvpx", rate=FPS, options=_QUICK)
        video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        audio = output.add_stream_from_template(heard)
        packets = (packet for packet in source.demux(heard) if packet.pts is not None)
        for number, image in enumerate(pictures(person, levels)):
            for packet in packets:
                ends = float((packet.pts or 0) * (heard.time_base or 0))
                packet.stream = audio
                output.mux(packet)
                if ends >= number / FPS:
                    break
            frame = av.VideoFrame.from_ndarray(image, format="rgb24").reformat(format="yuv420p")
            frame.pts = number
            output.mux(video.encode(frame))
        output.mux(video.encode(None))
    sentences = json.loads(_TIMES.read_text())[voice(person, question).stem]
    return Recording(target.getvalue(), len(levels) / FPS, sentences)


def voice(person: str, question: str) -> Path:
    """Return the file with a person's spoken answer to a question."""
    return VOICES / f"{person}-{question}.opus"


def loudness(person: str, question: str) -> np.ndarray:
    """Return how loud the answer is during each frame, 0 to 1."""
    resampler = av.AudioResampler("flt", "mono", _RATE)
    with av.open(voice(person, question)) as source:
        parts = [part.to_ndarray()[0] for frame in source.decode(audio=0) for part in resampler.resample(frame)]
    samples = np.concatenate(parts)
    samples = samples[: len(samples) // (_RATE // FPS) * (_RATE // FPS)].reshape(-1, _RATE // FPS)
    levels = np.sqrt((samples**2).mean(axis=1))
    loud: np.ndarray = np.clip(levels / np.quantile(levels, 0.95), 0, 1)
    return loud


def pictures(person: str, levels: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the frames of a person whose voice is as loud as `levels`: rows, columns, RGB."""
    figure, random = FIGURES[person], Random(person)  # noqa: S311  (the time of blinks)
    poses: dict[tuple[int, int], np.ndarray] = {}
    blinks_at = random.randint(1, 2 * FPS)
    for number, level in enumerate(levels):
        # The head sways in whole pixels, so that few portraits are painted.
        second = number / FPS
        sway = 4 * np.sin(second * 0.9) + 1.5 * np.sin(second * 2.3), 2 * np.sin(second * 1.7) + 1.5 * level
        at = round(float(sway[0])), round(float(sway[1]))
        if at not in poses:
            poses[at] = portrait(figure, *at)
        if number >= blinks_at + _BLINK:
            blinks_at = number + random.randint(2 * FPS, 5 * FPS)
        image = poses[at].copy()
        face(image, figure, at, float(level), blinks=number >= blinks_at)
        yield image
