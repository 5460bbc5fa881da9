"""HTTP: the watch page, a coach's live interviews, past watchers, and the provider's webhook."""

import structlog
from fastapi import APIRouter, Request

from dayshift.accounts import SignedIn
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db, Video
from dayshift.interviews.calls import actions, queries
from dayshift.interviews.calls.schemas import Key, LiveInterview, LiveReply, VisitReply, VisitsReply, WatchReply
from dayshift.interviews.room import find_interview
from dayshift.providers.video import Forged, VideoFailed, VideoProvider
from dayshift.scheduling import BadSignature, open_coach

log = structlog.get_logger()

router = APIRouter(tags=["calls"])


@router.get("/api/coach/{key}/live", responses=errors(NotFound))
async def list_live(key: Key, db: Db) -> LiveReply:
    """The live interviews of candidates who have booked the coach of a private link."""

    def load(tx: Tx) -> LiveReply:
        found = queries.live_for(tx, open_coach(tx, key))
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
async def read_watch(key: Key, db: Db, video: Video) -> WatchReply:
    """The interview of a watcher's link, and its state."""

    def load(tx: Tx) -> tuple[queries.Watcher, queries.Call]:
        watcher = queries.open_watch(tx, key)
        return watcher, queries.call_of(tx, watcher.interview.id)

    watcher, call = await db.read(load)
    interview = watcher.interview
    return WatchReply(
        watcher=watcher.name,
        candidate_name=interview.candidate_name,
        job_title=interview.job_title,
        company_name=interview.company_name,
        status=interview.status,
        present=call.present,
        declined=call.declined,
        recording_url=await _recording(video, interview.id) if interview.status == "completed" else None,
    )


@router.get("/api/interviews/{interview_id}/visits", responses=errors(NotSignedIn, NotFound))
async def list_visits(interview_id: str, user: SignedIn, db: Db) -> VisitsReply:
    """Who watched the user's own interview live."""

    def load(tx: Tx) -> list[queries.Visit]:
        return queries.visits_of(tx, find_interview(tx, user.id, interview_id).id)

    return VisitsReply(visits=[VisitReply.model_validate(visit) for visit in await db.read(load)])


@router.post("/api/calls/webhook", responses=errors(NotFound, BadSignature))
async def receive_webhook(request: Request, db: Db, video: Video) -> Ok:
    """A message of the video provider about a room. Idempotent."""
    if video.kind == "embedded":
        raise NotFound
    try:
        event = video.read_webhook(request.headers, await request.body(), now())
    except Forged:
        raise BadSignature from None
    new = await db.write(actions.record_event, event.id, event.kind) if event else False
    if event and new and event.kind == "recording.error":
        log.error("the video provider could not record", interview=event.room_name, error=event.detail)
    return Ok()


async def _recording(video: VideoProvider, room: str) -> str | None:
    try:
        return await video.recording_link(room)
    except VideoFailed as error:
        log.warning("the video provider has no recording", interview=room, error=str(error))
        return None
