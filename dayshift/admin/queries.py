"""Load operators, and the outcomes of recent backups."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select

from dayshift.accounts import User, find_user, operators
from dayshift.admin.models import backups
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound

BACKUP_LATE = timedelta(days=3)
"""Age of the last complete backup at which backups count as late, if there are any."""


@dataclass(frozen=True, slots=True)
class BackupRun:
    """The outcome of a backup: `complete`, `incomplete` (some objects could not be read) or `failed`."""

    id: str
    ended_at: datetime
    outcome: str
    folder: str | None
    objects: int
    bytes: int
    problem: str | None


_runs = select(*[backups.c[name] for name in BackupRun.__slots__]).order_by(backups.c.ended_at.desc())
_one = select(operators.c.user_id).where(operators.c.user_id == bindparam("user"))
_all = select(operators.c.user_id).order_by(operators.c.appointed_at)


def require_operator(tx: Tx, user_id: str) -> None:
    """Raise `NotFound` unless the user is an operator: to others, the page does not exist."""
    if tx.execute(_one, {"user": user_id}).first() is None:
        raise NotFound


def operators_of(tx: Tx) -> list[User]:
    """Return all operators, in the order of their appointment."""
    return [user for id_ in tx.execute(_all).scalars() if (user := find_user(tx, id_))]


def backup_runs(tx: Tx) -> list[BackupRun]:
    """Return recent backups, newest first."""
    return [BackupRun(*row) for row in tx.execute(_runs)]


def backups_late(runs: list[BackupRun]) -> bool:
    """Whether there are backups and the last complete one is too old."""
    complete = [run.ended_at for run in runs if run.outcome == "complete"]
    return bool(runs) and max(complete, default=min(run.ended_at for run in runs)) < now() - BACKUP_LATE
