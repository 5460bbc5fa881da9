"""The response with a playable take or another stored file. The caller has checked access."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from dayshift.core.errors import AppError, NotFound
from dayshift.core.http import ReplyBroken
from dayshift.interviews.recordings.errors import RangeNotSatisfiable
from dayshift.interviews.recordings.media import ByteRange, Unsatisfiable, wanted_range
from dayshift.interviews.recordings.queries import Take
from dayshift.providers.storage import ObjectMissing, Storage

MEDIA: dict[int | str, dict[str, Any]] = {
    200: {"description": "The whole file", "content": {"video/*": {}, "audio/*": {}}},
    206: {"description": "The range that was asked for"},
    304: {"description": "The file that the client has already"},
}


AHEAD_BYTES = 262_144
"""Bytes of a recording that can be loaded before somebody opens it, at most a quarter: a picture and some seconds."""

Sent = Callable[[int, int, int], Awaitable[None]]
"""Is told, before they are sent, of bytes from a start to an end of a file of some size.

Raises an `AppError` if no more may be sent: the response then ends incomplete.
"""


async def playable(
    take: Take | None, request: Request, storage: Storage, sent: Sent | None = None,
    *, is_new: bool = False, ahead: bool = False,
) -> Response:  # fmt: skip
    """Return the take as a playable file, or the single byte range of it that was asked for. Raises `NotFound`.

    `sent` is told of what is sent of it; `is_new`: nothing of it was sent to this client before; `ahead`: only its
    beginning is sent, for a range that starts there.
    """
    if take is None or take.media_key is None:
        raise NotFound
    suffix = take.media_key.rsplit(".", 1)[1]
    disposition = f'inline; filename="take-{take.number}.{suffix}"'
    return await stored_file(
        request, storage, take.media_key, take.media_type or "", disposition, sent, is_new=is_new, ahead=ahead
    )


async def stored_file(  # noqa: PLR0913  (a file has these parts)
    request: Request,
    storage: Storage,
    key: str,
    media_type: str,
    disposition: str,
    sent: Sent | None = None,
    *,
    is_new: bool = False,
    ahead: bool = False,
) -> Response:
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
    if not is_new and request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    whole = request.headers.get("if-range", headers["ETag"]) != headers["ETag"]
    try:
        part = None if whole else wanted_range(request.headers.get("range"), size)
        part = _beginning(part, size) if ahead else part
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
    pieces = storage.open_range(key, start, length)
    body = _told(pieces, start, size, sent) if sent else pieces
    return StreamingResponse(body, status, headers, media_type=media_type)


def _beginning(part: ByteRange | None, size: int) -> ByteRange:
    """The part of a range that can be loaded ahead. Raises `Unsatisfiable` for one that does not start the file."""
    if part is None or part.start > 0:
        raise Unsatisfiable
    return ByteRange(0, max(1, min(part.length, AHEAD_BYTES, size // 4)))


async def _told(pieces: AsyncIterator[bytes], start: int, size: int, sent: Sent) -> AsyncIterator[bytes]:
    async for piece in pieces:
        try:
            await sent(start, start + len(piece), size)
        except AppError as error:
            raise ReplyBroken from error
        start += len(piece)
        yield piece
