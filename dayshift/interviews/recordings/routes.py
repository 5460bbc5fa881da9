"""HTTP: upload chunks, complete a take, play it."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse

from dayshift.core.errors import Busy, NotFound, NotSignedIn, StorageFull, TooLarge
from dayshift.core.events import publish
from dayshift.core.http import errors
from dayshift.dependencies import Db, ObjectStorage, services_of
from dayshift.interviews.recordings.actions import request_finalise, resume_finalise
from dayshift.interviews.recordings.chunks import ChunkId, expected_chunks, stored_chunks
from dayshift.interviews.recordings.errors import (
    ChecksumMismatch,
    ChunkConflict,
    ChunksMissing,
    Interrupted,
    RangeNotSatisfiable,
    TooManyUploads,
    TooSlow,
)
from dayshift.interviews.recordings.models import TakeBegun
from dayshift.interviews.recordings.playback import MEDIA, playable
from dayshift.interviews.recordings.queries import find_take
from dayshift.interviews.recordings.receive import OwnTake, own_take, receive_chunk
from dayshift.interviews.recordings.schemas import (
    ChunkIndex,
    ChunkReply,
    ChunksReply,
    SegmentNumber,
    StoredChunk,
    TakeComplete,
    TakeNumber,
    TakeStateReply,
)

router = APIRouter(tags=["recordings"])

TAKE = "/api/recordings/{recording_id}/takes/{take}"
MISSING_SHOWN = 500

_CONTENT = {"*/*": {"schema": {"type": "string", "format": "binary"}}}
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": _CONTENT}}
_STORED: dict[int | str, dict[str, Any]] = {
    200: {"model": ChunkReply, "description": "The same bytes were stored before"}
}


@router.put(
    TAKE + "/segments/{segment}/chunks/{index}",
    status_code=201,
    response_model=ChunkReply,
    responses=_STORED
    | errors(
        NotSignedIn,
        NotFound,
        Busy,
        ChecksumMismatch,
        ChunkConflict,
        Interrupted,
        StorageFull,
        TooLarge,
        TooManyUploads,
        TooSlow,
    ),
    openapi_extra=_BODY,
)
async def put_chunk(
    recording_id: str,
    take: TakeNumber,
    segment: SegmentNumber,
    index: ChunkIndex,
    x_sha256: Annotated[str, Header(pattern=r"^[0-9a-f]{64}$")],
    request: Request,
) -> Response:
    """Store one chunk; the reply is sent when it is durable.

    Chunks are accepted as long as the recording exists, even after it is closed or the take was completed: a late
    chunk restarts its processing.
    """
    at = await own_take(request, recording_id, take)
    try:
        received = await receive_chunk(request, at, ChunkId(segment, index), x_sha256)
    except TooSlow as error:  # Without the header the rest of the body would keep the connection open.
        return JSONResponse(error.body(), error.status, {"Connection": "close"})
    db = services_of(request).db
    known = await db.lookup(find_take, recording_id, take)  # Again: it may have been completed meanwhile.
    if known is not None and known.state != "ready":
        await db.write(resume_finalise, recording_id, take, new_chunk=received.is_new)
    if known is None and received.is_new and segment == index == 0:
        await db.write(publish, TakeBegun(recording_id, take))
    return JSONResponse(ChunkReply(sha256=x_sha256, size=received.size).model_dump(), 201 if received.is_new else 200)


@router.get(TAKE + "/chunks", responses=errors(NotSignedIn, NotFound))
async def list_chunks(at: OwnTake, storage: ObjectStorage) -> ChunksReply:
    """The stored chunks, so that a client knows what is still to be sent."""
    stored = await stored_chunks(storage, at.recording_id, at.number)
    return ChunksReply(
        chunks=[StoredChunk(segment=chunk.segment, index=chunk.index, size=size) for chunk, size in stored.items()]
    )


@router.post(TAKE + "/complete", responses=errors(NotSignedIn, NotFound, ChunksMissing))
async def complete_take(body: TakeComplete, at: OwnTake, storage: ObjectStorage, db: Db) -> TakeStateReply:
    """Declare which chunks make up the take. It is finalized now, or once missing chunks arrive."""
    manifest = body.manifest()
    take = await db.write(request_finalise, at.recording_id, at.number, manifest)
    if take.state != "ready":
        stored = await stored_chunks(storage, at.recording_id, at.number)
        missing = [chunk for chunk in expected_chunks(manifest) if chunk not in stored]
        if missing:
            shown = [{"segment": chunk.segment, "index": chunk.index} for chunk in missing[:MISSING_SHOWN]]
            raise ChunksMissing(missing=shown)
    return TakeStateReply(state=take.state)


@router.head(TAKE + "/media", include_in_schema=False)
@router.get(TAKE + "/media", responses=MEDIA | errors(NotSignedIn, NotFound, RangeNotSatisfiable))
async def read_media(at: OwnTake, request: Request, storage: ObjectStorage) -> Response:
    """The take as a playable file; supports a single byte range."""
    return await playable(at.take, request, storage)
