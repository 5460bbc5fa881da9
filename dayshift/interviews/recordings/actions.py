"""Open and close recordings, and settle takes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, case, select, update

from dayshift.core import tasks
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.interviews.recordings.byte_counts import add_media, lock_account
from dayshift.interviews.recordings.chunks import Manifest
from dayshift.interviews.recordings.models import media_work, recordings, takes
from dayshift.interviews.recordings.queries import Take, find_take
from dayshift.interviews.recordings.retention import FIRST_LOOK, schedule_deletion

FINALISE = "recordings.finalise"
"""The task that turns a take's chunks into a playable file."""

EXPIRE = "recordings.expire_chunks"
"""The task that deletes the chunks of a take whose playable file has been verified."""

_insert_recording = insert(recordings)
_open = _insert_recording.on_conflict_do_update(
    index_elements=[recordings.c.id],
    set_={"state": "open"},
    where=recordings.c.user_id == _insert_recording.excluded.user_id,
).returning(recordings.c.id)
_close = update(recordings).where(recordings.c.id == bindparam("recording")).values(state="closed")
_owner = select(recordings.c.user_id).where(recordings.c.id == bindparam("recording"))
_exists = select(recordings.c.id).where(recordings.c.id == bindparam("recording"))

_insert_take = insert(takes)
_ask = _insert_take.on_conflict_do_update(
    index_elements=[takes.c.recording_id, takes.c.number],
    set_={
        "manifest": _insert_take.excluded.manifest,
        "state": "waiting",
        "reason": None,
        "updated_at": _insert_take.excluded.updated_at,
    },
).returning(*takes.c)
# A take that was requested again in the meantime has another timestamp and is not changed.
_unchanged = (
    (takes.c.recording_id == bindparam("recording"))
    & (takes.c.number == bindparam("take"))
    & (takes.c.updated_at == bindparam("seen"))
)
_ready = (
    update(takes)
    .where(_unchanged)
    .values(
        state="ready",
        reason=None,
        media_key=bindparam("key"),
        media_type=bindparam("type"),
        duration_seconds=bindparam("seconds"),
        size_bytes=bindparam("bytes"),
        updated_at=bindparam("at"),
    )
)
_partial = (
    update(takes)
    .where(_unchanged)
    .values(
        media_key=bindparam("key"),
        media_type=bindparam("type"),
        duration_seconds=bindparam("seconds"),
        size_bytes=bindparam("bytes"),
    )
)
_unsalvageable = update(takes).where(_unchanged).values(reason="unplayable")
_resume = (
    update(takes)
    .where(
        takes.c.recording_id == bindparam("recording"),
        takes.c.number == bindparam("take"),
        takes.c.state != "ready",
    )
    .values(state="waiting", reason=None, updated_at=bindparam("at"))
)
_failed = update(takes).where(_unchanged).values(state="failed", reason=bindparam("why"), updated_at=bindparam("at"))


_insert_work = insert(media_work)
_charge = _insert_work.on_conflict_do_update(
    index_elements=[media_work.c.user_id],
    set_={
        "day": _insert_work.excluded.day,
        **{
            name: _insert_work.excluded[name]
            + case((media_work.c.day == _insert_work.excluded.day, media_work.c[name]), else_=0.0)
            for name in ("cpu_seconds", "heard_seconds")
        },
    },
)


@dataclass(frozen=True, slots=True)
class Media:
    """A playable file in the storage: its MIME type, length in seconds and size in bytes."""

    key: str
    type: str
    seconds: float
    size: int


def open_recording(tx: Tx, recording_id: str, user_id: str) -> None:
    """Accept chunks of this interview. Idempotent; reopens a closed recording.

    Raises `NotFound` if the recording belongs to another person.
    """
    values = {"id": recording_id, "user_id": user_id, "state": "open", "created_at": now()}
    # The task first, in the order of the worker, to avoid a deadlock.
    schedule_deletion(tx, recording_id, now() + FIRST_LOOK)
    if tx.execute(_open, values).first() is None:
        raise NotFound


def close_recording(tx: Tx, recording_id: str) -> None:
    """The recorder has stopped. Chunks that are still in flight are accepted."""
    tx.execute(_close, {"recording": recording_id})


