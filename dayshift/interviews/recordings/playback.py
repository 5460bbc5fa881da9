"""The response with a playable take or another stored file. The caller has checked access."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from dayshift.core.errors import NotFound
from dayshift.interviews.recordings.errors import RangeNotSatisfiable
from dayshift.interviews.recordings.media import Unsatisfiable, wanted_range
from dayshift.interviews.recordings.queries import Take
from dayshift.providers.storage import ObjectMissing, Storage

MEDIA: dict[int | str, dict[str, Any]] = {
    200: {"description": "The whole file", "content": {"video/*": {}, "audio/*": {}}},
    206: {"description": "The range that was asked for"},
    304: {"description": "The file that the client has already"},
}


async def playable(take: Take | None, request: Request, storage: Storage) -> Response:
    """Return the take as a playable file, or the single byte range of it that was asked for. Raises `NotFound`."""
    if take is None or take.media_key is None:
        raise NotFound
    suffix = take.media_key.rsplit(".", 1)[1]
    disposition = f'inline; filename="take-{take.number}.{suffix}"'
    return await stored_file(request, storage, take.media_key, take.media_type or "", disposition)


async def stored_file(request: Request, storage: Storage, key: str, media_type: str, disposition: str) -> Response:
    """Return a stored object as a file, or the single byte range of it that was asked for. Raises `NotFound`."""
    try:
        size = await storage.size(key)
    except ObjectMissing:
        raise NotFound from None
    headers = {
        "Accept-Ranges": "bytes",
        # Stored only in this browser and revalidated each time: the next person to use it must not see it.
        "Cache-Control": "private, no-cache",
        "Content-Disposition": disposition,
        "ETag": f'"{key.rsplit("/", 1)[1]}"',
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
        return Response(status_code=status, headers=headers, media_type=media_type)
    return StreamingResponse(storage.open_range(key, start, length), status, headers, media_type=media_type)
