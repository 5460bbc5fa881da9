"""The words of a recorded answer as captions. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

LAST_MOMENT = 99 * 3600 + 59 * 60 + 59.999
"""Seconds: where the length of a recording is not known, its words stand for as long as it plays."""

_NOTE = "NOTE One cue for the whole answer: the moment of each word is not known.\n\n"


@dataclass(frozen=True, slots=True)
class Cue:
    """Words from `begin` to `end`, in seconds of the recording; `end` is None where they stand to its end."""

    begin: float
    end: float | None
    text: str


def as_webvtt(cues: Sequence[Cue], seconds: float | None) -> str:
    """A WebVTT file (W3C WebVTT, section 4) of a recording of so many seconds.

    No times are made up: where only the words of an answer are known, they stand together, from start to end.
    """
    note = "" if any(cue.end is not None for cue in cues) else _NOTE
    return f"WEBVTT\n\n{note}" + "\n\n".join(_cue(cue, seconds or LAST_MOMENT) for cue in cues) + "\n"


def _cue(cue: Cue, last: float) -> str:
    lines = [line.strip() for line in cue.text.splitlines()]
    text = "\n".join(_escaped(line) for line in lines if line)  # An empty line would end the cue.
    return f"{_moment(cue.begin)} --> {_moment(last if cue.end is None else cue.end)}\n{text}"


def _escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _moment(seconds: float) -> str:
    """'HH:MM:SS.mmm'."""
    milliseconds = round(min(seconds, LAST_MOMENT) * 1000)
    minutes, milliseconds = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
