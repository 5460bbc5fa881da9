"""What happens to a chunk on its way in, as a chain of dependencies that each rest on the one before.

Who asks, whose recording it is, whether there is room: only then is the first byte of the body read.
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request
from starlette.requests import ClientDisconnect

from dayshift.accounts import Config, SignedIn
from dayshift.kit.errors import InvalidRequest, StorageFull, TooLarge
from dayshift.kit.http import Db
from dayshift.providers.storage import Storage
from dayshift.recordings.access import Take, find_own_take
from dayshift.recordings.chunks import ChunkId, stored_bytes
from dayshift.recordings.errors import ChecksumMismatch, Interrupted
from dayshift.recordings.schemas import ChunkIndex, SegmentNumber, TakeNumber

MB = 1_000_000


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


async def _room(request: Request, at: OwnTake, storage: Store, config: Config) -> int:
    """The most bytes this body may have. Raises `TooLarge` and `StorageFull`.

    The totals come from a listing, so they hold in every process and after every restart; requests
    that arrive together may overshoot them by their own size.
    """
    most = config.chunk_max_mb * MB
    declared = request.headers.get("content-length", "")
    size = int(declared) if declared.isdecimal() else most
    of_take, of_recording = await stored_bytes(storage, at.recording_id, at.number)
    if size > most or of_take + size > config.take_max_mb * MB or of_recording + size > config.interview_max_mb * MB:
        raise TooLarge
    free = await storage.free_bytes()
    if free is not None and free - size < config.free_disk_mb * MB:
        raise StorageFull
    return size


@dataclass(frozen=True, slots=True)
class Received:
    """A chunk that arrived undamaged: its place in the take, its bytes and their SHA-256 in hex."""

    chunk: ChunkId
    data: bytes
    sha256: str


async def _receive(
    request: Request,
    most: Annotated[int, Depends(_room)],
    segment: SegmentNumber,
    index: ChunkIndex,
    x_sha256: Annotated[str, Header(pattern=r"^[0-9a-f]{64}$")],
) -> Received:
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
    if digest.hexdigest() != x_sha256:
        raise ChecksumMismatch
    return Received(ChunkId(segment, index), b"".join(pieces), x_sha256)


ReceivedChunk = Annotated[Received, Depends(_receive)]
