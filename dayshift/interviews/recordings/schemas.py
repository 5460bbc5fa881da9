"""API types of recordings."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from dayshift.core.schemas import Body, Reply, WholeNumber
from dayshift.interviews.recordings.chunks import MAX_CHUNKS, MAX_CHUNKS_OF_TAKE, MAX_SEGMENTS, MAX_TAKES, Segment
from dayshift.interviews.recordings.queries import TakeState

TakeNumber = Annotated[int, Field(ge=1, le=MAX_TAKES), WholeNumber]
SegmentNumber = Annotated[int, Field(ge=0, lt=MAX_SEGMENTS), WholeNumber]
ChunkIndex = Annotated[int, Field(ge=0, lt=MAX_CHUNKS), WholeNumber]


class SegmentManifest(Body):
    """One run of the recorder, as the browser reports it."""

    segment: SegmentNumber
    count: Annotated[int, Field(ge=1, le=MAX_CHUNKS), WholeNumber]
    mime_type: Annotated[str, StringConstraints(max_length=120)]


def _sound(segments: list[SegmentManifest]) -> list[SegmentManifest]:
    if len({part.segment for part in segments}) < len(segments):
        raise PydanticCustomError("segments", "A segment is named twice")
    if sum(part.count for part in segments) > MAX_CHUNKS_OF_TAKE:
        raise PydanticCustomError("segments", "These are more chunks than a take can have")
    return segments


Segments = Annotated[list[SegmentManifest], Field(min_length=1, max_length=MAX_SEGMENTS), AfterValidator(_sound)]
"""Every segment of a take."""


class TakeComplete(Body):
    segments: Segments

    def manifest(self) -> list[Segment]:
        """Return the manifest in its internal form."""
        return [Segment(segment=part.segment, count=part.count, mime_type=part.mime_type) for part in self.segments]


class ChunkReply(Reply):
    """A stored chunk: SHA-256 in hex and size in bytes."""

    sha256: str
    size: int


class StoredChunk(Reply):
    segment: int
    index: int
    size: int


class ChunksReply(Reply):
    chunks: list[StoredChunk]


class TakeStateReply(Reply):
    state: TakeState
