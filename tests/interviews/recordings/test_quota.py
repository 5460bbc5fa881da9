"""Quotas of recordings: what is in flight in one process, and what the counters of all processes say."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import Busy, StorageFull, TooLarge
from dayshift.interviews.recordings import invariants
from dayshift.interviews.recordings import quota as quotas
from dayshift.interviews.recordings.byte_counts import reserve_chunk
from dayshift.interviews.recordings.chunks import CHUNKS_KEPT, MIN_COUNTED
from dayshift.interviews.recordings.errors import TooManyUploads
from dayshift.interviews.recordings.models import account_bytes
from dayshift.interviews.recordings.queries import OwnTake
from dayshift.interviews.recordings.quota import MB, StorageQuota
from dayshift.interviews.recordings.tasks import RECOUNT_AFTER, recount_recording
from dayshift.providers.storage import HELD_BYTES, LocalStorage
from dayshift.settings import Settings
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device
from tests.interviews.recordings.media import cut, record
from tests.people import server_services

pytestmark = pytest.mark.both_engines

LIMITS = Settings(chunk_max_mb=1, take_max_mb=2, interview_max_mb=3, account_max_mb=5, free_disk_mb=5)
WIDE_LIMITS = Settings(chunk_max_mb=100, take_max_mb=900, interview_max_mb=900, account_max_mb=900, free_disk_mb=5)


class Disk(LocalStorage):
    """A storage folder with configurable free space."""

    free = 10_000 * MB
    disk_checks = 0

    async def free_bytes(self) -> int:
        self.disk_checks += 1
        return self.free


class Unlimited:
    """A database that charges nothing."""

    async def write(self, _fn: object, *_more: object) -> None:
        pass


@dataclass(frozen=True)
class At:
    recording_id: str = "recording"
    number: int = 1
    user_id: str = "maya"


@dataclass
class Setup:
    disk: Disk
    quota: StorageQuota

    async def try_reserve(self, at: At, size: int, limits: Settings = LIMITS) -> None:
        async with self.quota.reserve(at, size, limits):
            pass


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    disk = Disk(tmp_path)
    return Setup(disk, StorageQuota(disk, Unlimited()))


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scenario())


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


def test_uploads_in_flight_count_as_used_disk_space(setup: Setup) -> None:
    setup.disk.free = 7 * MB

    async def scenario() -> None:
        async with setup.quota.reserve(At(), MB, LIMITS), setup.quota.reserve(At(), MB, LIMITS):
            with pytest.raises(StorageFull):
                await setup.try_reserve(At("other", user_id="noah"), 1)
        await setup.try_reserve(At("other", user_id="noah"), 1)

    run(scenario)


@pytest.mark.parametrize(
    ("max_age", "checks"), [pytest.param(3600, 1, id="still fresh"), pytest.param(-1, 10, id="too old")]
)
def test_free_disk_space_is_cached(setup: Setup, monkeypatch: pytest.MonkeyPatch, max_age: int, checks: int) -> None:
    monkeypatch.setattr(quotas, "LOOKED_SECONDS", max_age)

    async def scenario() -> None:
        for _ in range(10):
            await setup.try_reserve(At(), 1)

    run(scenario)
    assert setup.disk.disk_checks == checks


@pytest.fixture
def limited(app: FastAPI) -> Callable[..., None]:
    """Set limits in MB of the running server."""
    services = app.state.services

    def limit(**limits: int) -> None:
        services.settings = services.settings.model_copy(update=limits)

    return limit


def counted(device: Device) -> int:
    """The bytes of the device's account, which every invariant of recordings confirms."""
    services = server_services(device.person.client)
    portal = device.person.client.portal
    assert portal is not None

    def read(tx: Tx) -> int:
        found = select(account_bytes.c.bytes).where(account_bytes.c.user_id == device.person.id)
        return tx.execute(found).scalar() or 0

    with time_machine.travel(now() + 2 * RECOUNT_AFTER, tick=False):
        [check] = [one for one in invariants(services.db, services.storage) if one.name == "recordings.bytes"]
        assert portal.call(check.find) == []
    return portal.call(services.db.read, read)


