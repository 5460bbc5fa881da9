"""Load recordings and takes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.interviews.recordings.byte_counts import TakeBytes, bytes_of
from dayshift.interviews.recordings.chunks import Manifest
from dayshift.interviews.recordings.models import media_work, recordings, takes

TakeState = Literal["waiting", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class Take:
    """One recorded answer. Existing media stays playable while the take is finalised again."""

    recording_id: str
    number: int
    manifest: Manifest
    state: TakeState
    reason: str | None
    media_key: str | None
    media_type: str | None
    duration_seconds: float | None
    size_bytes: int | None
    created_at: datetime
    updated_at: datetime

    @property
    def url(self) -> str | None:
        """Return the URL that plays the take; None if nothing is playable yet."""
        return f"/api/recordings/{self.recording_id}/takes/{self.number}/media" if self.media_key else None


@dataclass(frozen=True, slots=True)
class OwnTake:
    """A take of the user's own recording. `take` is its row, once the take was completed."""

    user_id: str
    recording_id: str
    number: int
    take: Take | None


_own = (
    select(*takes.c)
    .select_from(
        recordings.outerjoin(takes, (takes.c.recording_id == recordings.c.id) & (takes.c.number == bindparam("number")))
    )
    .where(recordings.c.id == bindparam("id"), recordings.c.user_id == bindparam("user"))
)
_of_user = select(recordings.c.id).where(recordings.c.user_id == bindparam("user"))
_takes = select(*takes.c).where(takes.c.recording_id == bindparam("id")).order_by(takes.c.number)
_takes_of_all = (
    select(*takes.c)
    .where(takes.c.recording_id.in_(bindparam("ids", expanding=True)))
    .order_by(takes.c.recording_id, takes.c.number)
)
_take = select(*takes.c).where(takes.c.recording_id == bindparam("id"), takes.c.number == bindparam("number"))

_numbers = select(takes.c.recording_id, takes.c.number).where(
    takes.c.recording_id.in_(bindparam("ids", expanding=True))
)

_work = (
    select(media_work.c.cpu_seconds, media_work.c.heard_seconds)
    .join(recordings, recordings.c.user_id == media_work.c.user_id)
    .where(recordings.c.id == bindparam("recording"), media_work.c.day == bindparam("day"))
)

_existing = select(recordings.c.id).where(recordings.c.id.in_(bindparam("ids", expanding=True)))
_owner = select(recordings.c.user_id).where(recordings.c.id == bindparam("recording"))
_created_at = select(recordings.c.created_at).where(recordings.c.id == bindparam("recording"))
_ids = select(recordings.c.id).where(recordings.c.id > bindparam("after")).order_by(recordings.c.id).limit(1000)


def find_own_take(tx: Tx, user_id: str, recording_id: str, number: int) -> OwnTake:
    """Return a take of this user's recording. Raises `NotFound` unless the recording exists and is theirs."""
    row = tx.execute(_own, {"id": recording_id, "user": user_id, "number": number}).first()
    if row is None:
        raise NotFound
    return OwnTake(user_id, recording_id, number, Take(*row) if row[0] else None)


def find_take(tx: Tx, recording_id: str, number: int) -> Take | None:
    """Return a take of any user."""
    row = tx.execute(_take, {"id": recording_id, "number": number}).first()
    return Take(*row) if row else None


def takes_of(tx: Tx, recording_id: str) -> list[Take]:
    """Return the takes of a recording, by number; none for an unknown recording."""
    return [Take(*row) for row in tx.execute(_takes, {"id": recording_id})]


def takes_by_recording(tx: Tx, recording_ids: Sequence[str]) -> dict[str, list[Take]]:
    """Return the takes of several recordings, by number, in one statement."""
    found: dict[str, list[Take]] = defaultdict(list)
    for row in tx.execute(_takes_of_all, {"ids": list(recording_ids)}):
        take = Take(*row)
        found[take.recording_id].append(take)
    return found


def settled_bytes(tx: Tx, recording_id: str, before: datetime) -> dict[int, TakeBytes] | None:
    """Return what a recording was charged; None if it is younger than `before`, or gone."""
    created_at = tx.execute(_created_at, {"recording": recording_id}).scalar()
    return bytes_of(tx, recording_id) if created_at is not None and created_at < before else None


def media_seconds(tx: Tx, recording_id: str, day: str) -> float:
    """Return the processor time of media work on this day for the account of a recording."""
    row = tx.execute(_work, {"recording": recording_id, "day": day}).first()
    return row.cpu_seconds if row else 0.0


def heard_seconds(tx: Tx, recording_id: str, day: str) -> float:
    """Return the seconds of sound that were transcribed on this day for the account of a recording."""
    row = tx.execute(_work, {"recording": recording_id, "day": day}).first()
    return row.heard_seconds if row else 0.0


def take_numbers(tx: Tx, recording_ids: Sequence[str]) -> set[tuple[str, int]]:
    """Return the existing takes of these recordings: (recording, number)."""
    return {(row.recording_id, row.number) for row in tx.execute(_numbers, {"ids": list(recording_ids)})}


def recording_ids_of(tx: Tx, user_id: str) -> list[str]:
    """Return the ids of all recordings of a user."""
    return list(tx.execute(_of_user, {"user": user_id}).scalars())


def owner_of(tx: Tx, recording_id: str) -> str | None:
    """Return the id of the user whose recording it is; None for an unknown one."""
    owner: str | None = tx.execute(_owner, {"recording": recording_id}).scalar()
    return owner


def existing_recordings(tx: Tx, ids: Sequence[str]) -> set[str]:
    """Return which of these recordings still exist."""
    return set(tx.execute(_existing, {"ids": list(ids)}).scalars())


def load_recording_ids(tx: Tx, after: str) -> list[str]:
    """Return the next recordings by id, at most 1,000; none at the end."""
    return list(tx.execute(_ids, {"after": after}).scalars())
