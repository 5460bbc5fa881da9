"""Storage keys of a take, and the chunks that have arrived.

RECORDING/TAKE/chunks/SEGMENT-INDEX is what the recorder sent, RECORDING/TAKE/media/NAME the playable file. Numbers are
padded, so that keys sort in the order of recording.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict

from dayshift.interviews.recordings.byte_counts import TakeBytes
from dayshift.providers.storage import Object, Storage

MAX_TAKES = 999
MAX_SEGMENTS = 200
MAX_CHUNKS = 5000
"""Chunks of one segment: more than five hours at four seconds each."""
MAX_CHUNKS_OF_TAKE = 20_000
"""Chunks of all segments of a take: each one costs a lookup."""
MIN_COUNTED = 64 * 1024
"""Minimum charged chunk size, so that many tiny chunks reach the limits too."""
CHUNKS_KEPT = timedelta(days=7)
"""How long chunks are kept after the playable file was verified."""


class Segment(TypedDict):
    """One run of the recorder: `count` chunks numbered from 0, in the recorder's own MIME type."""

    segment: int
    count: int
    mime_type: str


Manifest = Sequence[Segment]


@dataclass(frozen=True, slots=True)
class ChunkId:
    """A chunk's place in its take; both numbers count from 0."""

    segment: int
    index: int


def take_prefix(recording_id: str, take: int) -> str:
    """The prefix of all keys of a take."""
    return f"{recording_id}/{take:03}"


def chunks_prefix(recording_id: str, take: int) -> str:
    """The prefix of the chunks of a take."""
    return f"{take_prefix(recording_id, take)}/chunks"


def chunk_key(recording_id: str, take: int, chunk: ChunkId) -> str:
    """The key of a chunk."""
    return f"{chunks_prefix(recording_id, take)}/{chunk.segment:03}-{chunk.index:04}"


def media_key(recording_id: str, take: int, name: str) -> str:
    """The key of the playable file `name`."""
    return f"{take_prefix(recording_id, take)}/media/{name}"


async def stored_chunks(storage: Storage, recording_id: str, take: int) -> dict[ChunkId, int]:
    """The chunks that have arrived, in order, with their sizes in bytes."""
    found = await storage.list(chunks_prefix(recording_id, take))
    return {_chunk_of(entry): entry.size for entry in found}


async def chunk_keys(storage: Storage, recording_id: str) -> dict[tuple[int, int], list[str]]:
    """The keys of the chunks of a recording, in order, by take and segment."""
    keys: dict[tuple[int, int], list[str]] = {}
    for entry in await storage.list(recording_id):
        _, take, kind, name = entry.key.split("/")
        if kind == "chunks":
            keys.setdefault((int(take), int(name.partition("-")[0])), []).append(entry.key)
    return keys


async def measured_bytes(storage: Storage, recording_id: str) -> dict[int, TakeBytes]:
    """Charged bytes of each take of a recording, by its number, from a listing of the storage."""
    chunks, media = Counter[int](), Counter[int]()
    for entry in await storage.list(recording_id):
        _, take, kind, _ = entry.key.split("/")
        if kind == "chunks":
            chunks[int(take)] += counted_bytes(entry.size)
        else:
            media[int(take)] += entry.size
    return {take: TakeBytes(chunks[take], media[take]) for take in chunks.keys() | media.keys()}


def counted_bytes(size: int) -> int:
    """The charged size of a chunk of `size` bytes."""
    return max(size, MIN_COUNTED)


def expected_chunks(manifest: Manifest) -> list[ChunkId]:
    """The chunks that a manifest lists, in order."""
    return [
        ChunkId(part["segment"], index)
        for part in sorted(manifest, key=lambda part: part["segment"])
        for index in range(part["count"])
    ]


def without_gap(chunks: Iterable[ChunkId]) -> list[ChunkId]:
    """The chunks, in order, up to the first that is missing in its segment."""
    known, found = set(chunks), []
    for segment in sorted({chunk.segment for chunk in known}):
        index = 0
        while (chunk := ChunkId(segment, index)) in known:
            found.append(chunk)
            index += 1
        if any(chunk.segment == segment and chunk.index > index for chunk in known):
            break
    return found


def _chunk_of(entry: Object) -> ChunkId:
    segment, index = entry.key.rsplit("/", 1)[1].split("-")
    return ChunkId(int(segment), int(index))
