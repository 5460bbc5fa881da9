"""Transcription. Optional: without it, the text of an answer is what the browser recognized or the person typed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from dayshift.providers.media import run_media


class TranscriptionFailed(Exception):
    """No transcript this time; a retry may succeed."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words with their times in seconds from the start of the audio; `end` is None if unknown."""

    begin: float
    end: float | None
    text: str


class Transcriber(Protocol):
    """A speech recognition model, here or at a provider. Slow: call it from tasks, never in a transaction."""

    name: str
    """Stored with every answer that it transcribed."""
    host: str | None
    """Where the audio is sent; None if it stays on this machine."""

    def check(self) -> None:
        """Raise ValueError or `ExtraMissing`, naming what is missing, if it cannot work here. Makes no request."""
        ...

    async def transcribe(self, sound: Path, language: str, *, seconds: float) -> list[Passage]:
        """The transcript of a WebM or MP4 audio file, in order; empty if nobody speaks.

        `language` is an ISO 639-1 code. Gives up after `seconds`. Raises `TranscriptionFailed`.
        """
        ...


MIN_VOICE_SECONDS = 0.4
"""Minimum total length of speech, in seconds: that of one word."""


async def holds_voice(path: Path) -> bool:
    """Whether somebody speaks in a WebM or MP4 file: transcribers invent sentences for silence. Raises `Unplayable`."""
    seconds: float = (await run_media("voiced_seconds", source=str(path))).result
    return seconds >= MIN_VOICE_SECONDS


FORM = "whisper:/FOLDER/OF/A/MODEL, openai://KEY@HOST/v1?model=NAME or openai+http://127.0.0.1:8000/v1?model=NAME"


def open_transcriber(url: str) -> Transcriber | None:
    """The transcriber for a URL of the form `FORM`; None for an empty one. Raises ValueError for any other."""
    if not url:
        return None
    scheme = urlsplit(url).scheme
    if scheme == "whisper":
        from dayshift.providers.whisper import WhisperTranscriber  # noqa: PLC0415

        return WhisperTranscriber(url)
    if scheme in {"openai", "openai+http"}:
        from dayshift.providers.speech_http import HttpTranscriber  # noqa: PLC0415

        return HttpTranscriber(url)
    raise ValueError(f"a transcriber's URL must look like {FORM}")
