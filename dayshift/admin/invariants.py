"""All invariants of an installation, for `dayshift doctor`."""

from datetime import timedelta
from pathlib import Path

from dayshift import privacy, scheduling
from dayshift.admin.backup import backups_before
from dayshift.admin.queries import BACKUP_LATE, backup_problem, backup_runs
from dayshift.core import audit, tasks
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.db.invariants import invariants as database_invariants
from dayshift.core.invariants import Invariant, Violation
from dayshift.hiring import applications
from dayshift.interviews import recordings, reviews, room
from dayshift.matching import onboarding
from dayshift.providers.storage import Storage
from dayshift.tables import newest

_LAST = f"the last backup is complete and not older than {BACKUP_LATE.days} days, or the installation is younger"

ONE_BACKUP = timedelta(days=1)
"""Backups are removed by the next one that is made."""


def all_invariants(db: Database, storage: Storage, *, deep: bool = False) -> list[Invariant]:
    """The invariants of every package; `deep` also reads every recording."""
    return [
        *database_invariants(db, newest()),
        *tasks.invariants(db),
        *recordings.invariants(db, storage, deep=deep),
        *room.invariants(db),
        *reviews.invariants(db),
        *scheduling.invariants(db),
        *onboarding.invariants(db),
        *applications.invariants(db),
        *privacy.invariants(db),
        *audit.invariants(db),
        *_of_backups(db),
    ]


def _of_backups(db: Database) -> list[Invariant]:
    """Return the invariants of backups."""

    async def failing() -> list[Violation]:
        return await db.read(_find_failing)

    async def holding_erased() -> list[Violation]:
        return await db.read(_find_holding_erased)

    return [
        Invariant("backups.last", _LAST, failing),
        Invariant("backups.erased", "no backup holds a person who was erased long ago", holding_erased),
    ]


def _find_failing(tx: Tx) -> list[Violation]:
    problem = backup_problem(tx)
    return [Violation(*problem)] if problem else []


def _find_holding_erased(tx: Tx) -> list[Violation]:
    """Backups that this machine can see; those that were copied elsewhere are the operator's."""
    last = privacy.last_erased_before(tx, now() - privacy.BACKUPS_GONE - ONE_BACKUP)
    folders = {Path(run.folder).parent for run in backup_runs(tx) if run.folder}
    if last is None:
        return []
    return [
        Violation(
            f"backup {folder.name}", f"was made before the erasure of {last:%Y-%m-%d}: dayshift backup removes it"
        )
        for backups in folders
        for folder in backups_before(backups, last)
    ]
