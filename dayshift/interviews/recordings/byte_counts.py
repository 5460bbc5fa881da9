"""What recordings take up: a counter for each take and one for each account, changed with what they count.

The chunks of a take are charged before they are read, and given back if they are not stored. Its playable files are
charged when they are entered. The row of the account is locked first, so that changes follow one another.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, case, delete, func, select, update

from dayshift.core.db import Tx, insert
from dayshift.interviews.recordings.models import account_bytes, recordings, take_bytes

Scope = Literal["take", "recording", "account"]


@dataclass(frozen=True, slots=True)
class TakeBytes:
    """Charged bytes of a take: of its chunks, and of its playable files."""

    chunks: int
    media: int


class OverQuota(Exception):
    """A chunk exceeds a limit by `excess` bytes."""

    def __init__(self, scope: Scope, excess: int) -> None:
        super().__init__(scope)
        self.scope: Scope = scope
        self.excess = excess


_insert_account = insert(account_bytes)
_charge_account = _insert_account.on_conflict_do_update(
    index_elements=[account_bytes.c.user_id],
    set_={"bytes": account_bytes.c.bytes + _insert_account.excluded.bytes},
).returning(account_bytes.c.bytes)
_insert_take = insert(take_bytes)
_charge_take = _insert_take.on_conflict_do_update(
    index_elements=[take_bytes.c.recording_id, take_bytes.c.take],
    set_={
        "chunks": take_bytes.c.chunks + _insert_take.excluded.chunks,
        "media": take_bytes.c.media + _insert_take.excluded.media,
    },
).returning(take_bytes.c.chunks)
_of_recording = take_bytes.c.recording_id == bindparam("recording")
_larger = case((take_bytes.c.chunks > take_bytes.c.media, take_bytes.c.chunks), else_=take_bytes.c.media)
_recording_total = select(func.coalesce(func.sum(_larger), 0)).where(_of_recording)
_takes = select(take_bytes.c.take, take_bytes.c.chunks, take_bytes.c.media).where(
    _of_recording, (take_bytes.c.chunks != 0) | (take_bytes.c.media != 0)
)
_owner = select(recordings.c.user_id).where(recordings.c.id == bindparam("recording"))
_reduce_take = (
    update(take_bytes)
    .where(_of_recording, take_bytes.c.take == bindparam("number"))
    .values(chunks=take_bytes.c.chunks - bindparam("less"))
)
_delete = delete(recordings).where(recordings.c.id == bindparam("recording"))


def reserve_chunk(tx: Tx, user_id: str, recording_id: str, take: int, size: int, limits: Mapping[Scope, int]) -> None:
    """Charge `size` bytes for a chunk. Raises `OverQuota` if that exceeds one of the limits, in bytes.

    A recording is measured by its takes, each by its chunks or its playable file, whichever is larger: after a while
    the chunks go, and the file stays.
    """
    account = _charge(tx, user_id, size)
    row = {"recording_id": recording_id, "take": take, "chunks": size, "media": 0}
    totals: dict[Scope, int] = {
        "take": tx.execute(_charge_take, row).scalar_one(),
        "recording": int(tx.execute(_recording_total, {"recording": recording_id}).scalar_one()),
        "account": account,
    }
    for scope, total in totals.items():
        if total > limits[scope]:
            raise OverQuota(scope, total - limits[scope])


def release_chunks(tx: Tx, recording_id: str, take: int, size: int) -> None:
    """Give back `size` bytes of chunks; nothing for a recording that was deleted, which has given back everything."""
    if user_id := lock_account(tx, recording_id):
        tx.execute(_reduce_take, {"recording": recording_id, "number": take, "less": size})
        _charge(tx, user_id, -size)


def add_media(tx: Tx, recording_id: str, take: int, size: int) -> None:
    """Charge a playable file."""
    if user_id := lock_account(tx, recording_id):
        _charge(tx, user_id, size)
        tx.execute(_charge_take, {"recording_id": recording_id, "take": take, "chunks": 0, "media": size})


def drop_recording(tx: Tx, recording_id: str) -> None:
    """Delete the row of a recording, and give back all that it was charged."""
    if user_id := lock_account(tx, recording_id):
        _charge(tx, user_id, -sum(one.chunks + one.media for one in bytes_of(tx, recording_id).values()))
    tx.execute(_delete, {"recording": recording_id})


def bytes_of(tx: Tx, recording_id: str) -> dict[int, TakeBytes]:
    """Return what each take of a recording was charged, those without anything left out."""
    rows = tx.execute(_takes, {"recording": recording_id})
    return {row.take: TakeBytes(row.chunks, row.media) for row in rows}


def correct(tx: Tx, recording_id: str, before: Mapping[int, TakeBytes], stored: Mapping[int, TakeBytes]) -> bool:
    """Replace the counters of a recording by what is stored, unless they have changed since they were `before`."""
    user_id = lock_account(tx, recording_id)
    if user_id is None or bytes_of(tx, recording_id) != before:
        return False
    change = Counter[int]()
    for take in before.keys() | stored.keys():
        old, new = before.get(take, TakeBytes(0, 0)), stored.get(take, TakeBytes(0, 0))
        chunks, media = new.chunks - old.chunks, new.media - old.media
        if chunks or media:
            change[take] = chunks + media
            tx.execute(_charge_take, {"recording_id": recording_id, "take": take, "chunks": chunks, "media": media})
    if change:
        _charge(tx, user_id, sum(change.values()))
    return bool(change)


def lock_account(tx: Tx, recording_id: str) -> str | None:
    """Lock the counter of the account that a recording belongs to; return the account, None without a recording."""
    user_id: str | None = tx.execute(_owner, {"recording": recording_id}).scalar()
    if user_id is not None:
        _charge(tx, user_id, 0)
    return user_id


def _charge(tx: Tx, user_id: str, size: int) -> int:
    return int(tx.execute(_charge_account, {"user_id": user_id, "bytes": size}).scalar_one())
