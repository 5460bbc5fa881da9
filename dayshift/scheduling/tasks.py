"""Background work: old quarters and lapsed holds are deleted."""

from datetime import timedelta

from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, keep
from dayshift.scheduling.actions import forget_past_quarters

TIDY = "scheduling.tidy"
TIDY_EVERY = timedelta(days=1)


def schedule(tx: Tx) -> None:
    """Start the daily clean-up, once."""
    keep(tx, TIDY, {}, key=TIDY)


def handlers(db: Database) -> dict[str, Handler]:
    """The task kinds of this room."""

    async def tidy(_task: Task) -> None:
        await db.write(forget_past_quarters)
        raise Snooze(TIDY_EVERY)

    return {TIDY: tidy}
