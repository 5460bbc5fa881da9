"""Quotas for recordings: bytes stored, and chunks in flight.

`StorageQuota.reserve` is the only place that checks quotas. It charges a chunk before its first byte is read, to
counters in the database that all processes share (`byte_counts`), so chunks that arrive at the same time cannot exceed
a limit together. What is in flight is limited in each process.
"""

import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from dayshift.core.db import Database
from dayshift.core.errors import Busy, StorageFull, TooLarge
from dayshift.interviews.recordings.byte_counts import OverQuota, Scope, release_chunks, reserve_chunk
from dayshift.interviews.recordings.chunks import counted_bytes
from dayshift.interviews.recordings.errors import TooManyUploads
from dayshift.interviews.recordings.queries import OwnTake
from dayshift.providers.storage import HELD_BYTES, Storage
from dayshift.settings import Settings

log = structlog.get_logger()

MB = 1_000_000

ACCOUNT_BYTES = 64 * MB
"""Bytes that one account may have in flight."""
ACCOUNT_UPLOADS = 64
"""Chunks that one account may have in flight."""
SERVER_HELD_BYTES = 512 * MB
"""Memory for chunks in flight in this process; each takes at most `HELD_BYTES`."""
RETRY_SECONDS = 2
LOOKED_SECONDS = 1.0
"""Maximum age of the free disk space."""


@dataclass(slots=True)
class Reservation:
    """Room for one chunk. Set `stored` to the bytes that were stored."""

    stored: int = 0


class StorageQuota:
    """Quotas for recordings in `storage`."""

    def __init__(self, storage: Storage, db: Database) -> None:
        self._storage = storage
        self._db = db
        self._arriving = Counter[tuple[str, ...]]()  # Charged bytes in flight, by account, recording and take.
        self._uploads = Counter[str]()
        self._held = 0
        self._sizes = 0
        self._free: int | None = None
        self._looked_at = float("-inf")

    @asynccontextmanager
    async def reserve(self, at: OwnTake, size: int, limits: Settings) -> AsyncIterator[Reservation]:
        """Reserve room for a chunk of at most `size` bytes while the context lasts; what is stored stays charged.

        Raises `TooLarge` and `StorageFull`; `TooManyUploads` and `Busy` if the client may retry the same chunk.
        """
        if size > limits.chunk_max_mb * MB:
            raise TooLarge
        self._check_in_flight(at.user_id, size)
        await self._check_disk(size, limits)
        self._check_in_flight(at.user_id, size)  # Again: other chunks arrived while the disk was checked.
        charged, reserved = counted_bytes(size), Reservation()
        self._count(at, size, charged, 1)
        try:
            await self._charge(at, charged, limits)
            try:
                yield reserved
            finally:
                kept = counted_bytes(reserved.stored) if reserved.stored else 0
                if kept != charged:
                    await self._release(at, charged - kept)
        finally:
            self._count(at, size, charged, -1)

    async def _charge(self, at: OwnTake, charged: int, limits: Settings) -> None:
        most: dict[Scope, int] = {
            "take": limits.take_max_mb * MB,
            "recording": limits.interview_max_mb * MB,
            "account": limits.account_max_mb * MB,
        }
        try:
            await self._db.write(reserve_chunk, at.user_id, at.recording_id, at.number, charged, most)
        except OverQuota as error:
            others = self._arriving[_scopes(at)[error.scope]] - charged
            if error.excess <= others:  # The other chunks in flight may still fail.
                raise TooManyUploads(retryAfter=RETRY_SECONDS) from None
            raise TooLarge from None

    async def _release(self, at: OwnTake, size: int) -> None:
        try:
            await self._db.write(release_chunks, at.recording_id, at.number, size)
        except Exception as error:  # noqa: BLE001  (the recurring task corrects it; the chunk's own error is raised)
            log.warning("room for a chunk not released", recording=at.recording_id, error=type(error).__name__)

    def _count(self, at: OwnTake, size: int, charged: int, sign: int) -> None:
        for scope in _scopes(at).values():
            self._arriving[scope] += sign * charged
            if not self._arriving[scope]:
                del self._arriving[scope]
        self._uploads[at.user_id] += sign
        if not self._uploads[at.user_id]:
            del self._uploads[at.user_id]
        self._held += sign * min(size, HELD_BYTES)
        self._sizes += sign * size

    def _check_in_flight(self, user_id: str, size: int) -> None:
        arriving = self._arriving[(user_id,)] + counted_bytes(size)
        if self._uploads[user_id] >= ACCOUNT_UPLOADS or arriving > ACCOUNT_BYTES:
            raise TooManyUploads(retryAfter=RETRY_SECONDS)
        if self._held + min(size, HELD_BYTES) > SERVER_HELD_BYTES:
            raise Busy(retryAfter=RETRY_SECONDS)

    async def _check_disk(self, size: int, limits: Settings) -> None:
        if time.monotonic() > self._looked_at + LOOKED_SECONDS or not self._is_free(size, limits):
            self._free = await self._storage.free_bytes()
            self._looked_at = time.monotonic()
        if not self._is_free(size, limits):
            raise StorageFull

    def _is_free(self, size: int, limits: Settings) -> bool:
        return self._free is None or self._free - self._sizes - size >= limits.free_disk_mb * MB


def _scopes(at: OwnTake) -> dict[Scope, tuple[str, ...]]:
    return {
        "account": (at.user_id,),
        "recording": (at.user_id, at.recording_id),
        "take": (at.user_id, at.recording_id, str(at.number)),
    }
