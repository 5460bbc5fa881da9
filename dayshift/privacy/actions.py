"""Requests for erasure: made by a person, and undone within a week."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, delete, update

from dayshift.accounts import lock_user, release_held
from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.tasks import enqueue
from dayshift.hiring.applications import withdraw_all
from dayshift.notifications import ErasurePlanned, ErasureUndone
from dayshift.privacy import holds
from dayshift.privacy.holds import held_until
from dayshift.privacy.models import erasures
from dayshift.privacy.periods import CONFIRM_AFTER, UNDO
from dayshift.privacy.queries import Erasure, pending_erasure
from dayshift.privacy.queries import erasures as requests

ERASE = "privacy.erase"
CONFIRM = "privacy.confirm"

_undo = (
    delete(erasures)
    .where(erasures.c.user_id == bindparam("user"), erasures.c.erased_at.is_(None))
    .returning(erasures.c.id)
)
_erased = (
    update(erasures)
    .where(erasures.c.id == bindparam("erasure"))
    .values(user_id=None, erased_at=bindparam("at"), recordings=bindparam("left"))
)
_files_gone = update(erasures).where(erasures.c.id == bindparam("erasure")).values(files_gone_at=bindparam("at"))
_move = update(erasures).where(erasures.c.id == bindparam("erasure")).values(due_at=bindparam("to_due"))
_forget_recordings = update(erasures).where(erasures.c.id == bindparam("erasure")).values(recordings=None)


def request_erasure(tx: Tx, user_id: str, at: datetime) -> Erasure:
    """Plan to erase a person after `UNDO`. All their applications are withdrawn and nothing is shared from now on.

    Asking again changes nothing.
    """
    lock_user(tx, user_id, against="change")
    if known := pending_erasure(tx, user_id):
        return known
    planned = Erasure(new_id(), user_id, at, at + UNDO, None, None, None)
    tx.execute(insert(erasures), {name: getattr(planned, name) for name in Erasure.__slots__})
    withdraw_all(tx, user_id, at)
    record(tx, "erasure.requested", "candidate", user_id, subject="person", subject_id=user_id)
    enqueue(tx, ERASE, {"erasure_id": planned.id}, due_at=planned.due_at)
    _publish_day(tx, planned, held_until(tx, user_id, at))
    return planned


def _publish_day(tx: Tx, planned: Erasure, held: datetime | None, *, hold_ended: bool = False) -> None:
    """Mail the day on which a person is erased."""
    day = max(planned.due_at, held or planned.due_at)
    if planned.user_id:
        publish(tx, ErasurePlanned(planned.user_id, day.isoformat(), held=day > planned.due_at, hold_ended=hold_ended))


def add_hold(tx: Tx, hold: holds.Hold) -> None:
    """Freeze the data of a user, or of all applicants of an employer.

    People who asked to be erased and were told an earlier day are told the new one.
    """
    at = hold.made_at
    waiting = [(one, one.user_id) for one in requests(tx, unfinished=True) if one.user_id and not one.erased_at]
    before = {user_id: held_until(tx, user_id, at) for _, user_id in waiting}
    holds.add_hold(tx, hold)
    for planned, user_id in waiting:
        held = held_until(tx, user_id, at)
        if held and held > max(planned.due_at, before[user_id] or planned.due_at):
            _publish_day(tx, planned, held)


def end_hold(tx: Tx, hold_id: str, at: datetime, by: str) -> None:
    """End a legal hold early; `by` is who orders it. Raises `NotFound` for one that is unknown or has been ended.

    People who were told that they are erased on its last day are told the new one, and can still undo it for `UNDO`.
    """
    waiting = [(one, one.user_id) for one in requests(tx, unfinished=True) if one.user_id and not one.erased_at]
    before = {user_id: held_until(tx, user_id, at) for _, user_id in waiting}
    holds.end_hold(tx, hold_id, at, by)
    release_held(tx)
    for planned, user_id in waiting:
        told, held = before[user_id], held_until(tx, user_id, at)
        if told and told > planned.due_at and held != told:
            moved = replace(planned, due_at=max(planned.due_at, at + UNDO))
            tx.execute(_move, {"erasure": planned.id, "to_due": moved.due_at})
            _publish_day(tx, moved, held, hold_ended=True)


def undo_erasure(tx: Tx, user_id: str) -> None:
    """Take a request back. Raises `NotFound` if there is none that can be undone."""
    if tx.execute(_undo, {"user": user_id}).first() is None:
        raise NotFound
    record(tx, "erasure.undone", "candidate", user_id, subject="person", subject_id=user_id)
    publish(tx, ErasureUndone(user_id))


def record_erased(tx: Tx, erasure_id: str, recordings: list[str], at: datetime) -> None:
    """Record that the rows are gone, and enqueue the check that the files of `recordings` are, with late uploads."""
    tx.execute(_erased, {"erasure": erasure_id, "at": at, "left": recordings})
    enqueue(tx, CONFIRM, {"erasure_id": erasure_id}, due_at=at + CONFIRM_AFTER)


def forget_recordings(tx: Tx, erasure_id: str) -> None:
    """Drop the ids of the recordings, whose files are gone."""
    tx.execute(_forget_recordings, {"erasure": erasure_id})


def record_files_gone(tx: Tx, erasure_id: str, at: datetime) -> None:
    """Record that no file of the person is left."""
    tx.execute(_files_gone, {"erasure": erasure_id, "at": at})
