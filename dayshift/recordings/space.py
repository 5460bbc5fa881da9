"""How much a recording may still bring, and whether the disk has room: looked up rarely, for pieces come often.

The totals come from a listing, so they hold in every process and after every restart. In between this process counts
what it takes in itself; what others take in of the same recording meanwhile may overshoot a limit for `LISTED_SECONDS`.
Nothing is refused on what is only remembered.
"""

import time
from collections import Counter
from dataclasses import dataclass

from dayshift.kit.errors import StorageFull, TooLarge
from dayshift.providers.storage import Storage
from dayshift.recordings.chunks import counted_bytes, stored_bytes
from dayshift.settings import Settings

MB = 1_000_000

LISTED_SECONDS = 60.0
"""How long a listing is good for."""
LOOKED_SECONDS = 1.0
"""How long a look at the disk is good for: less than in which a server can fill what is held free."""
MOST_REMEMBERED = 4096
"""Recordings. Of those that are not remembered each piece costs a listing, as the first one does."""


@dataclass(slots=True)
class _Listed:
    of_takes: Counter[int]
    until: float


class Space:
    """What is left for recordings in `storage`."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._listed: dict[str, _Listed] = {}
        self._free: int | None = None
        self._looked_until = 0.0

    async def check(self, recording_id: str, take: int, size: int, limits: Settings) -> None:
        """Return where another `size` bytes may come. Raises `TooLarge` and `StorageFull`."""
        if size > limits.chunk_max_mb * MB:
            raise TooLarge
        listed = self._listed.get(recording_id)
        if listed is None or time.monotonic() > listed.until or not _may_grow(listed, take, size, limits):
            listed = await self._list(recording_id)
        if not _may_grow(listed, take, size, limits):
            raise TooLarge
        if time.monotonic() > self._looked_until or not self._is_free(size, limits):
            self._free = await self._storage.free_bytes()
            self._looked_until = time.monotonic() + LOOKED_SECONDS
        if not self._is_free(size, limits):
            raise StorageFull

    def count(self, recording_id: str, take: int, size: int) -> None:
        """A piece of `size` bytes has been stored."""
        if listed := self._listed.get(recording_id):
            listed.of_takes[take] += counted_bytes(size)

    async def _list(self, recording_id: str) -> _Listed:
        of_takes = await stored_bytes(self._storage, recording_id)
        listed = _Listed(of_takes, time.monotonic() + LISTED_SECONDS)
        self._listed.pop(recording_id, None)  # So that those listed longest ago come first, and go first.
        self._listed[recording_id] = listed
        while len(self._listed) > MOST_REMEMBERED:
            del self._listed[next(iter(self._listed))]
        return listed

    def _is_free(self, size: int, limits: Settings) -> bool:
        return self._free is None or self._free - size >= limits.free_disk_mb * MB


def _may_grow(listed: _Listed, take: int, size: int, limits: Settings) -> bool:
    of_take, of_recording = listed.of_takes[take], listed.of_takes.total()
    return of_take + size <= limits.take_max_mb * MB and of_recording + size <= limits.interview_max_mb * MB