def request_finalise(tx: Tx, recording_id: str, number: int, manifest: Manifest) -> Take:
    """Request that a take is made playable from the chunks that `manifest` names.

    A repeated request changes nothing for a settled take, and for a waiting one it starts the work now. With another
    manifest the take is made again. Raises `NotFound` without a recording.
    """
    if tx.execute(_exists, {"recording": recording_id}).first() is None:
        raise NotFound
    manifest = sorted(manifest, key=lambda part: part["segment"])
    take = find_take(tx, recording_id, number)
    is_same = take is not None and take.manifest == manifest
    if take and is_same and take.state != "waiting":
        return take
    # The task first, in the order of the worker, to avoid a deadlock.
    payload = {"recording": recording_id, "take": number}
    tasks.enqueue(tx, FINALISE, payload, key=f"{FINALISE}:{recording_id}:{number}")
    if take and is_same:
        return take
    return Take(*tx.execute(_ask, _waiting(recording_id, number, manifest)).one())


def resume_finalise(tx: Tx, recording_id: str, number: int, *, new_chunk: bool) -> None:
    """Start the work of a waiting take now, as one of its chunks has arrived; with a new chunk, of a failed one, too.

    The manifest stays as it is: a newer one may have been stored while the chunk arrived.
    """
    take = find_take(tx, recording_id, number)
    if take is None or take.state == "ready" or (take.state == "failed" and not new_chunk):
        return
    payload = {"recording": recording_id, "take": number}
    tasks.enqueue(tx, FINALISE, payload, key=f"{FINALISE}:{recording_id}:{number}")
    if new_chunk:
        tx.execute(_resume, {"recording": recording_id, "take": number, "at": now()})


def mark_ready(tx: Tx, take: Take, media: Media, chunks_until: datetime) -> bool:
    """Mark a take as playable and keep its chunks until `chunks_until`.

    False if it was requested again since `take` was read.
    """
    lock_account(tx, take.recording_id)
    is_unchanged = tx.execute(_ready, {**_as_seen(take), "at": now(), **_of(media)}).rowcount == 1
    if is_unchanged:
        payload = {"recording": take.recording_id, "take": take.number, "media": media.key}
        key = f"{EXPIRE}:{take.recording_id}:{take.number}"
        tasks.enqueue(tx, EXPIRE, payload, key=key, due_at=chunks_until)
        _count_media(tx, take, media)
    return is_unchanged


def mark_partial(tx: Tx, take: Take, media: Media) -> None:
    """Mark a waiting take as playable with gaps, unless it was requested again since `take` was read."""
    lock_account(tx, take.recording_id)
    if tx.execute(_partial, {**_as_seen(take), **_of(media)}).rowcount == 1:
        _count_media(tx, take, media)


def _count_media(tx: Tx, take: Take, media: Media) -> None:
    if media.key != take.media_key:  # The file before stays until the recording is deleted.
        add_media(tx, take.recording_id, take.number, media.size)


def mark_unplayable(tx: Tx, take: Take) -> None:
    """Mark a waiting take as not playable until more chunks arrive, unless it was requested again."""
    tx.execute(_unsalvageable, _as_seen(take))


def charge_media_work(
    tx: Tx, recording_id: str, day: str, cpu_seconds: float = 0.0, *, heard_seconds: float = 0.0
) -> None:
    """Charge processor time and transcribed sound to the account of a recording, if it still exists."""
    user_id = tx.execute(_owner, {"recording": recording_id}).scalar()
    if user_id is not None:
        row = {"user_id": user_id, "day": day, "cpu_seconds": cpu_seconds, "heard_seconds": heard_seconds}
        tx.execute(_charge, row)


def _of(media: Media) -> dict[str, Any]:
    return {"key": media.key, "type": media.type, "seconds": media.seconds, "bytes": media.size}


def mark_failed(tx: Tx, take: Take, reason: str) -> bool:
    """Mark a take as failed; False as in `mark_ready`."""
    return tx.execute(_failed, {**_as_seen(take), "at": now(), "why": reason}).rowcount == 1


def _as_seen(take: Take) -> dict[str, Any]:
    return {"recording": take.recording_id, "take": take.number, "seen": take.updated_at}


def _waiting(recording_id: str, number: int, manifest: Manifest) -> dict[str, Any]:
    at = now()
    return {
        "recording_id": recording_id,
        "number": number,
        "manifest": manifest,
        "state": "waiting",
        "created_at": at,
        "updated_at": at,
    }
