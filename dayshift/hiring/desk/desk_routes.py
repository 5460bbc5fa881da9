"""HTTP: what waits for a member, the recordings of an application, and the record of who viewed what."""

from collections.abc import Callable
from datetime import date, datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from pydantic import Field, StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.schemas import Body, Reply, WholeNumber
from dayshift.dependencies import Db, ObjectStorage, ReaderLanguage
from dayshift.hiring.applications.access import ApplicationAccess, load_for_member
from dayshift.hiring.applications.history import View, views_of
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.applications.viewing import (
    Sending,
    Viewer,
    ViewKind,
    begin_view,
    extend_view,
    load_sent,
    start_review,
)
from dayshift.hiring.desk.news import JobLeft, News, NewsReason
from dayshift.hiring.desk.queue import Queue, QueueRow, queue_of
from dayshift.hiring.employers import MEMBER_ERRORS, Staff, find_member
from dayshift.interviews.recordings import MEDIA, RangeNotSatisfiable, Take, find_take, playable
from dayshift.interviews.room import answers_of
from dayshift.providers.storage import Storage

router = APIRouter(tags=["desk"])

ONE = "/api/desk/applications/{application_id}"
_MAX_SECONDS = 6 * 3600

Ahead = Annotated[bool, Header(alias="Load-Ahead")]
"""Whether the app loads something before the member opens it."""


class QueueRowReply(Reply):
    """One application that waits. `topics` and `quote` say what to listen for, never how good it is.

    `seconds`: length of the first recording, null if there is none. `seen` of `answers` were viewed by this member.
    """

    id: str
    name: str
    first_name: str
    title: str
    location: str | None
    stage: str
    version: int
    reply_by: datetime
    zone: str | None
    late: bool
    topics: list[str]
    quote: str | None
    first_answer: int | None
    seconds: float | None
    seen: int
    answers: int
    hired_for: str | None


class AcceptedReply(Reply):
    """The offer that was accepted, or not answered by its day."""

    start_on: date
    first_shift: str
    answer_by: date | None


class NewsReply(Reply):
    """One application and what came back. `name` is the first name alone once the candidate no longer shares.

    `at`: when it came. `words`: what the candidate wrote. `by`: the member who made the last move; `own`: this member
    did, or for another look, declined. `meetsAt`: the meeting that was agreed. `unanswered`: an offer after its day.

    `deletesAt`: when somebody who accepted deletes the account. `missed`: a member said that the candidate did not
    come, and can correct that, with `version`. `jobLeft`: whether others can still get the job.

    `wrote`: the latest unread message, where `reason` is something else that is owed.
    """

    id: str
    name: str
    first_name: str
    title: str
    job: str
    job_left: JobLeft
    location: str | None
    zone: str | None
    stage: str
    version: int
    missed: bool
    reason: NewsReason
    at: datetime
    reply_by: datetime | None
    late: bool
    words: str | None
    wrote: str | None
    by: str | None
    own: bool
    meets_at: datetime | None
    offer: AcceptedReply | None
    deletes_at: datetime | None
    hired_for: str | None


class FullJobReply(Reply):
    """A live job whose openings are all filled. `waiting`: how many other applications are open."""

    id: str
    title: str
    location: str | None
    waiting: int


class DeskQueueReply(Reply):
    """A page of what waits, nearest promise first. `minutes`: time to view all of the page's unseen answers.

    `news`, with the first page: what came back, most urgent first; some of it is also among the rows.
    `full`, with the first page: jobs to close, because all openings are filled.
    `waiting` and `late` count all of them. `people`: how many different people wait; null for very many.
    """

    rows: list[QueueRowReply]
    news: list[NewsReply]
    full: list[FullJobReply]
    waiting: int
    late: int
    people: int | None
    minutes: int
    next_key: str | None


class NewView(Body):
    """An answer, by its order, that the member begins to watch or read."""

    answer: Annotated[int, Field(ge=1, le=1000), WholeNumber]
    kind: ViewKind


