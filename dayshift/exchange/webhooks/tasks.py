"""Turns events into deliveries."""

from functools import partial

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.events import publish
from dayshift.core.outgoing import Outgoing
from dayshift.core.tasks import Handler, Task, Write
from dayshift.exchange.webhooks.actions import add_event, add_moves, data_of
from dayshift.exchange.webhooks.delivery import delivery_handlers
from dayshift.exchange.webhooks.events import ERASED, JOB_CLOSED, JOB_POSTED, LATE, MESSAGE, host_of
from dayshift.exchange.webhooks.queries import endpoints_of
from dayshift.hiring.applications import any_application, messages_of, moves_of
from dayshift.hiring.employers import find_member, find_posting
from dayshift.notifications import EndpointsStay

NOTE_MOVE = "exchange.webhooks.move"
NOTE_MESSAGE = "exchange.webhooks.message"
NOTE_LATE = "exchange.webhooks.late"
NOTE_ERASED = "exchange.webhooks.erased"
NOTE_JOB_POSTED = "exchange.webhooks.job_posted"
NOTE_JOB_CLOSED = "exchange.webhooks.job_closed"
NOTE_OWNERS = "exchange.webhooks.owners"


def handlers(db: Database, outgoing: Outgoing) -> dict[str, Handler]:
    """The task handlers of webhooks."""
    return {
        NOTE_MOVE: _note_move,
        NOTE_MESSAGE: _note_message,
        NOTE_LATE: _note_late,
        NOTE_ERASED: _note_erased,
        NOTE_JOB_POSTED: partial(_note_job, event=JOB_POSTED),
        NOTE_JOB_CLOSED: partial(_note_job, event=JOB_CLOSED),
        NOTE_OWNERS: _note_owners,
        **delivery_handlers(db, outgoing),
    }


async def _note_move(task: Task) -> Write:
    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        if application is not None:
            until = task.payload["number"]
            add_moves(tx, application, [one for one in moves_of(tx, application.id) if one.number <= until], now())

    return write


async def _note_message(task: Task) -> Write:
    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        if application is None:
            return
        for one in messages_of(tx, application.id):
            if one.id == task.payload["message_id"] and one.sender == "candidate":
                data = {**data_of(application), "message_id": one.id}
                add_event(tx, application.employer_id, MESSAGE, data, now(), application)

    return write


async def _note_late(task: Task) -> Write:
    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        if application is not None:
            add_event(tx, application.employer_id, LATE, data_of(application), now(), application)

    return write


async def _note_erased(task: Task) -> Write:
    def write(tx: Tx) -> None:
        data = {"application_id": task.payload["application_id"]}
        add_event(tx, task.payload["employer_id"], ERASED, data, now())

    return write


async def _note_owners(task: Task) -> Write:
    def write(tx: Tx) -> None:
        member = find_member(tx, task.payload["member_id"])
        found = endpoints_of(tx, member.employer_id) if member else []
        if hosts := sorted({host_of(one.url) for one in found if one.state == "enabled"}):
            publish(tx, EndpointsStay(task.payload["member_id"], ", ".join(hosts)))

    return write


async def _note_job(task: Task, event: str) -> Write:
    def write(tx: Tx) -> None:
        posting = find_posting(tx, task.payload["posting_id"])
        if posting is not None:
            data = {"posting_id": posting.id, "version": task.payload["version"]}
            data |= {"job_id": posting.job_id} if posting.job_id else {}
            add_event(tx, posting.employer_id, event, data, now())

    return write
