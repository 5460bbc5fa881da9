"""Background work of interviews: score, transcribe, and close missed appointments."""

from datetime import timedelta

from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, keep
from dayshift.interviews.answers import TRANSCRIBE, transcribe_handler
from dayshift.interviews.appointments import close_missed
from dayshift.interviews.consent import Helpers
from dayshift.interviews.events import SCORE
from dayshift.interviews.scores import score_handler
from dayshift.providers.storage import Storage

CLOSE_MISSED = "interviews.close_missed"
CLOSE_EVERY = timedelta(minutes=5)
CLOSE_AT_ONCE = 100


def schedule(tx: Tx) -> None:
    """Schedule the recurring task that closes missed appointments."""
    keep(tx, CLOSE_MISSED, {}, key=CLOSE_MISSED)


def handlers(db: Database, storage: Storage, helpers: Helpers) -> dict[str, Handler]:
    """The task handlers of interviews, by kind."""

    async def close(_task: Task) -> None:
        closed = await db.write(close_missed, CLOSE_AT_ONCE)
        raise Snooze(timedelta(0) if closed == CLOSE_AT_ONCE else CLOSE_EVERY)

    return {
        SCORE: score_handler(db, helpers),
        TRANSCRIBE: transcribe_handler(db, storage, helpers),
        CLOSE_MISSED: close,
    }
