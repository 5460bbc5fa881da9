"""Background tasks: make a take playable once its chunks have arrived."""

import asyncio
import hashlib
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter

import structlog

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, Write, ensure_scheduled
from dayshift.interviews.recordings.actions import (
    EXPIRE,
    FINALISE,
    Media,
    charge_media_work,
    mark_failed,
    mark_partial,
    mark_ready,
    mark_unplayable,
)
from dayshift.interviews.recordings.byte_counts import bytes_of, correct, release_chunks
from dayshift.interviews.recordings.chunks import (
    CHUNKS_KEPT,
    ChunkId,
    chunks_prefix,
    expected_chunks,
    measured_bytes,
    media_key,
    stored_chunks,
)
from dayshift.interviews.recordings.media import download
from dayshift.interviews.recordings.queries import Take, find_take, load_recording_ids, media_seconds, settled_bytes
from dayshift.interviews.recordings.retention import DELETE, HeldUntil, deleting
from dayshift.providers.media import MediaCrashed, OverLimits, Unplayable, run_media
from dayshift.providers.storage import Storage

log = structlog.get_logger()

RECOUNT = "recordings.recount"
"""The recurring task that corrects the counters of stored bytes."""

RETENTION = timedelta(days=90)
MIN_INTERVAL = timedelta(seconds=2)
MAX_INTERVAL = timedelta(hours=6)
"""Maximum interval between checks for missing chunks; an arriving chunk starts the work at once."""
TIMEOUT = timedelta(minutes=10)
"""Time without a new chunk after which a take is made playable with gaps, while it waits for the rest."""
GIVE_UP = timedelta(days=14)
"""Time without a new chunk after which a take ends as incomplete. A chunk that arrives later starts it again."""
RECOUNT_EVERY = timedelta(days=7)
"""Interval between corrections of the counters: a process that is killed while a chunk arrives leaves them too high."""
RECOUNT_AT_ONCE = 100
"""Recordings of one run: each is a listing of the storage."""
RECOUNT_AFTER = timedelta(days=1)
"""Minimum age of a recording whose counters are corrected."""
CRASHES = 3
"""Attempts after which a take whose work crashes ends as failed."""
MEDIA_SECONDS_A_DAY = 600.0
"""Processor time of media work for one account; beyond it the work waits for the next day (UTC).

A take of four minutes needs 0.1 s.
"""


def schedule(tx: Tx) -> None:
    """Schedule the recurring task."""
    ensure_scheduled(tx, RECOUNT, {}, key=RECOUNT)


def handlers(
    db: Database, storage: Storage, held_until: HeldUntil, *, retention: timedelta = RETENTION
) -> dict[str, Handler]:
    """The task handlers of recordings, which are deleted after `retention` and no sooner than a legal hold allows."""

    recounted = ""

    async def finalise(task: Task) -> Write | None:
        take = await db.read(find_take, task.payload["recording"], task.payload["take"])
        if take is None or take.state != "waiting":
            return None
        arrived = await stored_chunks(storage, take.recording_id, take.number)
        expected = expected_chunks(take.manifest)
        work = _Work(db, storage, take)
        if set(expected) <= arrived.keys():
            return await work.finalise(expected, may_retry=task.attempts < CRASHES)
        waited = now() - take.updated_at
        if waited > GIVE_UP:
            return _settle(partial(mark_failed, take=take, reason="incomplete"))
        if waited > TIMEOUT and take.media_key is None and take.reason is None:
            await work.salvage([chunk for chunk in expected if chunk in arrived])
        # Frequent at first, while the last chunk is being uploaded; then rare, for a phone that is off.
        raise Snooze(min(max(waited / 2, MIN_INTERVAL), MAX_INTERVAL))

    async def expire(task: Task) -> Write | None:
        take = await db.read(find_take, task.payload["recording"], task.payload["take"])
        # A take that was requested again has a separate task.
        key: str = task.payload["media"]
        if take is not None and take.state == "ready" and take.media_key == key:
            await storage.size(key)  # Keep the chunks if the file made of them is missing.
            counted = (await db.read(bytes_of, take.recording_id)).get(take.number)
            await storage.delete_prefix(chunks_prefix(take.recording_id, take.number))
            if counted is not None:
                return partial(release_chunks, recording_id=take.recording_id, take=take.number, size=counted.chunks)
        return None

    async def recount(_task: Task) -> None:
        nonlocal recounted
        ids = (await db.read(load_recording_ids, recounted))[:RECOUNT_AT_ONCE]
        for recording_id in ids:
            await recount_recording(db, storage, recording_id)
        recounted = ids[-1] if ids else ""
        raise Snooze(timedelta(0) if ids else RECOUNT_EVERY)

    return {FINALISE: finalise, EXPIRE: expire, RECOUNT: recount, DELETE: deleting(db, storage, retention, held_until)}


