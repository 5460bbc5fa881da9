"""Transcription: the words of recorded answers, with their times. By default a Whisper model on this machine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable
from urllib.parse import urlsplit

from dayshift.providers.media import run_media


class TranscriptionFailed(Exception):
    """No transcript this time; a retry may succeed."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its times in seconds from the start of the audio."""

    begin: float
    end: float
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Words with their times in seconds from the start of the audio; `end` is None if unknown.

    `confidence` is the model's: the geometric mean of the probabilities of what it wrote, from 0 to 1; None if unknown.
    `language` (ISO 639-1) is what it was written down in; None if unknown.
    """

    begin: float
    end: float | None
    text: str
    confidence: float | None = None
    words: list[Word] = field(default_factory=list)
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said up to `until`, in seconds from the start of the audio, and in which language most of it is.

    `passages` are in order; none if nobody speaks.
    """

    passages: list[Passage]
    language: str
    until: float


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a sound is to be transcribed: from `start`, in seconds, on.

    Unless `final`, speech that may go on is left for the next part.
    """

    start: float = 0.0
    final: bool = True


WHOLE = Part()


def main_language(passages: Sequence[Passage], otherwise: str) -> str:
    """The language of most words."""
    words = Counter[str]()
    for one in passages:
        words[one.language or otherwise] += len(one.text.split())
    return words.most_common(1)[0][0] if words else otherwise


class Transcriber(Protocol):
    """A speech recognition model, here or at a provider. Slow: call it from tasks, never in a transaction."""

    name: str
    """Stored with every answer that it transcribed."""
    host: str | None
    """Where the audio is sent; None if it stays on this machine."""

    def check(self) -> None:
        """Raise ValueError or `ExtraMissing`, naming what is missing, if it cannot work here. Makes no request."""
        ...

    async def transcribe(self, sound: Path, language: str, *, seconds: float) -> Heard:
        """The transcript of a WebM or MP4 audio file.

        `language` is the expected one, an ISO 639-1 code. Gives up after `seconds`. Raises `TranscriptionFailed`.
        """
        ...

    async def aclose(self) -> None:
        """End what it started, in the event loop that used it. Idempotent."""
        ...


@runtime_checkable
class Listener(Transcriber, Protocol):
    """A transcriber that can write an answer down in parts, while it is being given."""

    async def listen(self, samples: Path, language: str, part: Part = WHOLE, *, seconds: float) -> Heard:
        """The transcript of a part of the samples that `decode_sound` wrote. The next part begins at its `until`.

        Waits for its turn, finished answers first, and then gives up after `seconds`. Raises `TranscriptionFailed`.
        """
        ...


MIN_VOICE_SECONDS = 0.4
"""Minimum total length of speech, in seconds: that of one word."""


async def holds_voice(path: Path) -> bool:
    """Whether somebody speaks in a WebM or MP4 file: transcribers invent sentences for silence. Raises `Unplayable`."""
    seconds: float = (await run_media("voiced_seconds", source=str(path))).result
    return seconds >= MIN_VOICE_SECONDS


OFF = "off"
FORM = (
    f"{OFF}, whisper:/FOLDER/OF/A/MODEL, openai://KEY@HOST/v1?model=NAME or openai+http://127.0.0.1:8000/v1?model=NAME"
)


def open_transcriber(url: str, data_dir: Path) -> Transcriber | None:
    """The transcriber for a URL of the form `FORM`, the embedded one for an empty URL.

    None if it is switched off, or if the embedded one is not installed. Raises ValueError for any other URL.
    """
    from dayshift.providers.speech import model  # noqa: PLC0415
    from dayshift.providers.speech.http import HttpTranscriber  # noqa: PLC0415
    from dayshift.providers.speech.whisper import WhisperTranscriber  # noqa: PLC0415

    scheme = urlsplit(url).scheme
    if url == OFF:
        return None
    if not url:
        return None if model.missing_packages() else WhisperTranscriber(model.Embedded(data_dir))
    if scheme == "whisper":
        return WhisperTranscriber(*model.own_model(url))
    if scheme in {"openai", "openai+http"}:
        return HttpTranscriber(url)
    raise ValueError(f"a transcriber's URL must look like {FORM}")
