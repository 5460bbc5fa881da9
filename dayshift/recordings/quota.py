"""Quotas for recordings: bytes stored, and chunks in flight.

`StorageQuota.reserve` is the only place that checks and counts quotas. It reserves room before the first byte of a
chunk is read, so chunks that arrive at the same time cannot exceed a limit together.

Totals come from listings of the storage, so they hold in every process and after every restart. Between two listings
this process adds what it stores itself. What other processes store in between is unknown until the next listing, which
is due after `LISTED_SECONDS` or `LISTED_BYTES`, whichever comes first. No quota rejects a chunk based on totals older
than `FRESH_SECONDS`.
"""

import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from dayshift.core.db import Database
from dayshift.core.errors import Busy, StorageFull, TooLarge
from dayshift.providers.storage import HELD_BYTES, Storage
from dayshift.recordings.chunks import counted_bytes, stored_bytes
from dayshift.recordings.errors import TooManyUploads
from dayshift.recordings.queries import OwnTake, recording_ids_of
from dayshift.settings import Settings

MB = 1_000_000

ACCOUNT_BYTES = 64 * MB
"""Bytes that one account may have in flight."""
ACCOUNT_UPLOADS = 64
"""Chunks that one account may have in flight."""
SERVER_HELD_BYTES = 512 * MB
"""Memory for chunks in flight in this process; each takes at most `HELD_BYTES`."""
RETRY_SECONDS = 2

LISTED_SECONDS = 60.0
"""Maximum age of the totals of the recording that a chunk belongs to."""
OTHERS_LISTED_SECONDS = 600.0
"""Maximum age of the totals of the account's other recordings."""
LISTED_BYTES = 100 * MB
"""Bytes stored by this process after which the totals of a recording are listed again."""
FRESH_SECONDS = 1.0
"""Maximum age of totals that refuse a chunk."""
LOOKED_SECONDS = 1.0
"""Maximum age of the free disk space."""
MOST_REMEMBERED = 4096
"""Recordings, and accounts, with totals in memory. For others each chunk costs a listing."""


@dataclass(slots=True)
class _Totals:
    """Charged bytes of a recording by take: `listed`, plus what this process `stored` since that listing began."""

    listed: Counter[int] = field(default_factory=Counter)
    stored: Counter[int] = field(default_factory=Counter)
    stored_before: Counter[int] = field(default_factory=Counter)
    arriving: Counter[int] = field(default_factory=Counter)
    listed_at: float = float("-inf")

    @property
    def is_idle(self) -> bool:
        return not self.arriving.total()

    def since_listing(self) -> int:
        return self.stored.total() - self.stored_before.total()

    def of_take(self, take: int) -> int:
        return self.listed[take] + self.stored[take] - self.stored_before[take]

    def of_recording(self) -> int:
        return self.listed.total() + self.since_listing()


@dataclass(slots=True)
class _Account:
    uploads: int = 0
    arriving: int = 0
    recordings: Sequence[str] = ()
    looked_at: float = float("-inf")

    @property
    def is_idle(self) -> bool:
        return not self.uploads


T = TypeVar("T", _Totals, _Account)


@dataclass(slots=True)
class Reservation:
    """Room for one chunk. Set `stored` to the bytes that were stored."""

    stored: int = 0


