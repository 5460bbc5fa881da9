"""Appoint and dismiss operators, and record backups, in an open transaction."""

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import bindparam, delete, select

from dayshift.accounts import find_user_by_email, operators
from dayshift.admin.models import backups
from dayshift.admin.queries import missing_for_operator
from dayshift.core import tasks
from dayshift.core.audit import operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id

Outcome = Literal["complete", "incomplete", "failed"]

_appoint = insert(operators)
_appoint = _appoint.on_conflict_do_update(
    index_elements=[operators.c.user_id], set_={"appointed_at": _appoint.excluded.appointed_at}
)
_record = insert(backups)
_forget = delete(backups).where(
    backups.c.id.not_in(select(backups.c.id).order_by(backups.c.ended_at.desc()).limit(bindparam("kept")))
)
_dismiss = delete(operators).where(operators.c.user_id == bindparam("user"))


def appoint(tx: Tx, user_id: str) -> None:
    """Make the person an operator; again: the passkeys that they have now are theirs."""
    tx.execute(_appoint, {"user_id": user_id, "appointed_at": now()})


def dismiss_operator(tx: Tx, user_id: str) -> bool:
    """Dismiss the operator; return whether they were one."""
    return bool(tx.execute(_dismiss, {"user": user_id}).rowcount)


class NotProtected(Exception):
    """An account cannot be an operator's: it lacks what `missing` names."""

    def __init__(self, missing: Sequence[str]) -> None:
        super().__init__(" and ".join(missing))
        self.missing = missing


def appoint_by_email(tx: Tx, email: str, *, dismiss: bool = False) -> bool:
    """Appoint or dismiss the user with this address as operator; return whether an operator was dismissed.

    Raises `NotFound`, and `NotProtected` for an account without a verified address or a passkey.
    """
    user = find_user_by_email(tx, email)
    if user is None:
        raise NotFound
    if not dismiss and (missing := missing_for_operator(tx, user)):
        raise NotProtected(missing)
    record(
        tx, "operator.changed", operator_or_system(),
        subject="person", subject_id=user.id, details={"operator": not dismiss},
    )  # fmt: skip
    if dismiss:
        return dismiss_operator(tx, user.id)
    appoint(tx, user.id)
    return False


def retry_tasks(tx: Tx, ids: Sequence[str], operator_id: str | None = None) -> int:
    """Run dead tasks again; return how many. `operator_id` is a digest, None for an operator at the command line."""
    retried = tasks.revive(tx, ids)
    if retried:
        record(tx, "task.retried", "operator", operator_id, details={"tasks": retried})
    return retried


def drop_tasks(tx: Tx, ids: Sequence[str], operator_id: str | None = None) -> int:
    """Delete dead tasks; return how many. `operator_id` as for `retry_tasks`."""
    dropped = tasks.drop(tx, ids)
    if dropped:
        record(tx, "task.dropped", "operator", operator_id, details={"tasks": dropped})
    return dropped


RUNS_KEPT = 20


def record_backup(
    tx: Tx,
    outcome: Outcome,
    *,
    folder: str | None = None,
    objects: int = 0,
    size: int = 0,
    problem: str | None = None,
) -> None:
    """Record a backup's outcome; only the last few are kept."""
    values = {"folder": folder, "objects": objects, "bytes": size, "problem": problem}
    tx.execute(_record, {"id": new_id(), "ended_at": now(), "outcome": outcome, **values})
    tx.execute(_forget, {"kept": RUNS_KEPT})


def forget_backups(tx: Tx) -> None:
    """Delete the backup records: a restored installation has made no backups yet."""
    tx.execute(delete(backups))
