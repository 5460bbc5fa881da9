"""The port to a transcriber: what was said in a recorded answer, written down."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class TranscriptionFailed(Exception):
    """No words this time; another time there may be."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words, and when they were said: seconds from the start of the sound. `end` is None where that is not known."""

    begin: float
    end: float | None
    text: str


class Transcriber(Protocol):
    """One model, here or at a provider. It takes its time, so it belongs in a task, never in a transaction."""

    name: str
    """As it is kept with every answer that it wrote down."""
    host: str | None
    """Where the sound is sent to; None where it stays on this machine."""

    def check(self) -> None:
        """Raise ValueError or `ExtraMissing`, with what is missing, where it cannot work here. Asks nobody."""
        ...

    async def transcribe(self, sound: Path, language: str, *, seconds: float) -> list[Passage]:
        """What is said in a WebM or MP4 file without a picture, in order; nothing where nobody speaks.

        `language` is an ISO 639-1 code. Gives up after `seconds`. Raises `TranscriptionFailed`.
        """
        ...