def test_account_counts_chunks_and_the_file_made_of_them_until_each_is_deleted(device: Device) -> None:
    assert counted(device) == 0
    device.record(record(media.VP9, 1))
    chunks, file = 4 * MIN_COUNTED, int(device.media().headers["Content-Length"])
    assert counted(device) == chunks + file
    assert [device.put(index, data).status_code for index, data in enumerate(cut(record(media.VP9, 1), 4))] == [200] * 4
    assert counted(device) == chunks + file, "the same chunks again"
    with time_machine.travel(now() + CHUNKS_KEPT + timedelta(minutes=1), tick=False):
        device.run_tasks()
        assert (device.stored(), counted(device)) == ([], file)
    with time_machine.travel(now() + timedelta(days=91), tick=False):
        device.run_tasks()
    assert counted(device) == 0


@pytest.mark.parametrize(
    ("limit", "take"), [("take_max_mb", 1), ("interview_max_mb", 2), ("account_max_mb", 2), ("chunk_max_mb", 1)]
)
def test_limits_are_exact_and_a_chunk_that_is_not_stored_costs_nothing(
    device: Device, limited: Callable[..., None], limit: str, take: int
) -> None:
    half = bytes(MB // 2)
    limited(**{limit: 1})
    assert device.put(0, half, sha256="0" * 64).status_code == 422
    assert [device.put(0, half).status_code for _ in range(2)] == [201, 200]
    device.take = take
    assert device.put(1, half).status_code == 201
    last = device.put(2, b"one more") if limit != "chunk_max_mb" else device.put(2, bytes(MB + 1))
    assert (last.status_code, last.json()["code"]) == (413, "too_large")
    assert counted(device) == 2 * len(half)


def test_files_count_toward_the_account_when_their_chunks_are_gone(
    device: Device, limited: Callable[..., None]
) -> None:
    device.record(record(media.VP9, 1))
    with time_machine.travel(now() + CHUNKS_KEPT + timedelta(minutes=1), tick=False):
        device.run_tasks()
        limited(account_max_mb=1)
        room = MB - counted(device)
        device.take = 2
        assert device.put(0, bytes(room + 1)).status_code == 413
        assert device.put(0, bytes(room)).status_code == 201


def test_processes_respect_a_limit_together(device: Device, app: FastAPI) -> None:
    services = app.state.services
    limits = services.settings.model_copy(update={"account_max_mb": 2})
    quotas_of_processes = [StorageQuota(services.storage, services.db) for _ in range(2)]
    at = OwnTake(device.person.id, device.recording, 1, None)

    async def scenario() -> list[str]:
        finish, settled, entered = asyncio.Event(), asyncio.Semaphore(0), list[str]()

        async def one(number: int) -> None:
            try:
                async with quotas_of_processes[number % 2].reserve(at, MB, limits) as reserved:
                    entered.append("stored")
                    settled.release()
                    await finish.wait()
                    await services.storage.put_new(f"{at.recording_id}/001/chunks/000-{number:04}", bytes(MB))
                    reserved.stored = MB
            except (TooLarge, TooManyUploads) as error:
                entered.append(error.code)
                settled.release()

        uploads = [asyncio.create_task(one(number)) for number in range(8)]
        for _ in uploads:
            await settled.acquire()
        finish.set()
        await asyncio.gather(*uploads)
        return entered

    assert device.person.client.portal is not None
    entered = device.person.client.portal.call(scenario)
    assert entered.count("stored") == 2
    assert counted(device) == 2 * MB


def test_counters_left_wrong_by_a_killed_process_are_corrected(device: Device, app: FastAPI) -> None:
    services, portal = app.state.services, device.person.client.portal
    assert portal is not None
    device.put(0, b"chunk")
    take = (device.person.id, device.recording, 1)
    roomy = {"take": MB, "recording": MB, "account": MB}
    portal.call(services.db.write, reserve_chunk, *take, 500_000, roomy)
    with time_machine.travel(now() + 2 * RECOUNT_AFTER, tick=False):
        [check] = [one for one in invariants(services.db, services.storage) if one.name == "recordings.bytes"]
        assert [one.subject for one in portal.call(check.find)] == [device.recording]
        portal.call(recount_recording, services.db, services.storage, device.recording)
    assert counted(device) == MIN_COUNTED
