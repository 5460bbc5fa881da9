"""What happens to a chunk on its way in.

Who asks, whose recording it is, whether there is room: only then is the first byte of the body read. These are plain
calls one after the other: as dependencies that rest on each other they cost as much as storing what they let in.
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import ClientDisconnect

from dayshift.accounts import SignedIn, signed_in
from dayshift.kit.errors import InvalidRequest, TooLarge
from dayshift.kit.http import Db
from dayshift.providers.storage import Storage
from dayshift.recordings.access import Take, find_own_take
from dayshift.recordings.errors import ChecksumMismatch, Interrupted
from dayshift.recordings.schemas import TakeNumber
from dayshift.recordings.space import MB, Space
from dayshift.settings import Settings


async def _storage(request: Request) -> Storage:
    storage: Storage = request.app.state.storage
    return storage


Store = Annotated[Storage, Depends(_storage)]


@dataclass(frozen=True, slots=True)
class Place:
    """A take of the asking person's own recording. `take` is its row, once somebody asked for the take."""

    recording_id: str
    number: int
    take: Take | None


async def _own_take(recording_id: str, take: TakeNumber, user: SignedIn, db: Db) -> Place:
    return Place(recording_id, take, await db.lookup(find_own_take, user.id, recording_id, take))


OwnTake = Annotated[Place, Depends(_own_take)]
"""A route parameter of this type lets only the recording's owner in; for others it is not there (404)."""


async def own_take(request: Request, recording_id: str, take: int) -> Place:
    """The same without the framework."""
    return await _own_take(recording_id, take, await signed_in(request), request.app.state.db)


async def receive(request: Request, at: Place, sha256: str) -> bytes:
    """The body of a chunk of this take, undamaged.

    Raises `TooLarge` and `StorageFull`, where they can be known before the first byte is read;
    `Interrupted`, `ChecksumMismatch`, and `InvalidRequest` where there is no byte at all.
    """
    limits: Settings = request.app.state.settings
    declared = request.headers.get("content-length", "")
    most = int(declared) if declared.isdecimal() else limits.chunk_max_mb * MB
    space: Space = request.app.state.space
    await space.check(at.recording_id, at.number, most, limits)
    pieces, size, digest = [], 0, hashlib.sha256()
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > most:
                raise TooLarge
            digest.update(piece)
            pieces.append(piece)
    except ClientDisconnect:
        raise Interrupted from None
    if size == 0:
        raise InvalidRequest("An empty chunk cannot be stored.")
    if digest.hexdigest() != sha256:
        raise ChecksumMismatch
    return b"".join(pieces)
