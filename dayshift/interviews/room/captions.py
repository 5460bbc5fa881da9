"""Captions of recorded answers. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from dayshift.interviews.recordings import Take
from dayshift.interviews.room.queries import StoredAnswer

LAST_MOMENT = 99 * 3600 + 59 * 60 + 59.999
"""Seconds: the end of a caption if the length of the recording is unknown."""

_NOTE = "NOTE One cue for the whole answer: the moment of each word is not known.\n\n"


@dataclass(frozen=True, slots=True)
class Cue:
    """Text from `begin` to `end`, in seconds of the recording; None is its end."""

    begin: float
    end: float | None
    text: str


def as_webvtt(cues: Sequence[Cue], seconds: float | None) -> str:
    """A WebVTT file (W3C WebVTT, section 4) for a recording of `seconds`.

    No times are invented: if only the text of an answer is known, it is one cue from start to end.
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


def spoken_cues(take: Take, answers: list[StoredAnswer]) -> list[Cue]:
    """The cues of a take; none if it belongs to no answer, or to one that was typed or has no text."""
    answer = next((answer for answer in answers if answer.take_number == take.number), None)
    if answer is None or answer.mode != "spoken":
        return []
    passages = answer.transcript["passages"] if answer.transcript else []
    transcript = [Cue(passage["begin"], passage["end"], passage["text"]) for passage in passages]
    if transcript and (answer.needs_transcript or answer.response_text == " ".join(cue.text for cue in transcript)):
        return transcript
    # The times of corrected words are unknown.
    return [] if answer.needs_transcript else [Cue(0.0, None, answer.response_text)]
