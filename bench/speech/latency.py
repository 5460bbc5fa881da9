"""How soon the text of an answer is there: phones send real speech in real time to a running server."""

import hashlib
import io
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import av
import httpx2
import numpy as np

from bench.speech.accuracy import RATE, read
from tests.faults.candidate import Candidate
from tests.faults.processes import Installation

CHUNK_SECONDS = 4
MIN_SECONDS = 35.0
"""Length of an answer, made of several clips with pauses."""
PAUSE_SECONDS = 0.7
LIMIT_SECONDS = 120.0


def answer_of(folder: Path, clips: Sequence[dict[str, Any]], number: int) -> np.ndarray:
    """The samples of one answer; each number begins at another clip."""
    parts: list[np.ndarray] = []
    while sum(map(len, parts)) < MIN_SECONDS * RATE:
        parts += [read(folder / clips[number % len(clips)]["file"]), np.zeros(int(PAUSE_SECONDS * RATE), np.float32)]
        number += 1
    return np.concatenate(parts)


def chunks_of(samples: np.ndarray) -> list[bytes]:
    """The answer as a recorder sends it: what it has written after each four seconds."""
    target = io.BytesIO()
    pieces, sent = [], 0
    with av.open(target, "w", format="webm", options={"live": "1", "cluster_time_limit": "1000"}) as output:
        stream = output.add_stream("libopus", rate=48_000, layout="mono")
        stream.bit_rate = 32_000
        resampler = av.AudioResampler("flt", "mono", 48_000, frame_size=960)
        for start in range(0, len(samples), CHUNK_SECONDS * RATE):
            part = samples[start : start + CHUNK_SECONDS * RATE]
            frame = av.AudioFrame.from_ndarray(part[None].astype(np.float32), "flt", "mono")
            frame.rate, frame.pts = RATE, start
            for resampled in resampler.resample(frame):
                output.mux(stream.encode(resampled))
            data = target.getvalue()
            pieces.append(data[sent:])
            sent = len(data)
        output.mux(stream.encode(None))
    pieces[-1] += target.getvalue()[sent:]
    return [piece for piece in pieces if piece]


def wait_for_text(url: str, samples: Sequence[np.ndarray], answers: int) -> list[float]:
    """Seconds from the end of each answer to its text; each of `samples` is one phone, that gives `answers`."""
    waited: list[float] = []

    def phone(sound: np.ndarray) -> None:
        with httpx2.Client(base_url=url, timeout=60) as client:
            person = Candidate.register(client)
            person.begin_interview()
            spoken = (chunks_of(np.roll(sound, order * RATE)) for order in range(answers))
            waited.extend(_give_answer(person, order, chunks) for order, chunks in enumerate(spoken, 1))

    threads = []
    for sound in samples:
        thread = threading.Thread(target=phone, args=(sound,))
        thread.start()
        threads.append(thread)
        time.sleep(CHUNK_SECONDS / len(samples) + 1)  # People do not begin at the same moment.
    for thread in threads:
        thread.join()
    return waited


def _give_answer(person: Candidate, order: int, chunks: Sequence[bytes]) -> float:
    began = time.monotonic()
    for index, data in enumerate(chunks):
        time.sleep(max(0.0, began + (index + 1) * CHUNK_SECONDS - time.monotonic()))
        headers = {"x-sha256": hashlib.sha256(data).hexdigest(), "Content-Type": "audio/webm"}
        path = f"/api/recordings/{person.interview}/takes/{order}/segments/0/chunks/{index}"
        person.call("PUT", path, content=data, headers=headers)
    take = {"number": order, "segments": [{"segment": 0, "count": len(chunks), "mimeType": "audio/webm;codecs=opus"}]}
    ended = time.monotonic()
    question = person.questions[order - 1]
    person.call(
        "POST",
        f"/api/interviews/{person.interview}/responses",
        {
            "questionText": question["question"],
            "questionId": question["id"],
            "responseText": "",
            "responseOrder": order,
            "take": take,
        },
    )
    while time.monotonic() < ended + LIMIT_SECONDS:
        heard = person.call("GET", f"/api/interviews/{person.interview}/takes/{order}/heard")
        if not heard["awaited"]:
            return time.monotonic() - ended
        time.sleep(0.1)
    return LIMIT_SECONDS


def measure(folder: Path, clips: Sequence[dict[str, Any]], data: Path) -> str:
    """Wait for the texts of one interview, and of eight at once; return the 95th percentiles."""
    spoken = [clip for clip in clips if clip["lang"] == "en" and clip["seconds"] < MIN_SECONDS]
    installation = Installation.make(data / "data", transcriber_url="", run_worker="true")
    with installation.server():
        answers = [answer_of(folder, spoken, 3 * number) for number in range(8)]
        alone = wait_for_text(installation.url, answers[:1], 4)
        eight = wait_for_text(installation.url, answers, 3)
    print("text ready after, one interview:", *(f"{one:.1f}" for one in alone))
    print("text ready after, eight at once:", *(f"{one:.1f}" for one in sorted(eight)))
    return f"ready_p95_s={np.percentile(alone, 95):.1f} ready8_p95_s={np.percentile(eight, 95):.1f}"
