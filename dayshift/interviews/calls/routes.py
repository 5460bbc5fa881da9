"""HTTP: a coach's live interviews, the watch page, the candidate's veto, past watchers, and the provider's webhook."""

from urllib.parse import quote

import structlog
from fastapi import APIRouter, Request

from dayshift.accounts import SignedIn
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db, Limiter, ServerServices, Video
from dayshift.interviews.calls import actions, queries
from dayshift.interviews.calls.schemas import (
    JoinReply,
    Key,
    LiveInterview,
    LiveReply,
    VisitReply,
    VisitsReply,
    WatcherRole,
    WatchReply,
)
from dayshift.interviews.room import ai_services_of, find_interview
from dayshift.providers.video import Forged, Participant, VideoFailed, VideoProvider
from dayshift.scheduling import BadSignature, open_coach

log = structlog.get_logger()

JOINED = Rule("join live interviews", 30, 3600)

router = APIRouter(tags=["calls"])


class NotWatchable(AppError):
    """The interview is not live, its candidate does not want to be watched, or the video provider does not answer."""

    code = "not_watchable"
    status = 409
    message = "This interview can't be watched right now."


@router.get("/api/coach/{key}/live", responses=errors(NotFound))
async def list_live(key: Key, db: Db, services: ServerServices) -> LiveReply:
    """The live interviews of candidates who have booked the coach of a private link."""

    def load(tx: Tx) -> LiveReply:
        found = queries.live_for(tx, open_coach(tx, key), ai_services_of(services))
        return LiveReply(
            interviews=[
                LiveInterview(
                    candidate_name=interview.candidate_name,
                    job_title=interview.job_title,
                    started_at=interview.started_at,
                    key=opens,
                )
                for interview, opens in found
            ]
        )

    return await db.read(load)


@router.get("/api/watch/{key}", responses=errors(NotFound))
async def read_watch(key: Key, db: Db, services: ServerServices) -> WatchReply:
    """The interview of a watcher's link, and its state."""
    watcher = await db.read(queries.open_watch, key, ai_services_of(services))
    interview = watcher.interview
    recording = await _recording(services.video, interview.id) if interview.status == "completed" else None
    return WatchReply(
        watcher=watcher.name,
        candidate_name=interview.candidate_name,
        job_title=interview.job_title,
        company_name=interview.company_name,
        status=interview.status,
        can_join=watcher.can_join,
        declined=watcher.declined,
        recording_url=recording,
    )


@router.post("/api/watch/{key}/join", responses=errors(NotFound, RateLimited, NotWatchable))
async def join_watch(key: Key, role: WatcherRole, db: Db, services: ServerServices, tries: Limiter) -> JoinReply:
    """The address at which a watcher sees the interview, at the video provider. An interviewer has it recorded."""

    def load(tx: Tx) -> queries.Watcher:
        watcher = queries.open_watch(tx, key, ai_services_of(services))
        if not watcher.can_join:
            raise NotWatchable
        return watcher

    watcher = await db.read(load)
    interview = watcher.interview
    await tries.count(JOINED, interview.id)
    visit = await db.write(actions.join, watcher, role)
    try:
        token = await services.video.token(interview.id, Participant(role, visit, watcher.name))
    except VideoFailed as error:
        log.warning("joining at the video provider failed", interview=interview.id, error=str(error))
        raise NotWatchable from None
    return JoinReply(url=f"{interview.room_url}?t={quote(token, safe='')}")


@router.post("/api/interviews/{interview_id}/decline-watchers", responses=errors(NotSignedIn, NotFound))
async def decline_watchers(interview_id: str, user: SignedIn, db: Db) -> Ok:
    """Let nobody watch the user's own interview any more. Idempotent."""
    await db.write(actions.decline, user, interview_id)
    return Ok()


@router.get("/api/interviews/{interview_id}/visits", responses=errors(NotSignedIn, NotFound))
async def list_visits(interview_id: str, user: SignedIn, db: Db) -> VisitsReply:
    """Who watched the user's own interview live."""

    def load(tx: Tx) -> list[queries.Visit]:
        return queries.visits_of(tx, find_interview(tx, user.id, interview_id).id)

    return VisitsReply(visits=[VisitReply.model_validate(visit) for visit in await db.read(load)])


@router.post("/api/calls/webhook", responses=errors(NotFound, BadSignature))
async def receive_webhook(request: Request, video: Video) -> Ok:
    """A message of the video provider about a room: a recording that failed is logged."""
    if video.kind == "embedded":
        raise NotFound
    try:
        event = video.read_webhook(request.headers, await request.body(), now())
    except Forged:
        raise BadSignature from None
    if event and event.kind == "recording.error":
        log.error("the video provider could not record", interview=event.room_name, error=event.detail)
    return Ok()


async def _recording(video: VideoProvider, room: str) -> str | None:
    try:
        return await video.recording_link(room)
    except VideoFailed as error:
        log.warning("the video provider has no recording", interview=room, error=str(error))
        return None
