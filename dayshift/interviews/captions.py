"""The words of a recorded answer as captions. Pure."""

LAST_MOMENT = 99 * 3600 + 59 * 60 + 59.999
"""Seconds: where the length of a recording is not known, its words stand for as long as it plays."""

_NOTE = "NOTE One cue for the whole answer: the moment of each word is not known."


def as_webvtt(words: str, seconds: float | None) -> str:
    """A WebVTT file (W3C WebVTT, section 4) with `words` in one cue, from the start to `seconds`.

    Only the words of an answer are known, not when each was said. So they stand together, and no times are made up.
    """
    lines = [line.strip() for line in words.splitlines()]
    text = "\n".join(_escaped(line) for line in lines if line)  # An empty line would end the cue.
    end = seconds or LAST_MOMENT
    return f"WEBVTT\n\n{_NOTE}\n\n{_moment(0)} --> {_moment(end)}\n{text}\n"


def _escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _moment(seconds: float) -> str:
    """'HH:MM:SS.mmm'."""
    milliseconds = round(min(seconds, LAST_MOMENT) * 1000)
    minutes, milliseconds = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
