"""Read the playable file of a take: byte ranges (RFC 9110, section 14) for players, its audio for transcription."""

import re
from dataclasses import dataclass
from pathlib import Path

from dayshift.providers.media import run_media
from dayshift.providers.storage import Storage
from dayshift.recordings.queries import Take

_ONE_RANGE = re.compile(r"bytes=\s*([0-9]*)-([0-9]*)\s*", re.ASCII | re.IGNORECASE)
_DIGITS_MAX = 18


class Unsatisfiable(ValueError):
    """The range starts after the end of the file."""


@dataclass(frozen=True, slots=True)
class ByteRange:
    """`length` bytes from `start` on."""

    start: int
    length: int

    def content_range(self, size: int) -> str:
        """The Content-Range of this part of `size` bytes."""
        return f"bytes {self.start}-{self.start + self.length - 1}/{size}"


def wanted_range(header: str | None, size: int) -> ByteRange | None:
    """The range that `header` requests of `size` bytes, cut to the file; None for the whole file.

    Several ranges, other units and malformed headers get the whole file, which the standard allows. Raises
    `Unsatisfiable`.
    """
    found = _ONE_RANGE.fullmatch(header or "")
    if found is None or found.groups() == ("", "") or max(map(len, found.groups())) > _DIGITS_MAX:
        return None
    first, last = found.groups()
    if first == "":
        start, end = max(size - int(last), 0), size
    else:
        start, end = int(first), min(int(last) + 1, size) if last else size
        if last and int(last) < int(first):
            return None
    if start >= size:
        raise Unsatisfiable
    return ByteRange(start, end - start)


async def audio_of(storage: Storage, take: Take, folder: Path) -> Path | None:
    """A file in `folder` with the audio of a playable take, in its own encoding; None if it has none.

    Raises `Unplayable`, and `ObjectMissing` if the take's file is gone.
    """
    assert take.media_key is not None  # noqa: S101  (playable)
    file = folder / "take"
    await storage.append_to(file, take.media_key)
    audio: str | None = (await run_media("copy_sound", source=str(file), folder=str(folder))).result
    return Path(audio) if audio else None
