"""Load operators, and the outcomes of recent backups."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select

from dayshift.accounts import User, find_trust, find_user, first_account_at, has_passkey, operators
from dayshift.admin.models import backups
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, NotFound

BACKUP_LATE = timedelta(days=3)
"""Age of the last complete backup, or of an installation without one, at which backups count as late."""


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
_one = select(operators.c.appointed_at).where(operators.c.user_id == bindparam("user"))
_all = select(operators.c.user_id).order_by(operators.c.appointed_at)


class OperatorRests(AppError):
    """The account of an operator lacks what `fields` name, so its rights rest."""

    code = "operator_rests"
    status = 403
    message = "Your access to this page is paused."


_NEEDS = {
    "email": "Verify your email address",
    "passkey": "Add a passkey",
    "session": "Sign in with your passkey",
    "appointment": "Ask another operator to add you again",
}


def require_operator(tx: Tx, user: User, token: str) -> None:
    """Raise `NotFound` unless the user is an operator: to others, the page does not exist.

    Raises `OperatorRests` while the account lacks what `missing_for_operator` names, and in a session (`token`) that no
    passkey of the time of the appointment has opened: a password alone opens nothing, and adds no such passkey.
    """
    row = tx.execute(_one, {"user": user.id}).first()
    if row is None:
        raise NotFound
    missing = missing_for_operator(tx, user)
    if not missing:
        since = find_trust(tx, token)
        missing = ["session"] if since is None else ["appointment"] if since > row.appointed_at else []
    if missing:
        raise OperatorRests(fields={name: _NEEDS[name] for name in missing})


def missing_for_operator(tx: Tx, user: User) -> list[str]:
    """Return what an account lacks for an operator: a verified `email`, a `passkey`. An address is typed by anybody,
    and a password alone can be guessed or phished."""
    proved = {"email": bool(user.email and user.email_verified), "passkey": has_passkey(tx, user.id)}
    return [name for name, is_there in proved.items() if not is_there]


def operators_of(tx: Tx) -> list[User]:
    """Return all operators, in the order of their appointment."""
    return [user for id_ in tx.execute(_all).scalars() if (user := find_user(tx, id_))]


def count_paused_operators(tx: Tx) -> int:
    """Return how many operators lack a verified address or a passkey."""
    return sum(bool(missing_for_operator(tx, user)) for user in operators_of(tx))


def backup_runs(tx: Tx) -> list[BackupRun]:
    """Return recent backups, newest first."""
    return [BackupRun(*row) for row in tx.execute(_runs)]


def backups_late(tx: Tx, runs: list[BackupRun]) -> bool:
    """Whether the last complete backup is too old, or the installation if there is none."""
    complete = [run.ended_at for run in runs if run.outcome == "complete"]
    since = max(complete) if complete else first_account_at(tx)
    return since is not None and since < now() - BACKUP_LATE


def backup_problem(tx: Tx) -> tuple[str, str] | None:
    """Return what is wrong with the backups: which, and why."""
    runs = backup_runs(tx)
    if runs and runs[0].outcome != "complete":
        return f"backup of {runs[0].ended_at:%Y-%m-%d %H:%M} UTC", f"{runs[0].outcome}: {runs[0].problem}"
    if backups_late(tx, runs):
        return "backups", "none was complete lately" if runs else "none was ever made: dayshift backup FOLDER"
    return None
