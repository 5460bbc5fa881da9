"""Invariants of takes: no lost work, all bytes stored, a playable file."""

import asyncio
import hashlib
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import PurePosixPath

from sqlalchemy import String, bindparam, cast, func, literal, select, tuple_

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Invariant, Violation
from dayshift.core.tasks import open_keys
from dayshift.interviews.recordings.actions import FINALISE
from dayshift.interviews.recordings.chunks import CHUNKS_KEPT, expected_chunks, measured_bytes, stored_chunks
from dayshift.interviews.recordings.models import account_bytes, recordings, take_bytes, takes
from dayshift.interviews.recordings.queries import Take, load_recording_ids, settled_bytes
from dayshift.interviews.recordings.retention import DELETE
from dayshift.interviews.recordings.tasks import RECOUNT_AFTER
from dayshift.providers.media import MediaCrashed, Unplayable, run_media
from dayshift.providers.storage import ObjectMissing, Storage

PAGE = 200
"""Takes that one read loads."""
PIECE = 1024 * 1024
AT_ONCE = 16
"""Takes that are checked at the same time: each waits for the storage."""
DEEP_AT_ONCE = 2
"""The same if their files are read completely: each decodes in a process of its own."""

_key = literal(f"{FINALISE}:") + takes.c.recording_id + literal(":") + cast(takes.c.number, String)
_orphans = select(takes.c.recording_id, takes.c.number).where(takes.c.state == "waiting", _key.not_in(open_keys))
_endless = select(recordings.c.id).where((literal(f"{DELETE}:") + recordings.c.id).not_in(open_keys))
_total = func.coalesce(func.sum(take_bytes.c.chunks + take_bytes.c.media), 0)
_sums = (
    select(account_bytes.c.user_id, account_bytes.c.bytes, _total.label("total"))
    .outerjoin(recordings, recordings.c.user_id == account_bytes.c.user_id)
    .outerjoin(take_bytes, take_bytes.c.recording_id == recordings.c.id)
    .group_by(account_bytes.c.user_id, account_bytes.c.bytes)
    .having(account_bytes.c.bytes != _total)
)
_place = tuple_(takes.c.recording_id, takes.c.number)
_page = (
    select(*takes.c)
    .where(takes.c.media_key.is_not(None), _place > tuple_(bindparam("recording"), bindparam("number")))
    .order_by(takes.c.recording_id, takes.c.number)
    .limit(PAGE)
)


def invariants(db: Database, storage: Storage, *, deep: bool = False) -> list[Invariant]:
    """Return the invariants of takes. `deep` reads every file completely, which is slow."""

    async def forgotten() -> list[Violation]:
        return await db.read(_find_forgotten)

    async def chunks() -> list[Violation]:
        return await _check_all(db, lambda take: _lost_chunks(storage, take), AT_ONCE)

    async def media() -> list[Violation]:
        return await _check_all(db, lambda take: _damage(storage, take, deep=deep), DEEP_AT_ONCE if deep else AT_ONCE)

    async def counted() -> list[Violation]:
        return await _find_miscounted(db, storage)

    async def endless() -> list[Violation]:
        return await db.read(_find_endless)

    return [
        Invariant("recordings.retention", "every recording has a task that will delete it in time", endless),
        Invariant("recordings.work", "every take that waits has a task that will finish it", forgotten),
        Invariant("recordings.bytes", "the counters of recordings and accounts are what is stored", counted),
        Invariant("recordings.chunks", "a finished take has all its chunks until they expire", chunks),
        Invariant("recordings.media", "every finished take has its whole file" + ", which plays" * deep, media),
    ]


async def _check_all(
    db: Database, check: Callable[[Take], Awaitable[list[Violation]]], at_once: int
) -> list[Violation]:
    """Check every playable take, a page at a time and `at_once` of it at the same time."""
    found: list[Violation] = []
    gate = asyncio.Semaphore(at_once)

    async def one(take: Take) -> list[Violation]:
        async with gate:
            return await check(take)

    async for page in _pages(db):
        for broken in await asyncio.gather(*map(one, page)):
            found += broken
    return found


async def _pages(db: Database) -> AsyncIterator[list[Take]]:
    """Yield every take that has a file, page by page."""
    last: tuple[str, int] = ("", 0)
    while page := await db.read(_load_page, last):
        yield page
        last = (page[-1].recording_id, page[-1].number)


async def _find_miscounted(db: Database, storage: Storage) -> list[Violation]:
    found, after = await db.read(_find_wrong_sums), ""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(recording_id: str) -> list[Violation]:
        async with gate:
            counted = await db.read(settled_bytes, recording_id, now() - RECOUNT_AFTER)
            stored = await measured_bytes(storage, recording_id) if counted is not None else counted
        if counted is None or stored is None or counted == stored:
            return []
        numbers = [sum(take.chunks + take.media for take in each.values()) for each in (counted, stored)]
        return [Violation(recording_id, f"counts {numbers[0]} bytes, of which {numbers[1]} are stored")]

    while page := await db.read(load_recording_ids, after):
        for broken in await asyncio.gather(*map(one, page)):
            found += broken
        after = page[-1]
    return found


def _find_wrong_sums(tx: Tx) -> list[Violation]:
    return [
        Violation(row.user_id, f"counts {row.bytes} bytes, its recordings {int(row.total)}")
        for row in tx.execute(_sums)
    ]


def _find_forgotten(tx: Tx) -> list[Violation]:
    return [
        Violation(f"{row.recording_id}/{row.number}", "waits, and no task will end that")
        for row in tx.execute(_orphans)
    ]


def _find_endless(tx: Tx) -> list[Violation]:
    return [Violation(recording, "would be kept for ever") for recording in tx.execute(_endless).scalars()]


def _load_page(tx: Tx, after: tuple[str, int]) -> list[Take]:
    return [Take(*row) for row in tx.execute(_page, {"recording": after[0], "number": after[1]})]


async def _lost_chunks(storage: Storage, take: Take) -> list[Violation]:
    if take.state != "ready":  # Requested again: its chunks may still be in flight.
        return []
    stored = await stored_chunks(storage, take.recording_id, take.number)
    if not stored and now() - take.updated_at > CHUNKS_KEPT:
        return []
    lost = [chunk for chunk in expected_chunks(take.manifest) if chunk not in stored]
    return [Violation(_name(take), f"lost {len(lost)} of its chunks")] if lost else []


async def _damage(storage: Storage, take: Take, *, deep: bool) -> list[Violation]:
    key, size = take.media_key or "", take.size_bytes or 0
    try:
        found = await storage.size(key)
        if found != size:
            return [Violation(_name(take), f"has a file of {found} bytes instead of {size}")]
        why = await _unreadable(storage, key, size) if deep else None
    except ObjectMissing:
        why = "has lost its file"
    return [Violation(_name(take), why)] if why else []


async def _unreadable(storage: Storage, key: str, size: int) -> str | None:
    """Return why the file is damaged: its bytes differ from its name, or it does not decode."""
    digest = hashlib.sha256()
    with tempfile.NamedTemporaryFile(prefix="take-") as file:
        async for piece in storage.open_range(key, 0, size):
            digest.update(piece)
            await asyncio.to_thread(file.write, piece)
        file.flush()
        if not digest.hexdigest().startswith(PurePosixPath(key).stem):
            return "has a file whose bytes have changed"
        try:
            await run_media("read_through", source=file.name)
        except (Unplayable, MediaCrashed) as error:
            return f"has a file that does not play: {error}"
    return None


def _name(take: Take) -> str:
    return f"{take.recording_id}/{take.number}"
