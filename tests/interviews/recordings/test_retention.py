"""Deletion of recordings after the retention period and when their owner is erased."""

from datetime import timedelta

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import func, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.tasks import Worker
from dayshift.interviews.recordings.models import recordings, takes
from dayshift.settings import Settings
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device, open_device
from tests.operators import erase, examine
from tests.people import Person


def count(tx: Tx) -> tuple[int, int]:
    return tuple(tx.execute(select(func.count()).select_from(table)).scalar_one() for table in (recordings, takes))


def row_counts(app: FastAPI, device: Device) -> tuple[int, int]:
    portal = device.person.client.portal
    assert portal
    return portal.call(app.state.services.db.read, count)


def healthy(settings: Settings) -> bool:
    return not any(finding.broken for finding in examine(settings))


def test_recording_is_deleted_after_retention_period(app: FastAPI, settings: Settings, device: Device) -> None:
    device.record(media.record(media.VP8, 1))
    folder = settings.data_dir / "recordings" / device.recording
    started = now()
    for days, exists in ((2, True), (89.9, True), (90.1, False)):
        with time_machine.travel(started + timedelta(days=days)):
            for _ in range(3):  # A check that runs early schedules the next one.
                device.run_tasks()
        assert folder.exists() == exists
        assert row_counts(app, device) == ((1, 1) if exists else (0, 0))
    assert healthy(settings)


def test_erasing_a_user_deletes_only_their_recordings(
    app: FastAPI, settings: Settings, worker: Worker, device: Device
) -> None:
    noah = open_device(app, worker, Person.register(device.person.client, "noah@example.com"))
    for owner in (device, noah):
        owner.record(media.record(media.VP8, 1))
    assert erase(settings, "maya@example.com") == 1

    assert device.person.call("GET", "/api/auth/me").status_code == 401
    assert device.put(7, b"an upload that was under way").status_code == 401
    device.run_tasks()
    remaining = sorted(path.name for path in (settings.data_dir / "recordings").glob("[!.]*"))
    assert remaining == [noah.recording, "tombstones"]
    assert noah.media().status_code == 200
    assert row_counts(app, noah) == (1, 1)
    assert healthy(settings)
    with pytest.raises(NotFound):
        erase(settings, "maya@example.com")


def test_chunk_written_during_erasure_is_deleted(settings: Settings, device: Device) -> None:
    device.record(media.record(media.VP8, 1))
    erase(settings, device.person.id)
    device.run_tasks()
    straggler = settings.data_dir / "recordings" / device.recording / "001" / "chunks" / "000-0009"
    straggler.parent.mkdir(parents=True)
    straggler.write_bytes(b"written while the person was erased")
    with time_machine.travel(now() + timedelta(hours=2)):
        device.run_tasks()
    assert not straggler.exists()
