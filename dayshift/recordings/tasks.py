"""Work done later: make a take playable once its chunks are here."""

import asyncio
import hashlib
import tempfile
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import structlog

from dayshift.kit.clock import now
from dayshift.kit.db import Database, Tx
from dayshift.kit.tasks import Handler, Snooze, Task, Write
from dayshift.providers.storage import Storage
from dayshift.recordings.access import Take, find_take
from dayshift.recordings.actions import EXPIRE, FINALISE, Media, mark_failed, mark_partial, mark_ready
from dayshift.recordings.chunks import (
    CHUNKS_KEPT,
    ChunkId,
    chunk_key,
    chunks_prefix,
    expected_chunks,
    media_key,
    stored_chunks,
)
from dayshift.recordings.errors import Unplayable
from dayshift.recordings.retention import DELETE, deleting

if TYPE_CHECKING:
    from dayshift.recordings.remux import Playable

log = structlog.get_logger()

RETENTION = timedelta(days=90)
SOONEST = timedelta(seconds=2)
LATEST = timedelta(minutes=15)
PATIENCE = timedelta(minutes=10)
"""After this long without its last chunks a take is made playable with gaps, for as long as it takes."""


def handlers(db: Database, storage: Storage, *, retention: timedelta = RETENTION) -> dict[str, Handler]:
    """The room's task handlers. Chunks are waited for until `retention` is over and their recording goes."""

    async def finalise(task: Task) -> Write | None:
        take = await db.read(find_take, task.payload["recording"], task.payload["take"])
        if take is None or take.state == "ready":
            return None
        arrived = await stored_chunks(storage, take.recording_id, take.number)
        expected = expected_chunks(take.manifest)
        if set(expected) <= arrived.keys():
            return await _finalise(storage, take, expected)
        waited = now() - take.updated_at
        if waited > PATIENCE and take.media_key is None:
            await _salvage(db, storage, take, [chunk for chunk in expected if chunk in arrived])
        # Soon at first, when the last chunk is in the air; then rarely, for a phone that is off.
        raise Snooze(min(max(waited / 2, SOONEST), LATEST))

    async def expire(task: Task) -> Write | None:
        take = await db.read(find_take, task.payload["recording"], task.payload["take"])
        # A take that was asked for anew has a task of its own.
        key: str = task.payload["media"]
        if take is not None and take.state == "ready" and take.media_key == key:
            await storage.size(key)  # Nothing goes while what was made of it is not there.
            await storage.delete_prefix(chunks_prefix(take.recording_id, take.number))
        return None

    return {FINALISE: finalise, EXPIRE: expire, DELETE: deleting(db, storage, retention)}


async def _finalise(storage: Storage, take: Take, chunks: list[ChunkId]) -> Write:
    try:
        media = await _make(storage, take, chunks)
    except Unplayable as error:
        log.warning("take unplayable", recording=take.recording_id, take=take.number, why=str(error))
        return _settle(partial(mark_failed, take=take, reason="unplayable"))
    return _settle(partial(mark_ready, take=take, media=media, chunks_until=now() + CHUNKS_KEPT))


async def _salvage(db: Database, storage: Storage, take: Take, chunks: list[ChunkId]) -> None:
    """Show what there is. The take goes on waiting for the rest, which makes it anew."""
    try:
        media = await _make(storage, take, chunks)
    except Unplayable:
        return
    await db.write(partial(mark_partial, take=take, media=media))


async def _make(storage: Storage, take: Take, chunks: list[ChunkId]) -> Media:
    """One playable file in the storage, made of these chunks. Raises `Unplayable`."""
    started = perf_counter()
    with tempfile.TemporaryDirectory(prefix="take-", ignore_cleanup_errors=True) as folder:
        sources = await _download(storage, take, chunks, Path(folder))
        target = Path(folder) / "playable"
        playable = await asyncio.to_thread(_join, sources, target)
        media = await asyncio.to_thread(_describe, take, playable, target)
        await storage.write_file(media.key, target)
    log.info(
        "take made",
        recording=take.recording_id,
        take=take.number,
        seconds=media.seconds,
        left_out=playable.left_out,
        took=round(perf_counter() - started, 3),
    )
    return media


async def _download(storage: Storage, take: Take, chunks: list[ChunkId], folder: Path) -> list[Path]:
    """One local file for each segment, made of its chunks."""
    sources: dict[int, Path] = {}
    for chunk in chunks:
        path = sources.setdefault(chunk.segment, folder / f"segment-{chunk.segment}")
        data = await storage.get(chunk_key(take.recording_id, take.number, chunk))
        await asyncio.to_thread(_append, path, data)
    return list(sources.values())


def _append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def _join(sources: list[Path], target: Path) -> "Playable":
    from dayshift.recordings.remux import remux  # noqa: PLC0415  (FFmpeg takes its time to load: with the first take.)

    return remux(sources, target)


def _describe(take: Take, playable: "Playable", path: Path) -> Media:
    # Named after its contents: a file made anew gets another name, so nobody sees two halves mixed.
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    name = f"{digest[:32]}.{playable.media_type.rsplit('/', 1)[1]}"
    key = media_key(take.recording_id, take.number, name)
    return Media(key, playable.media_type, playable.seconds, path.stat().st_size)


def _settle(mark: partial[bool]) -> Write:
    def write(tx: Tx) -> None:
        if not mark(tx):
            raise Snooze(timedelta(0))  # The take was asked for anew while we worked: begin again.

    return write