async def recount_recording(db: Database, storage: Storage, recording_id: str) -> None:
    """Correct the counters of a recording, unless chunks of it may be arriving."""
    before = await db.read(settled_bytes, recording_id, now() - RECOUNT_AFTER)
    if before is None:
        return
    stored = await measured_bytes(storage, recording_id)
    if stored != before and await db.write(correct, recording_id, before, stored):
        log.warning("the size of a recording was corrected", recording=recording_id)


@dataclass(frozen=True)
class _Work:
    """Media work on one take, charged to its account."""

    db: Database
    storage: Storage
    take: Take

    async def finalise(self, chunks: list[ChunkId], *, may_retry: bool) -> Write:
        """Make the take playable. With `may_retry` a crash is raised, so that the task is tried again."""
        take = self.take
        try:
            media = await self._make(chunks)
        except MediaCrashed:
            if may_retry:
                raise
            reason = "crashed"
        except OverLimits:
            reason = "over_limits"
        except Unplayable:
            reason = "unplayable"
        else:
            return _settle(partial(mark_ready, take=take, media=media, chunks_until=now() + CHUNKS_KEPT))
        return _settle(partial(mark_failed, take=take, reason=reason))

    async def salvage(self, chunks: list[ChunkId]) -> None:
        """Make the take playable with gaps, once; it still waits for the rest.

        Without its first chunk, which holds the headers, nothing of a segment can be read.
        """
        readable = {chunk.segment for chunk in chunks if chunk.index == 0}
        media = None
        if readable:
            with suppress(Unplayable, MediaCrashed):
                media = await self._make([chunk for chunk in chunks if chunk.segment in readable])
        if media is None:
            await self.db.write(mark_unplayable, self.take)
        else:
            await self.db.write(mark_partial, self.take, media)

    async def _make(self, chunks: list[ChunkId]) -> Media:
        """One playable file in the storage, made of these chunks. Raises `Unplayable` and `MediaCrashed`."""
        take = self.take
        if await self.db.read(media_seconds, take.recording_id, today()) >= MEDIA_SECONDS_A_DAY:
            log.warning("media work of this account is used up for today", recording=take.recording_id)
            raise Snooze(until_tomorrow())
        started = perf_counter()
        with tempfile.TemporaryDirectory(prefix="take-", ignore_cleanup_errors=True) as folder:
            sources = await download(self.storage, take.recording_id, take.number, chunks, Path(folder))
            target = Path(folder) / "playable"
            try:
                done = await run_media("remux", sources=[str(source) for source in sources], target=str(target))
            except (Unplayable, MediaCrashed) as error:
                await self._charge(error.cpu_seconds)
                log.warning("take unplayable", recording=take.recording_id, take=take.number, why=str(error))
                raise
            await self._charge(done.cpu_seconds)
            media = await asyncio.to_thread(_describe, take, done.result["media_type"], done.result["seconds"], target)
            await self.storage.write_file(media.key, target)
        log.info(
            "take made",
            recording=take.recording_id,
            take=take.number,
            seconds=media.seconds,
            left_out=done.result["left_out"],
            took=round(perf_counter() - started, 3),
        )
        return media

    async def _charge(self, seconds: float) -> None:
        await self.db.write(charge_media_work, self.take.recording_id, today(), seconds)


def today() -> str:
    """The day (UTC) on which media work is charged."""
    return now().astimezone(UTC).date().isoformat()


def until_tomorrow() -> timedelta:
    """Time until the next day begins (UTC)."""
    at = now().astimezone(UTC)
    return datetime.combine(at.date() + timedelta(days=1), time(), UTC) - at


def _describe(take: Take, media_type: str, seconds: float, path: Path) -> Media:
    # Named after its contents: a file that is made again gets another name, so no reply mixes two of them.
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    name = f"{digest[:32]}.{media_type.rsplit('/', 1)[1]}"
    key = media_key(take.recording_id, take.number, name)
    return Media(key, media_type, seconds, path.stat().st_size)


def _settle(mark: partial[bool]) -> Write:
    def write(tx: Tx) -> None:
        if not mark(tx):
            raise Snooze(timedelta(0))  # The take was requested again in the meantime: start over.

    return write
