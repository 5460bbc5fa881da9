"""Where the bytes of a take lie in the storage, and which of its chunks have arrived.

RECORDING/TAKE/chunks/SEGMENT-INDEX holds what the recorder sent; RECORDING/TAKE/media/NAME what we
made of it. Numbers are padded, so that keys sort as the chunks were recorded.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict

from dayshift.providers.storage import Object, Storage

MAX_TAKES = 999
MAX_SEGMENTS = 200
MAX_CHUNKS = 5000
"""Chunks of one segment: more than five hours at four seconds each."""
MAX_CHUNKS_OF_TAKE = 20_000
"""Chunks of all segments of a take; a manifest is looked through for each one, so that it must end somewhere."""
LEAST_COUNTED = 64 * 1024
"""Bytes as which even the smallest chunk counts, so that a flood of tiny ones meets the limits too."""
CHUNKS_KEPT = timedelta(days=7)
"""How long chunks stay after the file made of them has proven whole."""


class Segment(TypedDict):
    """One run of the recorder: `count` chunks numbered from 0, in the recorder's own MIME type."""

    segment: int
    count: int
    mime_type: str


Manifest = Sequence[Segment]


@dataclass(frozen=True, slots=True, order=True)
class ChunkId:
    """A chunk's place in its take; both numbers count from 0."""

    segment: int
    index: int


def take_prefix(recording_id: str, take: int) -> str:
    """Where everything of a take lies."""
    return f"{recording_id}/{take:03}"


def chunks_prefix(recording_id: str, take: int) -> str:
    """Where the chunks of a take lie."""
    return f"{take_prefix(recording_id, take)}/chunks"


def chunk_key(recording_id: str, take: int, chunk: ChunkId) -> str:
    """Where one chunk lies."""
    return f"{chunks_prefix(recording_id, take)}/{chunk.segment:03}-{chunk.index:04}"


def media_key(recording_id: str, take: int, name: str) -> str:
    """Where the playable file called `name` lies."""
    return f"{take_prefix(recording_id, take)}/media/{name}"


async def stored_chunks(storage: Storage, recording_id: str, take: int) -> dict[ChunkId, int]:
    """The chunks that have arrived, in order, with their sizes in bytes."""
    found = await storage.list(chunks_prefix(recording_id, take))
    return {_chunk_of(entry): entry.size for entry in found}


async def stored_bytes(storage: Storage, recording_id: str) -> Counter[int]:
    """Bytes that the chunks of each take of a recording count for, by its number."""
    of_takes: Counter[int] = Counter()
    for entry in await storage.list(recording_id):
        _, take, kind, _ = entry.key.split("/")
        if kind == "chunks":
            of_takes[int(take)] += counted_bytes(entry.size)
    return of_takes


def counted_bytes(size: int) -> int:
    """As how many bytes a chunk of `size` bytes counts."""
    return max(size, LEAST_COUNTED)


def expected_chunks(manifest: Manifest) -> list[ChunkId]:
    """The chunks a manifest speaks of, in order."""
    return [
        ChunkId(part["segment"], index)
        for part in sorted(manifest, key=lambda part: part["segment"])
        for index in range(part["count"])
    ]


def _chunk_of(entry: Object) -> ChunkId:
    segment, index = entry.key.rsplit("/", 1)[1].split("-")
    return ChunkId(int(segment), int(index))
