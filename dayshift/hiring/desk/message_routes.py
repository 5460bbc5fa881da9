"""HTTP: members read and write messages about applications."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Reply
from dayshift.dependencies import Db, IdempotencyKey, Limiter
from dayshift.hiring.applications import decisions
from dayshift.hiring.applications.access import load_for_member
from dayshift.hiring.applications.candidate import location_of
from dayshift.hiring.applications.errors import StageConflict
from dayshift.hiring.applications.fair_words import unfair_words
from dayshift.hiring.applications.history import StoredMessage, messages_of
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.applications.schemas import FindingReply, MessageReply, NewMessage
from dayshift.hiring.applications.serializers import message_reply
from dayshift.hiring.applications.stages import Stage
from dayshift.hiring.applications.warnings import WarningToken, warning_token
from dayshift.hiring.desk.news import put_away
from dayshift.hiring.desk.threads import Thread, count_unread, threads_of
from dayshift.hiring.employers import ROLE_ERRORS, Hiring, KeyReused, find_employer

router = APIRouter(tags=["desk"])

ONE = "/api/desk/applications/{application_id}/messages"

WRITE = Rule("write to a candidate", 120, 3600)
"""Per member."""

CHECK = Rule("check wording", 2000, 3600)
"""Per member."""


class ThreadReply(Reply):
    """The messages about one application: the last one, and how many of the candidate's no member has read."""

    id: str
    first_name: str
    title: str
    location: str | None
    stage: Stage
    last: MessageReply
    unread: int


class ThreadsReply(Reply):
    """A page of threads, last written first. `unread`: how many threads have unread messages, on all pages."""

    threads: list[ThreadReply]
    unread: int
    next_key: str | None


class UnreadReply(Reply):
    """How many threads have unread messages."""

    threads: int


class WordingCheck(NewMessage):
    """A text to check; `application`: whose candidate it is for, if it is a message."""

    application: Annotated[str, StringConstraints(max_length=36)] | None = None


class WordingReply(Reply):
    """What was found in a text. `warning` goes with the message, if the member was shown it and sends all the same."""

    findings: list[FindingReply]
    warning: str | None


class MessagesReply(Reply):
    """The messages about an application, oldest first. `writable`: the member can still write.

    `zone`: in which the reply date is counted.
    """

    id: str
    first_name: str
    title: str
    location: str | None
    stage: Stage
    version: int
    writable: bool
    reply_by: datetime | None
    zone: str
    messages: list[MessageReply]


@router.get("/api/desk/threads", responses=errors(*ROLE_ERRORS))
async def list_threads(
    member: Hiring, db: Db, after: Annotated[str | None, StringConstraints(max_length=80), Query()] = None
) -> ThreadsReply:
    """The applications with messages, last written first, in pages."""

    def load(tx: Tx) -> tuple[tuple[list[Thread], str | None], int]:
        return threads_of(tx, member, after), count_unread(tx, member)

    try:
        (threads, next_key), unread = await db.read(load)
    except ValueError:
        raise InvalidRequest(fields={"after": "Unknown page"}) from None
    return ThreadsReply(threads=[_thread(one) for one in threads], unread=unread, next_key=next_key)


@router.get("/api/desk/threads/unread", responses=errors(*ROLE_ERRORS))
async def read_unread(member: Hiring, db: Db) -> UnreadReply:
    """How many applications have messages that no member has read."""
    return UnreadReply(threads=await db.read(count_unread, member))


@router.get(ONE, responses=errors(*ROLE_ERRORS, NotFound))
async def read_messages(application_id: str, member: Hiring, db: Db) -> MessagesReply:
    """The messages about an application. Reading does not mark them as read."""
    at = now()

    def load(tx: Tx) -> MessagesReply:
        application = load_for_member(tx, member, application_id, at).application
        return _messages(tx, application, messages_of(tx, application_id))

    return await db.read(load)


@router.post("/api/desk/wording", responses=errors(*ROLE_ERRORS, RateLimited))
async def check_wording(body: WordingCheck, member: Hiring, db: Db, limits: Limiter) -> WordingReply:
    """Words in a text that refer to a protected trait. Stores nothing."""
    await limits.count(CHECK, member.id)
    found, warning = unfair_words(body.text), None
    if found and body.application:
        warning = await db.read(warning_token, member, body.application, {"text": body.text}, found)
    return WordingReply(findings=[FindingReply.model_validate(one) for one in found], warning=warning)


@router.post(ONE, status_code=201, responses=errors(*ROLE_ERRORS, NotFound, StageConflict, RateLimited, KeyReused))
async def write_message(  # noqa: PLR0913  (a request has these parts)
    application_id: str, body: NewMessage, member: Hiring, db: Db, limits: Limiter, key: IdempotencyKey,
    *, warning: WarningToken = "",
) -> MessagesReply:  # fmt: skip
    """Write to the candidate, while the application is open and after a hire."""
    await limits.count(WRITE, member.id)

    def work(tx: Tx) -> MessagesReply:
        at = now()
        application = load_for_member(tx, member, application_id, at, for_update=True).application
        decisions.write_as_member(tx, application, member, body.text, at, key=key, warning=warning)
        return _messages(tx, application, messages_of(tx, application_id))

    return await db.write(work)


@router.put(f"{ONE}/read", responses=errors(*ROLE_ERRORS, NotFound))
async def mark_messages_read(application_id: str, member: Hiring, db: Db) -> MessagesReply:
    """Mark what came back from the candidate as read, for all members: messages, and that they ended it."""

    def work(tx: Tx) -> MessagesReply:
        at = now()
        application = load_for_member(tx, member, application_id, at).application
        decisions.mark_read(tx, application_id, "candidate", at)
        put_away(tx, application_id)
        return _messages(tx, application, messages_of(tx, application_id))

    return await db.write(work)


def _thread(thread: Thread) -> ThreadReply:
    application = thread.application
    return ThreadReply(
        id=application.id,
        first_name=application.called,
        title=application.title,
        location=thread.location,
        stage=application.stage,
        last=message_reply(thread.last),
        unread=thread.unread,
    )


def _messages(tx: Tx, application: Application, found: list[StoredMessage]) -> MessagesReply:
    location = location_of(tx, application)
    return MessagesReply(
        id=application.id,
        first_name=application.called,
        title=application.title,
        location=location.name if location else None,
        stage=application.stage,
        version=application.version,
        writable=decisions.is_writable(tx, application),
        reply_by=application.reply_by,
        zone=location.zone if location else find_employer(tx, application.employer_id).zone,
        messages=[message_reply(one) for one in found],
    )
