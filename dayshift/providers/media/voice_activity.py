"""Voice activity: whether somebody speaks in a recording. Transcribers invent sentences for silence or a hum."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import av

from dayshift.providers.media.remux import open_checked, plain_errors

if TYPE_CHECKING:  # Takes 0.4 s to import; most media jobs do without.
    import numpy as np

    Samples = np.ndarray[Any, np.dtype[np.float32]]

RATE = 16_000
FRAME = 320
"""Samples of one level: 20 ms."""
QUIETEST = -50.0
"""Minimum level of speech in dBFS (20 log10 of the root mean square; a full square wave is 0)."""
OVER_THE_ROOM = 6.0
"""Level of speech above the room's noise (the tenth percentile of the frames), in dB."""
MAX_SECONDS = 2 * 60 * 60
"""Maximum analyzed length of a recording, in seconds."""


def voiced_seconds_of(path: Path) -> float:
    """`voiced_seconds` of a WebM or MP4 file. Takes a second for half an hour. Raises `Unplayable`."""
    import numpy as np  # noqa: PLC0415

    rest, levels = np.zeros(0, np.float32), [np.zeros(0)]
    for piece in _samples(path):
        samples = np.concatenate([rest, piece])
        whole = len(samples) // FRAME * FRAME
        levels.append(_levels(samples[:whole]))
        rest = samples[whole:]
    return _voiced(np.concatenate(levels))


def voiced_seconds(samples: "Samples") -> float:
    """Seconds that are louder than the room; `samples`: one channel at `RATE`, between -1 and 1."""
    return _voiced(_levels(samples[: len(samples) // FRAME * FRAME]))


def decode_sound(sources: Sequence[Path], target: Path) -> float:
    """Write the samples of WebM or MP4 files, one after another, to `target`: one channel at `RATE`, 32-bit floats.

    Returns their length in seconds. A file that is still being written is read as far as it goes.
    """
    count = 0
    with target.open("wb") as file:
        for source in sources:
            for piece in _samples(source):
                file.write(piece.tobytes())
                count += len(piece)
    return count / RATE


def _levels(samples: "Samples") -> Any:
    import numpy as np  # noqa: PLC0415

    frames = samples.reshape(-1, FRAME).astype(np.float64)
    return 10 * np.log10(np.mean(frames**2, axis=1) + 1e-12) if len(frames) else np.zeros(0)


def _voiced(levels: Any) -> float:
    import numpy as np  # noqa: PLC0415

    if len(levels) == 0:
        return 0.0
    threshold = max(QUIETEST, float(np.percentile(levels, 10)) + OVER_THE_ROOM)
    return float(np.count_nonzero(levels > threshold)) * FRAME / RATE


def _samples(path: Path) -> Iterator["Samples"]:
    left = MAX_SECONDS * RATE
    with plain_errors(path), open_checked(path) as container:
        if not container.streams.audio:
            return
        resampler = av.AudioResampler("flt", "mono", RATE)
        for frame in container.decode(audio=0):
            for resampled in resampler.resample(frame):
                piece = resampled.to_ndarray()[0][:left]
                yield piece
                left -= len(piece)
            if left <= 0:
                return
