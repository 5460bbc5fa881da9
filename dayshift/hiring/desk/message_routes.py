"""HTTP: members read and write messages about applications."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from pydantic import StringConstraints

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Reply
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.applications import decisions
from dayshift.hiring.applications.access import load_for_member
from dayshift.hiring.applications.errors import StageConflict
from dayshift.hiring.applications.fair_words import traits_for_audit, unfair_words
from dayshift.hiring.applications.history import StoredMessage, messages_of
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.applications.schemas import FindingReply, Key, MessageReply, NewMessage
from dayshift.hiring.applications.serializers import message_reply
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.desk.threads import Thread, count_unread, threads_of
from dayshift.hiring.employers import Hiring, KeyReused, RoleRequired, SecondFactorRequired, StaffSignInRequired

router = APIRouter(tags=["desk"])

STAFF = (StaffSignInRequired, SecondFactorRequired, RoleRequired)
ONE = "/api/desk/applications/{application_id}/messages"

WRITE = Rule("write to a candidate", 120, 3600)
"""Per member."""

CHECK = Rule("check wording", 2000, 3600)
"""Per member."""

IdempotencyKey = Annotated[Key, Header(alias="Idempotency-Key")]


class ThreadReply(Reply):
    """The messages about one application: the last one, and how many of the candidate's no member has read."""

    id: str
    first_name: str
    title: str
    stage: str
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


class WordingReply(Reply):
    """What was found in a text."""

    findings: list[FindingReply]


class MessagesReply(Reply):
    """The messages about an application, oldest first. `writable`: the member can still write."""

    id: str
    first_name: str
    title: str
    stage: str
    version: int
    writable: bool
    messages: list[MessageReply]


@router.get("/api/desk/threads", responses=errors(*STAFF))
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


@router.get("/api/desk/threads/unread", responses=errors(*STAFF))
async def read_unread(member: Hiring, db: Db) -> UnreadReply:
    """How many applications have messages that no member has read."""
    return UnreadReply(threads=await db.read(count_unread, member))


@router.get(ONE, responses=errors(*STAFF, NotFound))
async def read_messages(application_id: str, member: Hiring, db: Db) -> MessagesReply:
    """The messages about an application. Reading does not mark them as read."""
    at = now()

    def load(tx: Tx) -> MessagesReply:
        application = load_for_member(tx, member, application_id, at).application
        return _messages(application, messages_of(tx, application_id))

    return await db.read(load)


@router.post("/api/desk/wording", responses=errors(*STAFF, RateLimited))
async def check_wording(body: NewMessage, member: Hiring, limits: Limiter) -> WordingReply:
    """Words in a text that refer to a protected trait. Stores nothing."""
    await limits.count(CHECK, member.id)
    return WordingReply(findings=[FindingReply.model_validate(one) for one in unfair_words(body.text)])


@router.post(ONE, status_code=201, responses=errors(*STAFF, NotFound, StageConflict, RateLimited, KeyReused))
async def write_message(
    application_id: str, body: NewMessage, member: Hiring, db: Db, limits: Limiter, key: IdempotencyKey
) -> MessagesReply:
    """Write to the candidate, while the application is open and after a hire."""
    await limits.count(WRITE, member.id)

    def work(tx: Tx) -> MessagesReply:
        at = now()
        application = load_for_member(tx, member, application_id, at, for_update=True).application
        by = MoveContext("member", at, member, key)
        if decisions.message_by_key(tx, application, by, body.text) is None:
            if not _writable(application):
                raise StageConflict(stage=application.stage, version=application.version)
            decisions.write_message(tx, application, by, body.text)
            record(
                tx, "message.sent", "member", member.id, subject="application", subject_id=application_id,
                employer_id=member.employer_id, details=traits_for_audit(unfair_words(body.text)) or None,
            )  # fmt: skip
        return _messages(application, messages_of(tx, application_id))

    return await db.write(work)


@router.put(f"{ONE}/read", responses=errors(*STAFF, NotFound))
async def mark_messages_read(application_id: str, member: Hiring, db: Db) -> MessagesReply:
    """Mark the candidate's messages as read, for all members."""

    def work(tx: Tx) -> MessagesReply:
        at = now()
        application = load_for_member(tx, member, application_id, at).application
        decisions.mark_read(tx, application_id, "candidate", at)
        return _messages(application, messages_of(tx, application_id))

    return await db.write(work)


def _writable(application: Application) -> bool:
    return application.stage in OPEN or application.stage == "hired"


def _thread(thread: Thread) -> ThreadReply:
    application = thread.application
    return ThreadReply(
        id=application.id,
        first_name=application.first_name,
        title=application.title,
        stage=application.stage,
        last=message_reply(thread.last),
        unread=thread.unread,
    )


def _messages(application: Application, found: list[StoredMessage]) -> MessagesReply:
    return MessagesReply(
        id=application.id,
        first_name=application.first_name,
        title=application.title,
        stage=application.stage,
        version=application.version,
        writable=_writable(application),
        messages=[message_reply(one) for one in found],
    )