class ViewProgress(Body):
    """How much was played until now, in seconds without repeated parts."""

    seconds: Annotated[float, Field(ge=0, le=_MAX_SECONDS)]


class ViewStarted(Reply):
    """A view that began, whether it counts already, and the application's stage and version after it."""

    id: str
    counts: bool
    stage: str
    version: int


class ViewGoesOn(Reply):
    """The view is recorded, and the answer may still be played. `counts`: the answer counts as viewed."""

    seconds: float
    counts: bool


@router.get("/api/desk/queue", responses=errors(*MEMBER_ERRORS))
async def read_queue(
    member: Staff,
    db: Db,
    language: ReaderLanguage,
    after: Annotated[str | None, StringConstraints(max_length=80), Query()] = None,
) -> DeskQueueReply:
    """What waits for the member's reply, nearest promise first and by nothing else, in pages."""
    at = now()
    try:
        queue: Queue = await db.read(queue_of, member, after, language, at)
    except ValueError:
        raise InvalidRequest(fields={"after": "Unknown page"}) from None
    return DeskQueueReply(
        rows=[_row(row, queue.hired.get(row.application.id), at) for row in queue.rows],
        news=[_news(one, queue.hired.get(one.application.id), at) for one in queue.news],
        full=[
            FullJobReply(id=one.posting.id, title=one.posting.title, location=one.location, waiting=one.waiting)
            for one in queue.full
        ],
        waiting=queue.waiting,
        late=queue.late,
        people=queue.people,
        minutes=-(-int(sum(row.left for row in queue.rows)) // 60),
        next_key=queue.next_key,
    )


@router.head(f"{ONE}/answers/{{order}}/media", include_in_schema=False)
@router.get(f"{ONE}/answers/{{order}}/media", responses=MEDIA | errors(*MEMBER_ERRORS, NotFound, RangeNotSatisfiable))
async def read_answer_media(  # noqa: PLR0913  (a request has these parts)
    application_id: str, order: int, member: Staff, request: Request, db: Db, storage: ObjectStorage,
    *, ahead: Ahead = False,
) -> Response:  # fmt: skip
    """The recording of an answer; supports a single byte range. Ends with the candidate's grant.

    With `Load-Ahead`, only a range from the first byte, cut to the first seconds: the answer does not count as opened.
    """

    def access(tx: Tx) -> tuple[ApplicationAccess, Viewer]:
        current = find_member(tx, member.id)
        if current is None:
            raise NotFound
        return load_for_member(tx, current, application_id, now()), Viewer(member.name, member)

    return await recording_for(access, order, request, db, storage, ahead=ahead)


@router.post(f"{ONE}/views", status_code=201, responses=errors(*MEMBER_ERRORS, NotFound))
async def start_view(application_id: str, body: NewView, member: Staff, db: Db) -> ViewStarted:
    """Record that the member begins to watch or read an answer. The first that counts as viewed starts the review."""

    def begin(tx: Tx) -> tuple[View, Application]:
        at = now()
        seen = load_for_member(tx, member, application_id, at, for_update=True)
        seen.require(video=body.kind == "video", words=body.kind == "words")
        if not has_answer(tx, seen, body.answer):
            raise NotFound
        view = begin_view(tx, seen.application, Viewer(member.name, member), body.answer, body.kind, at)
        return view, start_review(tx, seen.application, view, member, at)

    view, application = await db.write(begin)
    return ViewStarted(id=view.id, counts=view.counts, stage=application.stage, version=application.version)


@router.put(f"{ONE}/views/{{view_id}}", responses=errors(*MEMBER_ERRORS, NotFound))
async def continue_view(application_id: str, view_id: str, body: ViewProgress, member: Staff, db: Db) -> ViewGoesOn:
    """Record how much was played. 404 once the candidate has withdrawn: the player stops then."""

    def extend(tx: Tx) -> View:
        at = now()
        seen = load_for_member(tx, member, application_id, at)
        view = next((one for one in views_of(tx, application_id) if one.id == view_id), None)
        if view is None or view.member_id != member.id:
            raise NotFound
        seen.require(video=view.kind == "video", words=view.kind == "words")
        view = extend_view(tx, view, body.seconds, at)
        if view.counts and seen.application.stage == "submitted":
            locked = load_for_member(tx, member, application_id, at, for_update=True)
            start_review(tx, locked.application, view, member, at)
        return view

    view = await db.write(extend)
    return ViewGoesOn(seconds=view.seconds, counts=view.counts)


async def recording_for(
    access: Callable[[Tx], tuple[ApplicationAccess, Viewer]],
    order: int,
    request: Request,
    db: Database,
    storage: Storage,
    *,
    ahead: bool = False,
) -> Response:
    """Return the recording of an answer, or a part of it, and store what is sent of it.

    `access` raises an error if the viewer may not see the application. It is asked again while the recording is sent.
    `ahead`: it is loaded before the viewer opens it.
    """

    def watchable(tx: Tx) -> tuple[Take, Application, Viewer]:
        seen, viewer = access(tx)
        seen.require(video=True)
        take = take_of(tx, seen, order)
        if take is None:
            raise NotFound
        return take, seen.application, viewer

    def load(tx: Tx) -> tuple[Take, Sending]:
        take, application, viewer = watchable(tx)
        sending = Sending(db, application, viewer, order, watchable, ahead)
        load_sent(tx, sending)
        return take, sending

    take, sending = await db.read(load)
    reply = await playable(take, request, storage, sending, is_new=not sending.before, ahead=ahead)
    if reply.status_code == HTTPStatus.NOT_MODIFIED and not ahead:
        await sending.again()
    return reply


def take_of(tx: Tx, seen: ApplicationAccess, answer: int) -> Take | None:
    """The recording of an answer of the shared interview, by the answer's order."""
    interview_id = seen.application.interview_id
    if interview_id is None:
        return None
    given = next((one for one in answers_of(tx, [interview_id])[interview_id] if one.response_order == answer), None)
    return find_take(tx, interview_id, given.take_number) if given and given.take_number else None


def has_answer(tx: Tx, seen: ApplicationAccess, answer: int) -> bool:
    """Whether the shared interview has an answer with this order."""
    interview_id = seen.application.interview_id
    if interview_id is None:
        return False
    return any(one.response_order == answer for one in answers_of(tx, [interview_id])[interview_id])


def _news(news: News, hired_for: str | None, at: datetime) -> NewsReply:
    one, offer = news.application, news.offer
    return NewsReply(
        id=one.id,
        name=news.name,
        first_name=one.called,
        title=one.title,
        job=one.posting_id,
        job_left=news.job,
        location=news.location.name if news.location else None,
        zone=news.location.zone if news.location else None,
        stage=one.stage,
        version=one.version,
        missed=news.missed,
        reason=news.reason,
        at=news.at,
        reply_by=one.reply_by,
        late=one.is_late(at),
        words=news.words,
        wrote=news.wrote,
        by=news.by,
        own=news.own,
        meets_at=news.meets_at,
        offer=AcceptedReply(start_on=offer.start_on, first_shift=offer.first_shift, answer_by=offer.answer_by)
        if offer
        else None,
        deletes_at=news.deletes_at,
        hired_for=hired_for,
    )


def _row(row: QueueRow, hired_for: str | None, at: datetime) -> QueueRowReply:
    one = row.application
    assert one.reply_by is not None  # noqa: S101  (the query asks for it)
    return QueueRowReply(
        id=one.id,
        name=row.name,
        first_name=row.first_name,
        title=one.title,
        location=row.location.name if row.location else None,
        stage=one.stage,
        version=one.version,
        reply_by=one.reply_by,
        zone=row.location.zone if row.location else None,
        late=one.is_late(at),
        topics=list(row.topics),
        quote=row.quote,
        first_answer=row.first_answer,
        seconds=row.seconds,
        seen=row.seen,
        answers=row.answers,
        hired_for=hired_for,
    )
