"""Analyze a recording: `oracle.py FILE SPOKEN_TEXT` prints one JSON object.

Decodes the recording and recognizes its speech with an independent program, so journeys can verify that the server
stored what was spoken into the microphone.
"""

import json
import re
import sys
from itertools import pairwise

import av
from pocketsphinx import Decoder

RATE = 16_000
"""Sample rate of the recognizer: mono, 16 bit."""


def main(file: str, spoken: str) -> None:
    pcm = read_speech(file)
    transcript = recognize(pcm)
    times = frame_times(file)
    report = {
        "videoSeconds": times[-1] - times[0] if times else 0.0,
        "audioSeconds": len(pcm) / (2 * RATE),
        "longestGap": max((after - before for before, after in pairwise(times)), default=0.0),
        "words": transcript,
        "wordErrorRate": word_error_rate(words(spoken), words(transcript)),
    }
    sys.stdout.write(json.dumps(report))


def read_speech(file: str) -> bytes:
    """Decode the audio in the recognizer's format."""
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    with av.open(file) as media:
        frames = [*media.decode(audio=0), None]  # None flushes the resampler.
        return b"".join(part.to_ndarray().tobytes() for frame in frames for part in resampler.resample(frame))


def frame_times(file: str) -> list[float]:
    """Return the time of each video frame in seconds; empty for an audio-only recording."""
    with av.open(file) as media:
        if not media.streams.video:
            return []
        return sorted(frame.time for frame in media.decode(video=0))


def recognize(pcm: bytes) -> str:
    decoder = Decoder(samprate=RATE, loglevel="FATAL")
    decoder.start_utt()
    decoder.process_raw(pcm, full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return hypothesis.hypstr if hypothesis else ""


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def word_error_rate(spoken: list[str], heard: list[str]) -> float:
    """Return the edit distance between `spoken` and the closest part of `heard`, per spoken word.

    The test voice repeats itself and the recording starts anywhere in it, so words before and after are ignored, and a
    whole repetition may begin at any word.
    """
    turns = (spoken[first:] + spoken[:first] for first in range(len(spoken)))
    return min(distance_to_part(turn, heard) for turn in turns) / len(spoken)


def distance_to_part(spoken: list[str], heard: list[str]) -> int:
    """Return the smallest edit distance between `spoken` and any part of `heard`."""
    distances = [0] * (len(heard) + 1)
    for row, word in enumerate(spoken, start=1):
        above, distances = distances, [row]
        for column, other in enumerate(heard, start=1):
            edit = above[column - 1] + (word != other)
            distances.append(min(edit, above[column] + 1, distances[-1] + 1))
    return min(distances)


if __name__ == "__main__":
    main(*sys.argv[1:])
