"""Receive a chunk.

The session, the owner of the recording and the quotas are checked before the first byte of the body is read. These are
plain calls: as nested dependencies of the framework they would cost as much as storing the chunk.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import ClientDisconnect

from dayshift.accounts import SignedIn, maybe_signed_in, not_signed_in
from dayshift.core.errors import InvalidRequest, TooLarge
from dayshift.dependencies import Db, services_of
from dayshift.interviews.recordings import queries
from dayshift.interviews.recordings.chunks import ChunkId, chunk_key
from dayshift.interviews.recordings.errors import ChecksumMismatch, ChunkConflict, Interrupted, TooSlow
from dayshift.interviews.recordings.quota import MB, StorageQuota
from dayshift.interviews.recordings.schemas import TakeNumber
from dayshift.providers.storage import ChecksumDiffers, Storage
from dayshift.settings import Settings

GRACE_SECONDS = 30.0
SLOWEST_BYTES_A_SECOND = 2000
SLOWEST_SECONDS = 300.0
"""Maximum time for any body. The browser's own timeout is 120 s."""


async def _own_take(recording_id: str, take: TakeNumber, user: SignedIn, db: Db) -> queries.OwnTake:
    return await db.lookup(queries.find_own_take, user.id, recording_id, take)


OwnTake = Annotated[queries.OwnTake, Depends(_own_take)]
"""Route parameter: the owner's take; other users get 404."""


async def own_take(request: Request, recording_id: str, take: int) -> queries.OwnTake:
    """Do the same, called directly rather than as a dependency. Chunks have limits of their own."""
    user = await maybe_signed_in(request)
    if user is None:
        raise await not_signed_in(request)
    return await _own_take(recording_id, take, user, services_of(request).db)


@dataclass(frozen=True, slots=True)
class Received:
    """A chunk in the storage. `is_new` is false if the same bytes were stored before."""

    size: int
    is_new: bool


async def receive_chunk(request: Request, at: queries.OwnTake, chunk: ChunkId, sha256: str) -> Received:
    """Reserve the chunk's room in all quotas, then read the body and store it durably.

    Raises what `StorageQuota.reserve` and `ChunkBody` raise, `ChecksumMismatch` and `ChunkConflict`.
    """
    services, key = services_of(request), chunk_key(at.recording_id, at.number, chunk)
    body = ChunkBody(request, services.settings)
    async with services.get(StorageQuota).reserve(at, body.most, services.settings) as reserved:
        try:
            is_new = await services.storage.put_stream(key, aiter(body), sha256)
        except ChecksumDiffers:
            raise ChecksumMismatch from None
        reserved.stored = body.size if is_new else 0
    if not is_new and await checksum(services.storage, key) != sha256:
        raise ChunkConflict
    return Received(body.size, is_new)


def seconds_allowed(received: int) -> float:
    """Deadline of a body, in seconds from its start, when `received` bytes of it have arrived."""
    return min(SLOWEST_SECONDS, GRACE_SECONDS + received / SLOWEST_BYTES_A_SECOND)


class ChunkBody:
    """The body of a chunk, to be read once, piece by piece. `size` counts the bytes read.

    Reading raises `TooLarge`, `Interrupted` and `TooSlow`, and `InvalidRequest` if there is no byte at all.
    """

    def __init__(self, request: Request, limits: Settings) -> None:
        declared = request.headers.get("content-length", "")
        self.most = int(declared) if declared.isdecimal() else limits.chunk_max_mb * MB
        self.size = 0
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        began = asyncio.get_running_loop().time()
        stream = aiter(self._request.stream())
        while True:
            try:
                async with asyncio.timeout_at(began + seconds_allowed(self.size)):
                    piece = await anext(stream, None)
            except TimeoutError:
                raise TooSlow from None
            except ClientDisconnect:
                raise Interrupted from None
            if piece is None:
                break
            self.size += len(piece)
            if self.size > self.most:
                raise TooLarge
            if piece:
                yield piece
        if self.size == 0:
            raise InvalidRequest("An empty chunk cannot be stored.")


async def checksum(storage: Storage, key: str) -> str:
    """SHA-256 of a stored object, in hex. Raises `ObjectMissing`."""
    digest = hashlib.sha256()
    async for piece in storage.open_range(key, 0, await storage.size(key)):
        digest.update(piece)
    return digest.hexdigest()
