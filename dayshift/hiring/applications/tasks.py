"""Background work: send decisions once they cannot be undone any more, and watch the promises to reply."""

import structlog

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import AppError
from dayshift.core.events import publish
from dayshift.core.tasks import MAX_ATTEMPTS, Handler, Task, Write
from dayshift.hiring.applications import corrections, dropped, orders, removals
from dayshift.hiring.applications.actions import SEND_PENDING, drop_pending
from dayshift.hiring.applications.decisions import send
from dayshift.hiring.applications.events import ReplyDue, ReplyMissed
from dayshift.hiring.applications.history import PendingMove, pending_of
from dayshift.hiring.applications.moves import MISS_REPLY, REMIND_REPLY, miss_reply, postpone_reply
from dayshift.hiring.applications.queries import Application, any_application
from dayshift.hiring.applications.reply_clock import is_clock_stopped
from dayshift.hiring.applications.unsent import UnsentReason, keep_unsent, may_decide, reason_of
from dayshift.hiring.employers import find_member, members_of

log = structlog.get_logger()


def handlers() -> dict[str, Handler]:
    """The task handlers of applications."""
    return {
        SEND_PENDING: _send_pending,
        REMIND_REPLY: _remind_reply,
        MISS_REPLY: _miss_reply,
        orders.FINISH_ORDER: orders.finish_order,
        orders.EXPIRE_ORDER: orders.expire_order,
        corrections.NOTE_CORRECTION: corrections.note_correction,
        dropped.NOTE_REMOVED: dropped.note_removed,
        dropped.CLOSE_DROPPED: dropped.close_dropped,
        removals.REMOVE_JOB: removals.remove_job,
    }


async def _send_pending(task: Task) -> Write:
    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"], for_update=True)
        pending = pending_of(tx, task.payload["application_id"])
        if application is None or pending is None or pending.id != task.payload["pending_id"]:
            return  # Undone, or the application has ended.
        drop_pending(tx, pending)
        if reason := _try_to_send(tx, application, pending, last=task.attempts >= MAX_ATTEMPTS):
            log.warning("decision not sent", application=application.id, reason=reason)
            keep_unsent(tx, [(pending, application, reason)], now())

    return write


def _try_to_send(tx: Tx, application: Application, pending: PendingMove, *, last: bool) -> UnsentReason | None:
    """Send a decision, or return why it cannot be sent. The `last` attempt fails for good, for whatever reason."""
    member = find_member(tx, pending.member_id)
    if member is None or not may_decide(tx, member, application):
        return "no_access"
    try:
        with tx.begin_nested():
            send(tx, application, member, pending.move, now(), key=pending.key)
    except AppError as error:  # The candidate acted first, or the times are over.
        return reason_of(error, application)
    except Exception:
        if not last:
            raise
        log.exception("decision given up", application=application.id)
        return "failed"
    return None


async def _remind_reply(task: Task) -> Write:
    def write(tx: Tx) -> None:
        application = _owed(tx, task)
        if application and not application.is_late(now()) and not _is_stopped(tx, application):
            publish(tx, ReplyDue(application.id))

    return write


async def _miss_reply(task: Task) -> Write:
    def write(tx: Tx) -> None:
        application = _owed(tx, task)
        if application is None or not application.is_late(now()):
            return
        if _is_stopped(tx, application):
            postpone_reply(tx, application, now())
        else:
            miss_reply(tx, application, now())
            publish(tx, ReplyMissed(application.id))

    return write


def _is_stopped(tx: Tx, application: Application) -> bool:
    return is_clock_stopped(members_of(tx, application.employer_id), application)


def _owed(tx: Tx, task: Task) -> Application | None:
    """The application, locked, if the employer still owes a reply."""
    application = any_application(tx, task.payload["application_id"], for_update=True)
    return application if application and application.turn == "employer" and application.reply_by else None
