"""HTTP: upload chunks, complete a take, play it."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from dayshift.core.errors import Busy, NotFound, NotSignedIn, StorageFull, TooLarge
from dayshift.core.http import errors
from dayshift.providers.storage import ObjectMissing
from dayshift.recordings.actions import request_finalise
from dayshift.recordings.chunks import ChunkId, expected_chunks, stored_chunks
from dayshift.recordings.errors import (
    ChecksumMismatch,
    ChunkConflict,
    ChunksMissing,
    Interrupted,
    RangeNotSatisfiable,
    TooManyUploads,
    TooSlow,
)
from dayshift.recordings.media import Unsatisfiable, wanted_range
from dayshift.recordings.receive import OwnTake, own_take, receive_chunk
from dayshift.recordings.schemas import (
    ChunkIndex,
    ChunkReply,
    ChunksReply,
    SegmentNumber,
    StoredChunk,
    TakeComplete,
    TakeNumber,
    TakeStateReply,
)
from dayshift.services import Db, ObjectStorage, services_of

router = APIRouter(tags=["recordings"])

TAKE = "/api/recordings/{recording_id}/takes/{take}"
MISSING_SHOWN = 500

_CONTENT = {"*/*": {"schema": {"type": "string", "format": "binary"}}}
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": _CONTENT}}
_STORED: dict[int | str, dict[str, Any]] = {
    200: {"model": ChunkReply, "description": "The same bytes were stored before"}
}
_MEDIA: dict[int | str, dict[str, Any]] = {
    200: {"description": "The whole file", "content": {"video/*": {}, "audio/*": {}}},
    206: {"description": "The range that was asked for"},
    304: {"description": "The file that the client has already"},
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
    if at.take is not None and at.take.state != "ready":
        await services_of(request).db.write(
            request_finalise, recording_id, take, at.take.manifest, new_chunk=received.is_new
        )
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
@router.get(TAKE + "/media", responses=_MEDIA | errors(NotSignedIn, NotFound, RangeNotSatisfiable))
async def read_media(at: OwnTake, request: Request, storage: ObjectStorage) -> Response:
    """The take as a playable file; supports a single byte range."""
    if at.take is None or at.take.media_key is None:
        raise NotFound
    key = at.take.media_key
    try:
        size = await storage.size(key)
    except ObjectMissing:
        raise NotFound from None
    name = key.rsplit("/", 1)[1]
    headers = {
        "Accept-Ranges": "bytes",
        # Stored only in this browser and revalidated each time: the next person to use it must not see it.
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'inline; filename="take-{at.number}.{name.rsplit(".", 1)[1]}"',
        "ETag": f'"{name}"',
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    whole = request.headers.get("if-range", headers["ETag"]) != headers["ETag"]
    try:
        part = None if whole else wanted_range(request.headers.get("range"), size)
    except Unsatisfiable:
        headers = {"Content-Range": f"bytes */{size}"}
        return JSONResponse(RangeNotSatisfiable().body(), RangeNotSatisfiable.status, headers)
    start, length = (part.start, part.length) if part else (0, size)
    headers["Content-Length"] = str(length)
    if part:
        headers["Content-Range"] = part.content_range(size)
    status = 206 if part else 200
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers, media_type=at.take.media_type)
    pieces = storage.open_range(key, start, length)
    return StreamingResponse(pieces, status, headers, media_type=at.take.media_type)
