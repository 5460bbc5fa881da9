"""A take becomes playable once its chunks are complete, however late, exactly as recorded."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.tasks import Snooze, Task, tasks
from dayshift.interviews.recordings import Take, handlers, open_recording, request_finalise, takes_of
from dayshift.interviews.recordings import tasks as of_recordings
from dayshift.interviews.recordings.actions import EXPIRE, FINALISE, charge_media_work
from dayshift.interviews.recordings.queries import find_take, media_seconds
from dayshift.providers.media import MediaCrashed
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device
from tests.interviews.recordings.media import cut, record
from tests.interviews.recordings.test_media_limits import hidden_bomb, set_header_size
from tests.people import Person


def no_hold(_tx: Tx, _recording: str, _at: datetime) -> None:
    """No legal hold keeps any recording."""


def takes(device: Device, app: FastAPI) -> list[Take]:
    """Returns the recording's takes through the public query."""
    portal = device.person.client.portal
    assert portal
    return portal.call(app.state.services.db.read, takes_of, device.recording)


def take_of(device: Device, app: FastAPI) -> Take:
    """Returns the take that the device records."""
    return next(take for take in takes(device, app) if take.number == device.take)


def test_segments_become_one_file(device: Device, app: FastAPI) -> None:
    device.record(record(media.VP9, 2), record(media.VP9, 3))

    take = take_of(device, app)
    assert (take.state, take.reason, take.media_type) == ("ready", None, "video/webm")
    assert take.duration_seconds == pytest.approx(5, abs=0.3)
    assert take.url == f"{device.path}/media"
    played = device.media()
    assert len(played.content) == take.size_bytes
    assert played.headers["content-type"] == "video/webm"


def test_missing_chunks_are_reported_and_last_one_starts_processing(device: Device, app: FastAPI) -> None:
    chunks = cut(record(media.H264_MP4, 2), 5)
    manifest = device.upload(chunks, without=[(0, 0), (0, 3)])

    reply = device.complete(manifest)
    assert (reply.status_code, reply.json()["code"]) == (409, "chunks_missing")
    assert reply.json()["missing"] == [{"segment": 0, "index": 0}, {"segment": 0, "index": 3}]
    device.run_tasks()
    assert take_of(device, app).state == "waiting"

    device.put(3, chunks[3])
    device.run_tasks()
    assert take_of(device, app).state == "waiting"

    device.put(0, chunks[0])
    device.run_tasks()
    take = take_of(device, app)
    assert (take.state, take.media_type) == ("ready", "video/mp4")


def test_retry_after_lost_reply_is_idempotent(device: Device, app: FastAPI) -> None:
    chunks = cut(record(media.VP8, 2), 3)
    manifest = device.upload(chunks)
    for _ in range(2):
        device.put(1, chunks[1])
        device.complete(manifest)
    device.run_tasks()
    before = take_of(device, app)

    assert device.put(1, chunks[1]).status_code == 200
    assert device.put(1, chunks[2]).status_code == 409
    assert device.complete(manifest).json() == {"state": "ready"}
    device.run_tasks()
    assert take_of(device, app) == before


