"""What must hold of backups, for `dayshift doctor`."""

from dayshift.admin.queries import BACKUP_LATE, backup_runs, backups_late
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Broken, Invariant


def invariants(db: Database) -> list[Invariant]:
    """What must hold of the backups of an installation that makes any."""

    async def troubled() -> list[Broken]:
        return await db.read(_find_troubled)

    return [
        Invariant("backups.last", f"the last backup is complete and not older than {BACKUP_LATE.days} days", troubled)
    ]


def _find_troubled(tx: Tx) -> list[Broken]:
    runs = backup_runs(tx)
    if runs and runs[0].outcome != "complete":
        last = runs[0]
        return [Broken(f"backup of {last.ended_at:%Y-%m-%d %H:%M} UTC", f"{last.outcome}: {last.problem}")]
    return [Broken("backups", "none was complete lately")] if backups_late(runs) else []
