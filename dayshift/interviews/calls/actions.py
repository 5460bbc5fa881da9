"""Changes to calls: participants join and leave, exchange messages, and the candidate may decline watchers."""

from typing import Any

from sqlalchemy import bindparam, delete, select, update

from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.ids import new_id
from dayshift.interviews.calls.models import calls, heard, signals, visits
from dayshift.interviews.calls.queries import watching

MOST_WATCHING = 12
"""Maximum open watch pages per interview."""
MOST_PER_WATCHER = 3
"""Maximum open pages per link: a reload may overlap with the previous page."""
MOST_WAITING = 200
"""Maximum messages per mailbox; a participant that does not read them is not connected."""

_insert_call = insert(calls)
_seen = _insert_call.on_conflict_do_update(
    index_elements=[calls.c.interview_id], set_={"seen_at": _insert_call.excluded.seen_at}
)
_decline = update(calls).where(calls.c.interview_id == bindparam("interview")).values(declined=True)
_close_call = delete(calls).where(calls.c.interview_id == bindparam("interview"), calls.c.declined.is_(False))
_end_all = (
    update(visits)
    .where(visits.c.interview_id == bindparam("interview"), visits.c.left_at.is_(None))
    .values(left_at=bindparam("at"))
)
_insert_visit = insert(visits)
_beat = update(visits).where(visits.c.id == bindparam("visit")).values(seen_at=bindparam("at"))
_leave = update(visits).where(visits.c.id == bindparam("visit")).values(left_at=bindparam("at"))
_insert_signal = insert(signals)
_mail = select(signals.c.id, signals.c.body).where(signals.c.mailbox == bindparam("mailbox")).order_by(signals.c.id)
_count = select(signals.c.id).where(signals.c.mailbox == bindparam("mailbox")).limit(MOST_WAITING)
_drop = delete(signals).where(signals.c.id.in_(bindparam("ids", expanding=True)))
_drop_all = delete(signals).where(signals.c.interview_id == bindparam("interview"))
_insert_event = insert(heard).on_conflict_do_nothing(index_elements=[heard.c.id]).returning(heard.c.id)


def be_there(tx: Tx, interview_id: str) -> None:
    """Record that the candidate's page is connected."""
    tx.execute(_seen, {"interview_id": interview_id, "seen_at": now(), "declined": False})


def decline(tx: Tx, interview_id: str) -> None:
    """Decline watchers for the rest of this interview; current ones are disconnected."""
    be_there(tx, interview_id)
    tx.execute(_decline, {"interview": interview_id})
    tx.execute(_end_all, {"interview": interview_id, "at": now()})


def close_call(tx: Tx, interview_id: str) -> None:
    """End the call: remove its participants and undelivered messages."""
    tx.execute(_end_all, {"interview": interview_id, "at": now()})
    tx.execute(_drop_all, {"interview": interview_id})
    tx.execute(_close_call, {"interview": interview_id})


def join(tx: Tx, interview_id: str, watcher: str, role: str) -> str | None:
    """Add a watcher; return the visit's id, which is also their mailbox.

    Returns None if this watcher, or the interview, has the maximum number of open pages.
    """
    hold_lock(tx, f"watch {interview_id}")
    there = watching(tx, interview_id)
    if len(there) >= MOST_WATCHING or sum(visit.watcher == watcher for visit in there) >= MOST_PER_WATCHER:
        return None
    visit, at = new_id(), now()
    values = {"id": visit, "interview_id": interview_id, "watcher": watcher, "role": role}
    tx.execute(_insert_visit, {**values, "joined_at": at, "seen_at": at})
    return visit


def keep_watching(tx: Tx, visit_id: str) -> None:
    """Record that the watcher is still connected."""
    tx.execute(_beat, {"visit": visit_id, "at": now()})


def leave(tx: Tx, visit_id: str) -> None:
    """Record that the watcher has left."""
    tx.execute(_leave, {"visit": visit_id, "at": now()})


def post(tx: Tx, interview_id: str, mailbox: str, body: str) -> None:
    """Add a message to a mailbox; dropped if the mailbox is full."""
    if len(tx.execute(_count, {"mailbox": mailbox}).all()) < MOST_WAITING:
        letter = {"id": new_id(), "interview_id": interview_id, "mailbox": mailbox, "body": body, "sent_at": now()}
        tx.execute(_insert_signal, letter)


def collect(tx: Tx, mailbox: str) -> list[str]:
    """Remove and return the messages of a mailbox, oldest first."""
    found: list[Any] = list(tx.execute(_mail, {"mailbox": mailbox}))
    if found:
        tx.execute(_drop, {"ids": [row.id for row in found]})
    return [row.body for row in found]


def record_event(tx: Tx, event_id: str, kind: str) -> bool:
    """Record an event of the video provider; return whether it is new."""
    return tx.execute(_insert_event, {"id": event_id, "kind": kind, "heard_at": now()}).first() is not None