def test_recording_truncated_in_last_chunk_is_playable(device: Device, app: FastAPI) -> None:
    data = record(media.VP9, 4)
    device.record(data[: len(data) * 7 // 8])
    assert take_of(device, app).duration_seconds == pytest.approx(3.5, abs=0.6)


def test_unplayable_take_fails_and_keeps_chunks(device: Device, app: FastAPI) -> None:
    chunks = cut(b"not a recording at all" * 1000, 3)
    device.complete(device.upload(chunks))
    device.run_tasks()
    take = take_of(device, app)
    assert (take.state, take.reason, take.url) == ("failed", "unplayable", None)
    assert device.media().status_code == 404
    assert [size for *_, size in device.stored()] == [len(chunk) for chunk in chunks]


def test_late_chunks_rebuild_ready_take(device: Device, app: FastAPI) -> None:
    first, late = cut(record(media.VP9, 2), 2), cut(record(media.VP9, 3), 2)
    device.complete(device.upload(first))
    device.run_tasks()
    before, old = take_of(device, app), device.media()

    for index, data in enumerate(late):
        assert device.put(index, data, segment=1).status_code == 201
    whole = [{"segment": segment, "count": 2, "mimeType": "video/webm"} for segment in (1, 0)]
    assert device.complete(whole).json() == {"state": "waiting"}
    assert device.media().content == old.content
    device.run_tasks()

    after = take_of(device, app)
    assert before.duration_seconds == pytest.approx(2, abs=0.2)
    assert after.duration_seconds == pytest.approx(5, abs=0.3)
    assert device.media().headers["etag"] != old.headers["etag"]


@pytest.mark.parametrize(
    ("waited", "delay", "is_playable"),
    [
        (timedelta(0), timedelta(seconds=2), False),
        (timedelta(minutes=1), timedelta(seconds=30), False),
        (timedelta(minutes=10), timedelta(minutes=5), False),
        (timedelta(minutes=10, seconds=2), timedelta(minutes=5, seconds=1), True),
        (timedelta(hours=10), timedelta(hours=5), True),
        (timedelta(days=14), timedelta(hours=6), True),
    ],
)
def test_waiting_take_is_checked_less_often_and_playable_with_gap_after_ten_minutes(
    device: Device, app: FastAPI, waited: timedelta, delay: timedelta, is_playable: bool
) -> None:
    device.complete(device.upload(cut(record(media.VP9, 1), 3), without=[(0, 1)]))
    requested, portal = take_of(device, app).updated_at, device.person.client.portal
    assert portal
    with time_machine.travel(requested + waited, tick=False), pytest.raises(Snooze) as snoozed:
        portal.call(handlers(app.state.services.db, app.state.services.storage, no_hold)[FINALISE], task_for(device))
    assert snoozed.value.delay == delay
    assert (take_of(device, app).url is not None) == is_playable


def test_repeated_completion_does_not_restart_waiting_time(device: Device, app: FastAPI) -> None:
    chunks = cut(record(media.VP9, 1), 3)
    manifest = device.upload(chunks, without=[(0, 1), (0, 2)])
    device.complete(manifest)
    waiting = take_of(device, app)
    with time_machine.travel(waiting.updated_at + timedelta(minutes=5), tick=False):
        assert device.complete(manifest).status_code == 409
        assert take_of(device, app) == waiting
        device.put(1, chunks[1])
        assert take_of(device, app).updated_at == waiting.updated_at + timedelta(minutes=5)


def test_tasks_keep_their_names_and_times(device: Device, app: FastAPI) -> None:
    """Tasks that one version enqueues are handled by the next one."""
    portal = device.person.client.portal
    assert portal
    started = now()
    device.record(record(media.VP8, 1))
    rows = portal.call(app.state.services.db.read, lambda tx: tx.execute(select(tasks.c.kind, tasks.c.due_at)).all())
    days = {kind: round((due_at - started) / timedelta(days=1)) for kind, due_at in rows if "recordings." in kind}
    assert days == {"recordings.delete": 1, "recordings.finalise": 0, "recordings.expire_chunks": 7}


def test_tasks_of_deleted_recording_do_nothing(device: Device, app: FastAPI) -> None:
    portal, services = device.person.client.portal, app.state.services
    assert portal
    payload = {"recording": new_id(), "take": 1, "media": "any"}
    handle = handlers(services.db, services.storage, no_hold)
    for kind in (FINALISE, EXPIRE):
        assert portal.call(handle[kind], Task(new_id(), kind, payload, attempts=1, fence=1)) is None


def task_for(device: Device) -> Task:
    return Task(new_id(), FINALISE, {"recording": device.recording, "take": device.take}, attempts=1, fence=1)


def test_incomplete_take_is_deleted_after_retention_period(device: Device, app: FastAPI) -> None:
    chunks = cut(record(media.VP9, 1), 3)
    device.complete(device.upload(chunks, without=[(0, 1)]))
    with time_machine.travel(take_of(device, app).updated_at + timedelta(days=91)):
        device.run_tasks()
    assert takes(device, app) == []
    assert device.put(1, chunks[1]).status_code == 404


def test_take_with_gap_is_playable_and_rebuilt_by_late_chunk(device: Device, app: FastAPI) -> None:
    chunks = cut(record(media.VP9, 4), 8)
    device.complete(device.upload(chunks, without=[(0, 4)]))
    device.run_tasks()
    assert take_of(device, app).url is None

    with time_machine.travel(take_of(device, app).updated_at + timedelta(minutes=11)):
        device.run_tasks()
    gap = take_of(device, app)
    assert (gap.state, gap.url) == ("waiting", f"{device.path}/media")
    assert device.media().headers["content-type"] == "video/webm"

    device.put(4, chunks[4])
    device.run_tasks()
    whole = take_of(device, app)
    assert whole.state == "ready"
    assert (whole.size_bytes or 0) > (gap.size_bytes or 0)
    assert len(device.media().content) == whole.size_bytes


def test_segment_without_first_chunk_is_skipped(device: Device, app: FastAPI) -> None:
    segments = [cut(record(media.VP9, 2), 3), cut(record(media.VP9, 3), 3)]
    device.complete(device.upload(*segments, without=[(0, 0)]))
    with time_machine.travel(take_of(device, app).updated_at + timedelta(minutes=11)):
        device.run_tasks()
    assert take_of(device, app).duration_seconds == pytest.approx(3, abs=0.3)


def test_chunks_are_kept_for_a_week_after_take_is_ready(device: Device, app: FastAPI) -> None:
    device.record(record(media.VP9, 2))
    ready = take_of(device, app)
    with time_machine.travel(ready.updated_at + timedelta(days=6, hours=23)):
        device.run_tasks()
    assert len(device.stored()) == 4
    with time_machine.travel(ready.updated_at + timedelta(days=7, hours=1)):
        device.run_tasks()
    assert device.stored() == []
    assert len(device.media().content) == ready.size_bytes


def test_chunks_are_kept_if_playable_file_is_missing(device: Device, app: FastAPI) -> None:
    device.record(record(media.VP8, 1))
    [file] = (app.state.services.settings.data_dir / "recordings" / device.recording / "001" / "media").iterdir()
    file.unlink()
    with time_machine.travel(take_of(device, app).updated_at + timedelta(days=7, hours=1)):
        device.run_tasks()
    assert len(device.stored()) == 4


def test_chunks_of_take_being_rebuilt_do_not_expire(device: Device, app: FastAPI) -> None:
    device.record(record(media.VP9, 2))
    ready = take_of(device, app)
    chunks = cut(record(media.VP9, 1), 2)
    device.put(0, chunks[0], segment=1)
    device.complete([{"segment": segment, "count": count, "mimeType": "x"} for segment, count in ((0, 4), (1, 2))])
    with time_machine.travel(ready.updated_at + timedelta(days=8)):
        device.run_tasks()
    assert len(device.stored()) == 5
    device.put(1, chunks[1], segment=1)
    device.run_tasks()
    assert take_of(device, app).duration_seconds == pytest.approx(3, abs=0.3)


def test_completion_during_processing_is_not_lost(device: Device, app: FastAPI) -> None:
    device.complete(device.upload(cut(record(media.VP9, 1), 2)))
    portal, db = device.person.client.portal, app.state.services.db
    assert portal
    write = portal.call(handlers(db, app.state.services.storage, no_hold)[FINALISE], task_for(device))

    longer = cut(record(media.VP9, 2), 2)
    for index, data in enumerate(longer):
        device.put(index, data, segment=1)
    device.complete([{"segment": segment, "count": 2, "mimeType": "video/webm"} for segment in (0, 1)])
    with pytest.raises(Snooze) as snoozed:
        portal.call(db.write, write)
    assert snoozed.value.delay == timedelta(0)
    assert take_of(device, app).state == "waiting"

    device.run_tasks()
    assert take_of(device, app).duration_seconds == pytest.approx(3, abs=0.3)


def run_tasks_repeatedly(device: Device, app: FastAPI, times: int, every: timedelta) -> None:
    """Run tasks at the end of each interval."""
    started = take_of(device, app).updated_at
    for number in range(1, times + 1):
        with time_machine.travel(started + number * every):
            device.run_tasks()


@pytest.fixture
def downloads(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the chunks that the server has read so far."""
    found: list[str] = []
    append_to = app.state.services.storage.append_to

    async def record_download(path: Path, key: str) -> None:
        found.append(key)
        await append_to(path, key)

    monkeypatch.setattr(app.state.services.storage, "append_to", record_download)
    return found


def test_take_without_first_chunk_is_not_read_repeatedly(device: Device, app: FastAPI, downloads: list[str]) -> None:
    chunks = cut(record(media.VP9, 2), 4)
    device.complete(device.upload(chunks, without=[(0, 0)]))
    run_tasks_repeatedly(device, app, 20, timedelta(hours=7))
    take = take_of(device, app)
    assert (take.state, take.reason, take.url) == ("waiting", "unplayable", None)
    assert downloads == []

    device.put(0, chunks[0])
    device.run_tasks()
    assert (take_of(device, app).state, take_of(device, app).reason) == ("ready", None)
    assert len(downloads) == 4


def test_unplayable_gap_is_retried_once_per_new_chunk(device: Device, app: FastAPI, downloads: list[str]) -> None:
    chunks = cut(b"\x1a\x45\xdf\xa3" + b"not a recording at all" * 1000, 4)
    device.complete(device.upload(chunks, without=[(0, 1), (0, 2)]))
    run_tasks_repeatedly(device, app, 5, timedelta(hours=7))
    assert len(downloads) == 2
    with time_machine.travel(take_of(device, app).updated_at + timedelta(days=2)):
        device.put(1, chunks[1])
    run_tasks_repeatedly(device, app, 5, timedelta(hours=7))
    assert len(downloads) == 5


@pytest.mark.parametrize("days", [13.9, 14.1])
def test_take_with_missing_chunks_becomes_incomplete(device: Device, app: FastAPI, days: float) -> None:
    chunks = cut(record(media.VP9, 4), 8)
    device.complete(device.upload(chunks, without=[(0, 4)]))
    requested = take_of(device, app).updated_at
    with time_machine.travel(requested + timedelta(minutes=11)):
        device.run_tasks()
    with time_machine.travel(requested + timedelta(days=days)):
        device.run_tasks()
        take = take_of(device, app)
        assert take.url == f"{device.path}/media"
        if days < 14:
            assert (take.state, take.reason) == ("waiting", None)
        else:
            assert (take.state, take.reason) == ("failed", "incomplete")
        device.put(4, chunks[4])
        device.run_tasks()
    assert (take_of(device, app).state, take_of(device, app).reason) == ("ready", None)


def test_decompression_bomb_fails_permanently(device: Device, app: FastAPI, downloads: list[str]) -> None:
    bomb = set_header_size(hidden_bomb(), 16_000, 16_000)
    manifest = device.upload(cut(bomb, 3))
    device.complete(manifest)
    device.run_tasks()
    take = take_of(device, app)
    assert (take.state, take.reason, take.url) == ("failed", "over_limits", None)
    assert len(downloads) == 3

    assert device.complete(manifest).json() == {"state": "failed"}
    assert device.put(1, cut(bomb, 3)[1]).status_code == 200
    device.run_tasks()
    assert len(downloads) == 3
    assert take_of(device, app) == take

    other = Device(device.person, device.worker, device.recording, take=2)
    other.record(record(media.VP8, 1))


def test_new_chunk_retries_failed_take(device: Device, app: FastAPI) -> None:
    device.complete(device.upload([b"\x1a\x45\xdf\xa3nothing"]))
    device.run_tasks()
    assert take_of(device, app).state == "failed"
    device.put(1, b"something new")
    assert (take_of(device, app).state, take_of(device, app).reason) == ("waiting", None)


def test_crashing_media_job_is_tried_three_times(device: Device, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(job: str, **arguments: object) -> None:
        raise MediaCrashed(f"{job} of {len(arguments)}")

    monkeypatch.setattr(of_recordings, "run_media", crash)
    device.complete(device.upload(cut(record(media.VP8, 1), 2)))
    started = take_of(device, app).updated_at
    for minutes, state in ((0, "waiting"), (20, "waiting"), (40, "failed")):
        with time_machine.travel(started + timedelta(minutes=minutes)):
            device.run_tasks()
        assert take_of(device, app).state == state
    assert take_of(device, app).reason == "crashed"


def test_media_time_per_account_and_day_is_limited(
    device: Device, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal = device.person.client.portal
    assert portal

    def used() -> float:
        return portal.call(app.state.services.db.read, media_seconds, device.recording, of_recordings.today())

    with time_machine.travel(datetime(2026, 11, 22, 12, tzinfo=UTC)):
        device.record(record(media.VP8, 1))
        first = used()
        assert 0 < first < 10
        second = Device(device.person, device.worker, device.recording, take=2)
        second.record(record(media.VP8, 1))
        assert used() > first
        monkeypatch.setattr(of_recordings, "MEDIA_SECONDS_A_DAY", used())
        third = Device(device.person, device.worker, device.recording, take=3)
        third.complete(third.upload(cut(record(media.VP8, 1), 2)))
        device.run_tasks()
        assert take_of(third, app).state == "waiting"
        assert of_recordings.until_tomorrow() == pytest.approx(timedelta(hours=12), abs=timedelta(minutes=1))
    with time_machine.travel(datetime(2026, 11, 23, 0, 1, tzinfo=UTC)):
        assert used() == 0
        device.run_tasks()
        assert take_of(third, app).state == "ready"
        assert 0 < used() < first + 5


def test_media_time_of_failed_take_is_charged(device: Device, app: FastAPI) -> None:
    device.complete(device.upload(cut(b"not a recording at all" * 1000, 3)))
    device.run_tasks()
    portal = device.person.client.portal
    assert portal
    assert portal.call(app.state.services.db.read, media_seconds, device.recording, of_recordings.today()) > 0


def test_media_time_is_added_up_by_day(device: Device, app: FastAPI) -> None:
    portal, db = device.person.client.portal, app.state.services.db
    assert portal
    for day, seconds, total in (("2026-11-22", 2.5, 2.5), ("2026-11-22", 4.0, 6.5), ("2026-11-23", 3.0, 3.0)):
        portal.call(db.write, charge_media_work, device.recording, day, seconds)
        assert portal.call(db.read, media_seconds, device.recording, day) == total
    portal.call(db.write, charge_media_work, new_id(), "2026-11-23", 1.0)  # The recording has been deleted.


@pytest.mark.parametrize(
    "segments",
    [
        [],
        [{"segment": 0, "count": 0, "mimeType": "video/webm"}],
        [{"segment": 0, "count": 1, "mimeType": "video/webm"}] * 2,
        [{"segment": 200, "count": 1, "mimeType": "video/webm"}],
        [{"segment": 0, "count": 5001, "mimeType": "video/webm"}],
        [{"segment": n, "count": 1 if n == 4 else 5000, "mimeType": "video/webm"} for n in range(5)],
    ],
    ids=["no segment", "no chunk", "a segment twice", "segment too high", "too many chunks", "too many in total"],
)
def test_invalid_manifest_is_rejected(device: Device, segments: list[dict[str, object]]) -> None:
    reply = device.complete(segments)
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid_request")


def test_largest_manifest_is_accepted(device: Device) -> None:
    reply = device.complete([{"segment": 196 + n, "count": 5000, "mimeType": "video/webm"} for n in range(4)])
    assert (reply.status_code, reply.json()["code"]) == (409, "chunks_missing")
    assert len(reply.json()["missing"]) == 500


def test_recording_owner_cannot_change(device: Device, app: FastAPI) -> None:
    stranger = Person.register(device.person.client, "eve@example.com")
    portal = device.person.client.portal
    assert portal
    portal.call(app.state.services.db.write, open_recording, device.recording, device.person.id)
    with pytest.raises(NotFound):
        portal.call(app.state.services.db.write, open_recording, device.recording, stranger.id)


def test_take_requires_a_recording(device: Device, app: FastAPI) -> None:
    def request_take(tx: Tx) -> None:
        request_finalise(tx, new_id(), 1, [{"segment": 0, "count": 1, "mime_type": "video/webm"}])

    portal = device.person.client.portal
    assert portal
    with pytest.raises(NotFound):
        portal.call(app.state.services.db.write, request_take)


def test_a_slow_chunk_keeps_the_manifest_that_was_stored_meanwhile(
    app: FastAPI, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = app.state.services
    whole = [{"segment": 0, "count": 3, "mime_type": "video/webm"}]
    assert device.complete([{"segment": 0, "count": 2, "mimeType": "video/webm"}]).status_code == 409
    store = services.storage.put_stream

    async def slow(*arguments: Any) -> bool:
        await services.db.write(request_finalise, device.recording, device.take, whole)
        return bool(await store(*arguments))

    monkeypatch.setattr(services.storage, "put_stream", slow)
    assert device.put(0, b"chunk").status_code == 201
    portal = device.person.client.portal
    assert portal is not None
    take = portal.call(services.db.read, find_take, device.recording, device.take)
    assert (take.manifest, take.state) == (whole, "waiting")
