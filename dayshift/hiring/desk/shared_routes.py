"""HTTP: a shared review link opens one application for one person: view and rate, no contact data, no decisions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import StringConstraints

from dayshift.accounts import ConfirmCode, Cookie, Hashing, InvalidCode, Throttle, check_code, spend_code
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import Busy, NotFound
from dayshift.core.events import publish
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule, client_of
from dayshift.core.schemas import Ok, Reply
from dayshift.dependencies import Db, Limiter, ObjectStorage
from dayshift.hiring.applications import ApplicationAccess
from dayshift.hiring.applications.candidate import location_of
from dayshift.hiring.applications.errors import ReviewCodeRequired
from dayshift.hiring.applications.events import ReviewCodeRequested
from dayshift.hiring.applications.history import View, views_of
from dayshift.hiring.applications.viewing import (
    Viewer,
    begin_view,
    extend_view,
    is_opened,
    log_opened,
)
from dayshift.hiring.desk.desk_routes import NewView, ViewGoesOn, ViewProgress, has_answer, recording_for
from dayshift.hiring.desk.links import LinkInBrowser, find_link, open_link, prove_browser
from dayshift.hiring.desk.person import (
    Asked,
    NewRating,
    RatedBy,
    is_unscored,
    new_levels,
    questions_for,
    rate,
    store_shown,
)
from dayshift.hiring.desk.person_routes import AskedReply, RatingGiven, asked_reply
from dayshift.interviews.recordings import MEDIA, RangeNotSatisfiable
from dayshift.interviews.room import Interview, any_interview

router = APIRouter(tags=["desk"])

SHARED = "/api/desk/shared/{key}"
OPEN = Rule("shared_review", 60, 60)
HOUR, DAY = 3600, 86_400
SEND_CODE = Rule("review code", 5, HOUR)
SEND_CODE_DAY = Rule("review code a day", 15, DAY, durable=True)
TRY_CODE = Rule("try review code", 25, DAY, durable=True)
"""Per link, from everywhere: 25 guesses at a million codes."""
_ERRORS = errors(NotFound, ReviewCodeRequired)

LinkKey = Annotated[str, StringConstraints(min_length=20, max_length=80), Path()]


@dataclass(frozen=True, slots=True)
class LinkCookie:
    """The cookie of a review link's recipient. Only requests of this link have it."""

    key: LinkKey
    request: Request
    response: Response

    @property
    def _cookie(self) -> Cookie:
        return Cookie("dayshift_review", path=SHARED.format(key=self.key))

    def held(self) -> LinkInBrowser:
        """Return the link, with the proof that this browser is its recipient's, if there is one."""
        return LinkInBrowser(self.key, self._cookie.read(self.request))

    def set(self, proof: str, until: datetime) -> None:
        """Keep the proof in this browser."""
        self._cookie.set(self.request, self.response, proof, int((until - now()).total_seconds()))


Here = Annotated[LinkCookie, Depends()]
"""Route parameter: a review link in this browser."""


def _held(here: Here) -> LinkInBrowser:
    return here.held()


Held = Annotated[LinkInBrowser, Depends(_held)]
"""Route parameter: the link, and the proof that this browser is its recipient's."""


class SharedReply(Reply):
    """One application for the person of a review link. Colleagues' ratings, contact data and history stay out."""

    reviewer: str
    shared_by: str
    expires_at: datetime
    first_name: str
    title: str
    location: str | None
    shows_video: bool
    shows_words: bool
    shows_score: bool
    score_declined: bool
    questions: list[AskedReply]


class SharedViewStarted(Reply):
    """A view that began, and whether it counts already."""

    id: str
    counts: bool


@router.get(SHARED, responses=errors(NotFound, ReviewCodeRequired, RateLimited))
async def read_shared(held: Held, request: Request, db: Db, limits: Limiter) -> SharedReply:
    """The application of a review link, as long as the link is open and the candidate shares it."""
    await limits.count(OPEN, client_of(request))
    loaded = await db.read(_load, held)
    if new_levels(loaded.asked) or not loaded.known:
        await db.write(_store_shown, loaded)
    return loaded.reply


@router.post(f"{SHARED}/code", responses=errors(NotFound, RateLimited))
async def request_review_code(key: LinkKey, tries: Throttle, db: Db) -> Ok:
    """Mail a code to the person the link is for, to open it in this browser."""
    link = await db.read(find_link, key, now())
    await tries.count_code((SEND_CODE, link.id), (SEND_CODE_DAY, link.id))
    await db.write(publish, ReviewCodeRequested(link.id))
    return Ok()


@router.post(f"{SHARED}/open", responses=errors(NotFound, InvalidCode, RateLimited, Busy))
async def open_shared(body: ConfirmCode, here: Here, tries: Throttle, db: Db, hashing: Hashing) -> Ok:
    """Open the link in this browser with the code from the mail, until the link ends."""
    link = await db.read(find_link, here.key, now())
    await tries.count_code((TRY_CODE, link.id))
    code = await check_code(db, hashing, "review", link.id, body.code)

    def write(tx: Tx) -> str:
        spend_code(tx, "review", link.id, code)
        return prove_browser(tx, here.key, now())

    here.set(await db.write(write), link.expires_at)
    return Ok()


