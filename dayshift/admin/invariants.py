"""All invariants of an installation, for `dayshift doctor`."""

from collections.abc import Collection

from dayshift import applications, interviews, onboarding, recordings, scheduling
from dayshift.admin.queries import BACKUP_LATE, backup_runs, backups_late
from dayshift.core import tasks
from dayshift.core.db import Database, Tx
from dayshift.core.db.invariants import invariants as database_invariants
from dayshift.core.invariants import Broken, Invariant
from dayshift.services import Services
from dayshift.tables import newest


def all_invariants(services: Services, kinds: Collection[str], *, deep: bool = False) -> list[Invariant]:
    """The invariants of every package. `kinds` are the known kinds of tasks; `deep` also reads every recording."""
    db, storage = services.db, services.storage
    return [
        *database_invariants(db, newest()),
        *tasks.invariants(db, kinds),
        *recordings.invariants(db, storage, deep=deep),
        *interviews.invariants(db),
        *scheduling.invariants(db),
        *onboarding.invariants(db),
        *applications.invariants(db),
        *_of_backups(db),
    ]


def _of_backups(db: Database) -> list[Invariant]:
    """Return the invariants of backups, for installations that make any."""

    async def failing() -> list[Broken]:
        return await db.read(_find_failing)

    return [
        Invariant("backups.last", f"the last backup is complete and not older than {BACKUP_LATE.days} days", failing)
    ]


def _find_failing(tx: Tx) -> list[Broken]:
    runs = backup_runs(tx)
    if runs and runs[0].outcome != "complete":
        last = runs[0]
        return [Broken(f"backup of {last.ended_at:%Y-%m-%d %H:%M} UTC", f"{last.outcome}: {last.problem}")]
    return [Broken("backups", "none was complete lately")] if backups_late(runs) else []
