"""Whether somebody speaks in a recording: a transcriber that is given silence or a hum makes sentences of it."""

from pathlib import Path
from typing import Any

import numpy as np

RATE = 16_000
FRAME = 320
"""Samples of one look: 20 ms."""
QUIETEST = -50.0
"""dBFS (20 log10 of the root mean square; a full square wave is 0) below which nobody is understood."""
OVER_THE_ROOM = 6.0
"""dB by which a voice stands out of what is always there: the tenth percentile of the frames."""
SHORTEST = 0.4
"""Seconds of voice, all together, that a word takes."""


def holds_voice(path: Path) -> bool:
    """Whether the sound of a WebM or MP4 file is worth a transcriber's time. Decodes it; takes a second a half hour."""
    return voiced_seconds(_samples(path)) >= SHORTEST


def voiced_seconds(samples: "np.ndarray[Any, np.dtype[np.float32]]") -> float:
    """Seconds in which something is louder than the room; `samples`: one channel at `RATE`, between -1 and 1."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float64)
    if len(frames) == 0:
        return 0.0
    levels = 10 * np.log10(np.mean(frames**2, axis=1) + 1e-12)
    threshold = max(QUIETEST, float(np.percentile(levels, 10)) + OVER_THE_ROOM)
    return float(np.count_nonzero(levels > threshold)) * FRAME / RATE


def _samples(path: Path) -> "np.ndarray[Any, np.dtype[np.float32]]":
    import av  # noqa: PLC0415  (FFmpeg takes its time to load)

    with av.open(str(path)) as container:
        resampler = av.AudioResampler("flt", "mono", RATE)
        decoded = container.decode(audio=0)
        pieces = [piece.to_ndarray()[0] for frame in decoded for piece in resampler.resample(frame)]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