@router.head(f"{SHARED}/answers/{{answer}}/media", include_in_schema=False)
@router.get(f"{SHARED}/answers/{{answer}}/media", responses=MEDIA | _ERRORS | errors(RangeNotSatisfiable))
async def read_shared_media(held: Held, answer: int, request: Request, db: Db, storage: ObjectStorage) -> Response:
    """The recording of an answer; supports a single byte range. Ends with the link and with the grant."""

    def access(tx: Tx) -> tuple[ApplicationAccess, Viewer]:
        link, _, seen = open_link(tx, held, now())
        return seen, Viewer(link.name, link_id=link.id)

    return await recording_for(access, answer, request, db, storage)


@router.post(f"{SHARED}/views", status_code=201, responses=_ERRORS)
async def start_shared_view(held: Held, body: NewView, db: Db) -> SharedViewStarted:
    """Record that the person begins to watch or read an answer. The candidate sees it; the stage stays."""

    def begin(tx: Tx) -> View:
        at = now()
        link, _, seen = open_link(tx, held, at, for_update=True)
        seen.require(video=body.kind == "video", words=body.kind == "words")
        if not has_answer(tx, seen, body.answer):
            raise NotFound
        viewer = Viewer(link.name, link_id=link.id)
        return begin_view(tx, seen.application, viewer, body.answer, body.kind, at)

    view = await db.write(begin)
    return SharedViewStarted(id=view.id, counts=view.counts)


@router.put(f"{SHARED}/views/{{view}}", responses=_ERRORS)
async def continue_shared_view(held: Held, view: str, body: ViewProgress, db: Db) -> ViewGoesOn:
    """Record how much was played. 404 once the link has ended or the candidate has withdrawn."""

    def extend(tx: Tx) -> View:
        at = now()
        link, _, seen = open_link(tx, held, at)
        found = next((one for one in views_of(tx, seen.application.id) if one.id == view), None)
        if found is None or found.link_id != link.id:
            raise NotFound
        seen.require(video=found.kind == "video", words=found.kind == "words")
        return extend_view(tx, found, body.seconds, at)

    viewed = await db.write(extend)
    return ViewGoesOn(seconds=viewed.seconds, counts=viewed.counts)


@router.put(f"{SHARED}/ratings/{{question:path}}", responses=_ERRORS)
async def rate_shared(held: Held, question: str, body: RatingGiven, db: Db) -> AskedReply:
    """Rate the answers to a question, or skip; the reply shows the AI's level."""

    def store(tx: Tx) -> SharedLink:
        at = now()
        link, _, seen = open_link(tx, held, at, for_update=True)
        by = RatedBy("link", link.id, link.name)
        rate(tx, seen, by, NewRating(question, body.level, body.comment, body.skip), at)
        loaded = _load(tx, held)
        _store_shown(tx, loaded)
        return loaded

    shared = (await db.write(store)).reply
    return next(one for one in shared.questions if one.id == question)


@dataclass(frozen=True, slots=True)
class SharedLink:
    """What a review link shows, and what it is made of."""

    reply: SharedReply
    link_id: str
    seen: ApplicationAccess
    interview: Interview | None
    asked: Sequence[Asked]
    viewer: Viewer
    known: bool
    """Whether the log has this visit already, or no texts are shown."""


def _store_shown(tx: Tx, loaded: SharedLink) -> None:
    if not loaded.known:
        log_opened(tx, loaded.seen.application, loaded.viewer, now())
    store_shown(tx, loaded.seen, loaded.link_id, loaded.interview, loaded.asked, now())


def _load(tx: Tx, held: LinkInBrowser) -> SharedLink:
    at = now()
    link, member, seen = open_link(tx, held, at)
    application = seen.application
    interview = any_interview(tx, application.interview_id) if application.interview_id else None
    asked = questions_for(tx, seen, interview, link.id, at)
    place = location_of(tx, application)
    reply = SharedReply(
        reviewer=link.name,
        shared_by=member.name,
        expires_at=link.expires_at,
        first_name=application.called,
        title=application.title,
        location=place.name if place else None,
        shows_video=seen.video,
        shows_words=seen.words,
        shows_score=seen.score,
        score_declined=is_unscored(interview),
        questions=[asked_reply(_without_colleagues(one), seen, SHARED.format(key=held.token)) for one in asked],
    )
    viewer = Viewer(link.name, link_id=link.id)
    known = not (asked and seen.words) or is_opened(tx, application, viewer, "words", at)
    return SharedLink(reply, link.id, seen, interview, asked, viewer, known)


def _without_colleagues(asked: Asked) -> Asked:
    return replace(asked, others=[], hidden=0)
