"""Storage quotas: space is reserved before a chunk is read, and current totals are checked before rejecting."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dayshift.core.errors import Busy, StorageFull, TooLarge
from dayshift.providers.storage import HELD_BYTES, LocalStorage
from dayshift.recordings import quota as quotas
from dayshift.recordings.errors import TooManyUploads
from dayshift.recordings.quota import MB, StorageQuota
from dayshift.settings import Settings

LIMITS = Settings(chunk_max_mb=1, take_max_mb=2, interview_max_mb=3, account_max_mb=5, free_disk_mb=5)
WIDE_LIMITS = Settings(chunk_max_mb=100, take_max_mb=900, interview_max_mb=900, account_max_mb=900, free_disk_mb=5)


class Disk(LocalStorage):
    """A storage folder that counts its listings and has configurable free space."""

    listings = 0
    free = 10_000 * MB
    disk_checks = 0

    async def list(self, prefix: str) -> list:
        self.listings += 1
        await asyncio.sleep(0)
        return await super().list(prefix)

    async def free_bytes(self) -> int:
        self.disk_checks += 1
        return self.free


class Rows:
    """A fake database with configurable recordings per account."""

    def __init__(self) -> None:
        self.recordings: dict[str, list[str]] = {}

    async def lookup(self, _find: object, user_id: str) -> list[str]:
        return self.recordings.get(user_id, [])


@dataclass(frozen=True)
class At:
    recording_id: str = "recording"
    number: int = 1
    user_id: str = "maya"


@dataclass
class Setup:
    disk: Disk
    rows: Rows
    quota: StorageQuota

    async def store(self, at: At, index: int, size: int, limits: Settings = LIMITS) -> None:
        """Reserve space for a chunk and store it."""
        async with self.quota.reserve(at, size, limits) as reserved:
            await self.disk.put_new(f"{at.recording_id}/{at.number:03}/chunks/000-{index:04}", bytes(size))
            reserved.stored = size

    async def try_reserve(self, at: At, size: int, limits: Settings = LIMITS) -> None:
        async with self.quota.reserve(at, size, limits):
            pass


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    monkeypatch.setattr(quotas, "FRESH_SECONDS", 0.0)
    disk, rows = Disk(tmp_path), Rows()
    return Setup(disk, rows, StorageQuota(disk, rows))


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scenario())


def test_many_chunks_need_one_listing(setup: Setup) -> None:
    async def scenario() -> None:
        for index in range(12):
            await setup.store(At(), index, MB // 10)

    run(scenario)
    assert setup.disk.listings == 1


def test_chunks_count_toward_take_recording_and_account(setup: Setup) -> None:
    setup.rows.recordings["maya"] = ["recording", "second", "third"]

    async def scenario() -> None:
        for at, chunks in ((At(), 2), (At(number=2), 1), (At("second"), 2)):
            for index in range(chunks):
                await setup.store(at, index, MB)
            with pytest.raises(TooLarge):
                await setup.try_reserve(at, MB)
        with pytest.raises(TooLarge):
            await setup.try_reserve(At("third"), MB)
        await setup.try_reserve(At("fourth", user_id="noah"), MB)

    run(scenario)


@pytest.mark.parametrize(
    ("of", "limit"), [("chunk_max_mb", 1), ("take_max_mb", 2), ("interview_max_mb", 3), ("account_max_mb", 5)]
)
def test_limits_are_exact(setup: Setup, of: str, limit: int) -> None:
    limits = WIDE_LIMITS.model_copy(update={of: limit})
    setup.rows.recordings["maya"] = ["recording"]

    async def scenario() -> None:
        await setup.try_reserve(At(), limit * MB, limits)
        with pytest.raises(TooLarge):
            await setup.try_reserve(At(), limit * MB + 1, limits)

    run(scenario)


def test_concurrent_chunks_respect_limits(setup: Setup) -> None:
    accepted, rejected = [], []

    settled = asyncio.Semaphore(0)

    async def one(index: int, finish: asyncio.Event) -> None:
        try:
            async with setup.quota.reserve(At(), MB, LIMITS) as reserved:
                accepted.append(index)
                settled.release()
                await finish.wait()
                await setup.disk.put_new(f"recording/001/chunks/000-{index:04}", bytes(MB))
                reserved.stored = MB
        except TooManyUploads as error:
            rejected.append(error.data["retryAfter"])
            settled.release()

    async def scenario() -> None:
        finish = asyncio.Event()
        uploads = [asyncio.create_task(one(index, finish)) for index in range(50)]
        for _ in uploads:
            await settled.acquire()
        finish.set()
        await asyncio.gather(*uploads)
        with pytest.raises(TooLarge):  # Once they are stored, retrying cannot help.
            await setup.try_reserve(At(), MB)

    run(scenario)
    assert len(accepted) == 2
    assert rejected == [2] * 48


def test_failed_chunk_releases_its_reservation(setup: Setup) -> None:
    async def scenario() -> None:
        for _ in range(5):
            with pytest.raises(ConnectionError):
                async with setup.quota.reserve(At(), MB, LIMITS):
                    raise ConnectionError
            await setup.try_reserve(At(), MB)
        await setup.store(At(), 0, MB)
        await setup.store(At(), 1, MB)

    run(scenario)


def test_uploads_in_flight_per_account_are_limited(setup: Setup) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(setup.quota.reserve(At(), 64 * MB, WIDE_LIMITS))
            with pytest.raises(TooManyUploads) as rejected:
                await setup.try_reserve(At(), 1, WIDE_LIMITS)
            assert (rejected.value.status, rejected.value.data) == (429, {"retryAfter": 2})
            await setup.try_reserve(At(user_id="noah"), 64 * MB, WIDE_LIMITS)
        await setup.try_reserve(At(), 64 * MB, WIDE_LIMITS)
        async with AsyncExitStack() as stack:
            for _ in range(64):
                await stack.enter_async_context(setup.quota.reserve(At(), 1, WIDE_LIMITS))
            with pytest.raises(TooManyUploads):
                await setup.try_reserve(At(), 1, WIDE_LIMITS)
        await setup.try_reserve(At(), 1, WIDE_LIMITS)

    run(scenario)


def test_server_memory_for_uploads_is_limited(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    assert quotas.SERVER_HELD_BYTES == 512 * MB
    monkeypatch.setattr(quotas, "SERVER_HELD_BYTES", 3 * HELD_BYTES + 10)

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            for number in range(3):  # Only part of a large chunk is held in memory.
                await stack.enter_async_context(
                    setup.quota.reserve(At(user_id=f"user {number}"), 2 * HELD_BYTES, WIDE_LIMITS)
                )
            await stack.enter_async_context(setup.quota.reserve(At(user_id="small"), 10, WIDE_LIMITS))
            with pytest.raises(Busy) as rejected:
                await setup.try_reserve(At(user_id="one more"), 1, WIDE_LIMITS)
            assert (rejected.value.status, rejected.value.data) == (503, {"retryAfter": 2})
        await setup.try_reserve(At(), 2 * HELD_BYTES, WIDE_LIMITS)

    run(scenario)


def test_rejection_uses_current_totals(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "LOOKED_SECONDS", 0.0)

    async def scenario() -> None:
        await setup.disk.put_new("recording/001/chunks/000-0000", bytes(2 * MB))
        with pytest.raises(TooLarge):
            await setup.try_reserve(At(), 1)
        await setup.disk.delete_prefix("recording")
        await setup.try_reserve(At(), 1)
        setup.disk.free = 5 * MB
        with pytest.raises(StorageFull):
            await setup.try_reserve(At(), 1)
        setup.disk.free = 5 * MB + 1
        await setup.try_reserve(At(), 1)

    run(scenario)


def test_repeated_rejections_list_the_storage_once(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "FRESH_SECONDS", 60.0)

    async def scenario() -> None:
        await setup.disk.put_new("recording/001/chunks/000-0000", bytes(2 * MB))
        for _ in range(20):
            with pytest.raises(TooLarge):
                await setup.try_reserve(At(), 1)

    run(scenario)
    assert setup.disk.listings == 1


def test_uploads_in_flight_count_as_used_disk_space(setup: Setup) -> None:
    setup.disk.free = 7 * MB

    async def scenario() -> None:
        async with setup.quota.reserve(At(), MB, LIMITS), setup.quota.reserve(At(), MB, LIMITS):
            with pytest.raises(StorageFull):
                await setup.try_reserve(At("other", user_id="noah"), 1)
        await setup.try_reserve(At("other", user_id="noah"), 1)

    run(scenario)


def test_free_disk_space_is_cached_for_a_second(setup: Setup) -> None:
    assert quotas.LOOKED_SECONDS == 1.0

    async def scenario() -> None:
        for _ in range(10):
            await setup.try_reserve(At(), 1)

    run(scenario)
    assert setup.disk.disk_checks == 1


@pytest.mark.parametrize("age", ["LISTED_SECONDS", "LISTED_BYTES"])
def test_chunks_of_other_processes_are_counted_eventually(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, age: str
) -> None:
    monkeypatch.setattr(quotas, age, 0)

    async def scenario() -> None:
        await setup.store(At(), 0, MB)
        await setup.disk.put_new("recording/001/chunks/000-0001", bytes(MB))
        await asyncio.sleep(0.001)
        with pytest.raises(TooLarge):
            await setup.try_reserve(At(), MB)

    run(scenario)


def test_chunk_stored_during_listing_is_counted(setup: Setup) -> None:
    class Slow(Disk):
        async def list(self, prefix: str) -> list:
            found = await super().list(prefix)
            await resume.wait()
            return found

    resume = asyncio.Event()
    resume.set()

    disk = Slow(setup.disk._root)
    quota = StorageQuota(disk, setup.rows)

    async def scenario() -> None:
        async with quota.reserve(At(), MB, LIMITS) as reserved:
            resume.clear()
            quota._totals["recording"].listed_at = float("-inf")
            listing = asyncio.create_task(quota._listed("recording", 60))
            await asyncio.sleep(0.01)
            await disk.put_new("recording/001/chunks/000-0000", bytes(MB))
            reserved.stored = MB
        resume.set()
        await listing
        assert quota._totals["recording"].of_take(1) == MB

    run(scenario)


def test_number_of_cached_recordings_is_limited(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_REMEMBERED", 2)

    async def scenario() -> None:
        for recording in ("a", "b", "c", "b", "c", "a"):
            await setup.try_reserve(At(recording), 1)
        async with setup.quota.reserve(At("kept"), 1, LIMITS):  # Not evicted while chunks arrive.
            for recording in ("a", "b", "c"):
                await setup.try_reserve(At(recording, user_id=recording), 1)
            assert setup.quota._totals["kept"].arriving[1] == 64 * 1024

    run(scenario)
    assert setup.disk.listings == 7