class StorageQuota:
    """Quotas for recordings in `storage`."""

    def __init__(self, storage: Storage, db: Database) -> None:
        self._storage = storage
        self._db = db
        self._totals: dict[str, _Totals] = {}
        self._accounts: dict[str, _Account] = {}
        self._held = 0
        self._arriving = 0
        self._free: int | None = None
        self._looked_at = float("-inf")

    @asynccontextmanager
    async def reserve(self, at: OwnTake, size: int, limits: Settings) -> AsyncIterator[Reservation]:
        """Reserve room for a chunk of at most `size` bytes while the context lasts.

        Raises `TooLarge` and `StorageFull`; `TooManyUploads` and `Busy` if the client may retry the same chunk.
        """
        if size > limits.chunk_max_mb * MB:
            raise TooLarge
        self._check_in_flight(at.user_id, size)
        await self._check_disk(size, limits)
        totals = await self._check_quotas(at, counted_bytes(size), limits)
        self._check_in_flight(at.user_id, size)  # Again: other chunks arrived while the storage was listed.
        account, reserved = self._account(at.user_id), Reservation()
        charged, held = counted_bytes(size), min(size, HELD_BYTES)
        totals.arriving[at.number] += charged
        account.uploads, account.arriving = account.uploads + 1, account.arriving + charged
        self._held, self._arriving = self._held + held, self._arriving + size
        try:
            yield reserved
        finally:
            totals.arriving[at.number] -= charged
            account.uploads, account.arriving = account.uploads - 1, account.arriving - charged
            self._held, self._arriving = self._held - held, self._arriving - size
            if reserved.stored:
                totals.stored[at.number] += counted_bytes(reserved.stored)

    def _check_in_flight(self, user_id: str, size: int) -> None:
        account = self._account(user_id)
        if account.uploads >= ACCOUNT_UPLOADS or account.arriving + counted_bytes(size) > ACCOUNT_BYTES:
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
        return self._free is None or self._free - self._arriving - size >= limits.free_disk_mb * MB

    async def _check_quotas(self, at: OwnTake, size: int, limits: Settings) -> _Totals:
        """The recording's totals, to which `size` bytes may be added; nothing is awaited after the check."""
        totals, all_totals = await self._load(at, LISTED_SECONDS, OTHERS_LISTED_SECONDS)
        if self._exceeds(at, totals, all_totals, size, limits):
            totals, all_totals = await self._load(at, FRESH_SECONDS, FRESH_SECONDS)
            if error := self._exceeds(at, totals, all_totals, size, limits):
                raise error
        return totals

    @staticmethod
    def _exceeds(
        at: OwnTake, totals: _Totals, all_totals: Sequence[_Totals], size: int, limits: Settings
    ) -> TooLarge | TooManyUploads | None:
        quotas = (
            (totals.of_take(at.number), totals.arriving[at.number], limits.take_max_mb),
            (totals.of_recording(), totals.arriving.total(), limits.interview_max_mb),
            (
                sum(one.of_recording() for one in all_totals),
                sum(one.arriving.total() for one in all_totals),
                limits.account_max_mb,
            ),
        )
        if any(stored + size > most * MB for stored, _, most in quotas):
            return TooLarge()
        if any(stored + arriving + size > most * MB for stored, arriving, most in quotas):
            return TooManyUploads(retryAfter=RETRY_SECONDS)  # The chunks in flight may still fail.
        return None

    async def _load(self, at: OwnTake, age: float, others_age: float) -> tuple[_Totals, list[_Totals]]:
        """The totals of the recording and of all recordings of its account, no older than `age` and `others_age`."""
        account = self._account(at.user_id)
        if at.recording_id not in account.recordings or time.monotonic() > account.looked_at + others_age:
            account.recordings = await self._db.lookup(recording_ids_of, at.user_id)
            account.looked_at = time.monotonic()
        others = [await self._listed(other, others_age) for other in account.recordings if other != at.recording_id]
        totals = await self._listed(at.recording_id, age)
        return totals, [totals, *others]

    async def _listed(self, recording_id: str, age: float) -> _Totals:
        totals = _remember(self._totals, recording_id, _Totals)
        if time.monotonic() > totals.listed_at + age or totals.since_listing() > LISTED_BYTES:
            before = totals.stored.copy()
            listed = await stored_bytes(self._storage, recording_id)
            totals.listed, totals.stored_before, totals.listed_at = listed, before, time.monotonic()
        return totals

    def _account(self, user_id: str) -> _Account:
        return _remember(self._accounts, user_id, _Account)


def _remember(known: dict[str, T], key: str, make: Callable[[], T]) -> T:
    """The entry of `key`, created if missing. Beyond `MOST_REMEMBERED` the least recently used idle one is dropped."""
    entry = known.pop(key, None) or make()
    known[key] = entry  # At the end: the first entry is the least recently used.
    if len(known) > MOST_REMEMBERED:
        idle = next((other for other, one in known.items() if other != key and one.is_idle), None)
        if idle is not None:
            del known[idle]
    return entry
