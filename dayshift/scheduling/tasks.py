"""Background tasks: delete past quarter hours and expired holds."""

from datetime import timedelta

from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, ensure_scheduled
from dayshift.scheduling.actions import forget_past_quarters

TIDY = "scheduling.tidy"
TIDY_EVERY = timedelta(days=1)


def schedule(tx: Tx) -> None:
    """Schedule the daily cleanup, once."""
    ensure_scheduled(tx, TIDY, {}, key=TIDY)


def handlers(db: Database) -> dict[str, Handler]:
    """Return the package's task handlers."""

    async def tidy(_task: Task) -> None:
        await db.write(forget_past_quarters)
        raise Snooze(TIDY_EVERY)

    return {TIDY: tidy}
