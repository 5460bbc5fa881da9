"""Background work of interviews: score, transcribe, close missed appointments, and forget old use of the model."""

from datetime import timedelta

from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, ensure_scheduled
from dayshift.interviews.room import transcripts
from dayshift.interviews.room.appointments import close_missed
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.events import SCORE
from dayshift.interviews.room.language_model import forget_spending
from dayshift.interviews.room.scores import score_handler
from dayshift.interviews.room.sound_check import CHECK, check_handler
from dayshift.providers.storage import Storage

CLOSE_MISSED = "interviews.close_missed"
CLOSE_EVERY = timedelta(minutes=5)
CLOSE_AT_ONCE = 100

FORGET_SPENDING = "interviews.forget_spending"
FORGET_EVERY = timedelta(hours=1)


def schedule(tx: Tx) -> None:
    """Schedule the recurring tasks."""
    ensure_scheduled(tx, CLOSE_MISSED, {}, key=CLOSE_MISSED)
    ensure_scheduled(tx, FORGET_SPENDING, {}, key=FORGET_SPENDING)


def handlers(db: Database, storage: Storage, helpers: AiServices) -> dict[str, Handler]:
    """The task handlers of interviews, by kind."""

    async def close(_task: Task) -> None:
        closed = await db.write(close_missed, CLOSE_AT_ONCE)
        raise Snooze(timedelta(0) if closed == CLOSE_AT_ONCE else CLOSE_EVERY)

    async def forget(_task: Task) -> None:
        await db.write(forget_spending)
        raise Snooze(FORGET_EVERY)

    return {
        FORGET_SPENDING: forget,
        SCORE: score_handler(db, helpers),
        **transcripts.handlers(db, storage, helpers),
        CHECK: check_handler(db, helpers),
        CLOSE_MISSED: close,
    }
