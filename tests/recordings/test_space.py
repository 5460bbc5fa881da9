"""What is only remembered lets pieces in, and refuses none."""

import asyncio
from pathlib import Path

import pytest

from dayshift.kit.errors import StorageFull, TooLarge
from dayshift.providers.storage import LocalStorage
from dayshift.recordings import space as of_recordings
from dayshift.recordings.space import MB, Space
from dayshift.settings import Settings


class Disk(LocalStorage):
    """A folder that tells how often it was looked through, and how much is free as the test says."""

    listings = 0
    free = 10 * MB

    async def list(self, prefix: str) -> list:
        self.listings += 1
        return await super().list(prefix)

    async def free_bytes(self) -> int:
        return self.free


def piece(take: int, index: int) -> str:
    return f"recording/{take:03}/chunks/000-{index:04}"


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


LIMITS = Settings(chunk_max_mb=1, take_max_mb=2, interview_max_mb=3, free_disk_mb=5)


def test_many_pieces_cost_one_listing(disk: Disk) -> None:
    async def send() -> None:
        space = Space(disk)
        for index in range(12):
            await space.check("recording", 1, MB // 10, LIMITS)
            await disk.put_new(piece(1, index), bytes(MB // 10))
            space.count("recording", 1, MB // 10)

    asyncio.run(send())
    assert disk.listings == 1


def test_what_was_counted_meets_the_limits_of_take_and_recording(disk: Disk) -> None:
    async def send() -> None:
        space = Space(disk)
        for take, pieces in ((1, 2), (2, 1)):
            for index in range(pieces):
                await space.check("recording", take, MB, LIMITS)
                await disk.put_new(piece(take, index), bytes(MB))
                space.count("recording", take, MB)
            with pytest.raises(TooLarge):
                await space.check("recording", take, MB, LIMITS)
        await space.check("another", 1, MB, LIMITS)

    asyncio.run(send())


def test_a_refusal_rests_on_what_is_there_now(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_recordings, "LOOKED_SECONDS", 0.001)

    async def send() -> None:
        space = Space(disk)
        await disk.put_new(piece(1, 0), bytes(2 * MB))
        with pytest.raises(TooLarge):
            await space.check("recording", 1, 1, LIMITS)
        await disk.delete_prefix("recording")
        await space.check("recording", 1, 1, LIMITS)
        disk.free = 4 * MB
        await asyncio.sleep(0.01)
        with pytest.raises(StorageFull):
            await space.check("recording", 1, 1, LIMITS)
        disk.free = 6 * MB
        await space.check("recording", 1, 1, LIMITS)

    asyncio.run(send())


def test_what_another_process_took_counts_after_a_while(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_recordings, "LISTED_SECONDS", 0.01)

    async def send() -> None:
        space = Space(disk)
        await space.check("recording", 1, MB, LIMITS)
        await disk.put_new(piece(1, 0), bytes(2 * MB))
        await asyncio.sleep(0.02)
        with pytest.raises(TooLarge):
            await space.check("recording", 1, MB, LIMITS)

    asyncio.run(send())


def test_only_so_many_recordings_are_remembered(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_recordings, "MOST_REMEMBERED", 2)

    async def send() -> None:
        space = Space(disk)
        for recording in ("a", "b", "c", "b", "c", "a"):
            await space.check(recording, 1, 1, LIMITS)

    asyncio.run(send())
    assert disk.listings == 4
