"""Tells what is in a recording: `oracle.py FILE SPOKEN_TEXT` prints one JSON object.

The recording is decoded and its words are recognised by a program that knows nothing of the product, so that a
journey can say: what was spoken at the microphone is what the server has stored.
"""

import json
import re
import sys
from itertools import pairwise

import av
from pocketsphinx import Decoder

RATE = 16_000
"""Samples a second that the recogniser reads: mono, 16 bit."""


def main(file: str, spoken: str) -> None:
    pcm = read_speech(file)
    heard = recognise(pcm)
    times = picture_times(file)
    report = {
        "videoSeconds": times[-1] - times[0] if times else 0.0,
        "audioSeconds": len(pcm) / (2 * RATE),
        "longestGap": max((after - before for before, after in pairwise(times)), default=0.0),
        "words": heard,
        "wordErrorRate": word_error_rate(words(spoken), words(heard)),
    }
    sys.stdout.write(json.dumps(report))


def read_speech(file: str) -> bytes:
    """The sound as the recogniser reads it."""
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    with av.open(file) as media:
        frames = [*media.decode(audio=0), None]  # None hands out what the resampler still holds.
        return b"".join(part.to_ndarray().tobytes() for frame in frames for part in resampler.resample(frame))


def picture_times(file: str) -> list[float]:
    """When each picture is shown, in seconds; empty for a recording of sound alone."""
    with av.open(file) as media:
        if not media.streams.video:
            return []
        return sorted(frame.time for frame in media.decode(video=0))


def recognise(pcm: bytes) -> str:
    decoder = Decoder(samprate=RATE, loglevel="FATAL")
    decoder.start_utt()
    decoder.process_raw(pcm, full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return hypothesis.hypstr if hypothesis else ""


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def word_error_rate(spoken: list[str], heard: list[str]) -> float:
    """Edits between `spoken` and the stretch of `heard` that is nearest to it, per spoken word.

    The voice repeats itself and the recording starts anywhere in it: what comes before and after is free.
    """
    distances = [0] * (len(heard) + 1)
    for row, word in enumerate(spoken, start=1):
        above, distances = distances, [row]
        for column, other in enumerate(heard, start=1):
            edit = above[column - 1] + (word != other)
            distances.append(min(edit, above[column] + 1, distances[-1] + 1))
    return min(distances) / len(spoken)


if __name__ == "__main__":
    main(*sys.argv[1:])
