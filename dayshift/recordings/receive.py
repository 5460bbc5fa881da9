"""Receive a chunk.

The caller, the owner of the recording and the quotas are checked before the first byte of the body is read. These are
plain calls one after the other: as nested dependencies of the framework they would cost as much as storing the chunk.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import ClientDisconnect

from dayshift.accounts import SignedIn, signed_in
from dayshift.core.errors import InvalidRequest, TooLarge
from dayshift.providers.storage import Storage
from dayshift.recordings.errors import Interrupted, TooSlow
from dayshift.recordings.queries import Take, find_own_take
from dayshift.recordings.quota import MB
from dayshift.recordings.schemas import TakeNumber
from dayshift.services import Db, services_of
from dayshift.settings import Settings

GRACE_SECONDS = 30.0
SLOWEST_BYTES_A_SECOND = 2000
SLOWEST_SECONDS = 300.0
"""Of any body. The browser's own timeout is 120 s."""


@dataclass(frozen=True, slots=True)
class Place:
    """A take of the caller's own recording. `take` is its row, once the take was completed."""

    user_id: str
    recording_id: str
    number: int
    take: Take | None


async def _own_take(recording_id: str, take: TakeNumber, user: SignedIn, db: Db) -> Place:
    return Place(user.id, recording_id, take, await db.lookup(find_own_take, user.id, recording_id, take))


OwnTake = Annotated[Place, Depends(_own_take)]
"""A route parameter of this type lets only the recording's owner in; for others it is not there (404)."""


async def own_take(request: Request, recording_id: str, take: int) -> Place:
    """The same without the framework."""
    return await _own_take(recording_id, take, await signed_in(request), services_of(request).db)


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
