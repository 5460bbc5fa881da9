"""Read a take: byte ranges of its file (RFC 9110, section 14) for players, its sound for transcription."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dayshift.interviews.recordings.chunks import ChunkId, chunk_key, expected_chunks, stored_chunks, without_gap
from dayshift.interviews.recordings.queries import Take
from dayshift.providers.media import Unplayable, run_media
from dayshift.providers.storage import Storage

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


@dataclass(frozen=True, slots=True)
class Sound:
    """The samples of a take (see `decode_sound`), their length in seconds, and of how many chunks they were made."""

    samples: Path
    seconds: float
    chunks: int


async def arriving_sound(
    storage: Storage, recording_id: str, number: int, folder: Path, *, more_than: int
) -> Sound | None:
    """The sound of the chunks that have arrived without a gap, decoded in `folder`.

    None unless these are more than `more_than`. Raises `Unplayable`.
    """
    chunks = without_gap(await stored_chunks(storage, recording_id, number))
    return await _decode(storage, recording_id, number, chunks, folder) if len(chunks) > more_than else None


async def complete_sound(storage: Storage, take: Take, folder: Path) -> Sound | None:
    """The sound of a take from its chunks, decoded in `folder`; None unless all have arrived and can be read."""
    expected = expected_chunks(take.manifest)
    if not expected or not set(expected) <= (await stored_chunks(storage, take.recording_id, take.number)).keys():
        return None
    try:
        return await _decode(storage, take.recording_id, take.number, expected, folder)
    except Unplayable:
        return None


async def _decode(storage: Storage, recording_id: str, number: int, chunks: Sequence[ChunkId], folder: Path) -> Sound:
    sources = await download(storage, recording_id, number, chunks, folder)
    samples = folder / "samples"
    arguments = {"sources": [str(source) for source in sources], "target": str(samples)}
    return Sound(samples, (await run_media("decode_sound", **arguments)).result, len(chunks))


async def download(
    storage: Storage, recording_id: str, number: int, chunks: Sequence[ChunkId], folder: Path
) -> list[Path]:
    """One file in `folder` for each segment, made of its chunks."""
    sources: dict[int, Path] = {}
    for chunk in chunks:
        path = sources.setdefault(chunk.segment, folder / f"segment-{chunk.segment}")
        await storage.append_to(path, chunk_key(recording_id, number, chunk))
    return list(sources.values())


async def audio_of(storage: Storage, take: Take, folder: Path) -> Path | None:
    """A file in `folder` with the audio of a playable take, in its own encoding; None if it has none.

    Raises `Unplayable`, and `ObjectMissing` if the take's file is gone.
    """
    assert take.media_key is not None  # noqa: S101  (playable)
    file = folder / "take"
    await storage.append_to(file, take.media_key)
    audio: str | None = (await run_media("copy_sound", source=str(file), folder=str(folder))).result
    return Path(audio) if audio else None
