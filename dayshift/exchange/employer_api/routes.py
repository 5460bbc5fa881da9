"""HTTP: applications, their moves, members and jobs, for an employer's own programs."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import problems
from dayshift.core.limits import RateLimited
from dayshift.core.schemas import Reply
from dayshift.dependencies import Config, Db, IdempotencyKey, Limiter
from dayshift.exchange.api_keys import ApiKey, Scope
from dayshift.exchange.employer_api.access import (
    AnyKey,
    ApiKeyRequired,
    JobWriter,
    MemberRequired,
    Mover,
    ReadsApplications,
    ReadsJobs,
    ScopeRequired,
    within,
)
from dayshift.hiring.applications import (
    Application,
    NewMove,
    Stage,
    StoredMove,
    Turn,
    access_with,
    any_application,
    changed_applications,
    find_grant,
    moves_of,
)
from dayshift.hiring.desk import (
    MOVE,
    MOVE_REFUSED,
    DecisionReply,
    StateChange,
    Version,
    change_job_state,
    make_move,
)
from dayshift.hiring.employers import (
    POST,
    JobEdit,
    JobFromFeed,
    JobPost,
    KeyReused,
    Member,
    PostedJobReply,
    StaleJob,
    draft_of,
    edit_job,
    find_posting,
    members_of,
    places_of,
    post_job,
    posted_job,
    posted_jobs,
    postings_after,
)

router = APIRouter(generate_unique_id_function=lambda route: route.name)

PAGE = 100
SETTLED = timedelta(seconds=5)
"""Changes are listed once they are this old: by then the transactions that began before them have ended."""

_READ = (ApiKeyRequired, ScopeRequired, RateLimited)
_WRITE = (*_READ, MemberRequired, NotFound)

Id = Annotated[str, StringConstraints(min_length=1, max_length=36, pattern=r"^[^\x00]*$")]
Limit = Annotated[int, Query(ge=1, le=PAGE)]


class KeyInfo(Reply):
    """What the key is called, and what it allows. `locationIds` null: the whole employer."""

    employer_id: str
    name: str
    scopes: list[Scope]
    location_ids: list[str] | None


class ApplicationInfo(Reply):
    """One candidate and one job. `version` counts its moves; `turn` says who acts next, null once it has ended."""

    id: str
    job_id: str
    location_id: str | None
    title: str
    stage: Stage
    version: int
    turn: Turn | None
    reply_by: datetime | None
    submitted_at: datetime
    changed_at: datetime


class ApplicationPage(Reply):
    """Applications in the order of their last change. Ask again with `after` = `next` to follow changes."""

    applications: list[ApplicationInfo]
    next: str


class Shares(Reply):
    """Which parts of the interview the candidate's grant opens now."""

    video: bool
    words: bool
    score: bool


class ApplicationDetail(ApplicationInfo):
    """An application with what its candidate shares now. `url`: where members watch the answers, which is recorded.

    `name` is null, and all of `shares` false, without the candidate's grant.
    """

    name: str | None
    shares: Shares
    url: str


class MoveInfo(Reply):
    """One entry of an application's history. `memberId` is null for moves of the candidate and of the program."""

    number: int
    action: str
    from_stage: Stage | None
    to_stage: Stage
    actor: Literal["candidate", "member", "system"]
    member_id: str | None
    reason: str | None
    made_at: datetime


class Moves(Reply):
    """The history of an application, oldest first."""

    moves: list[MoveInfo]


class MemberInfo(Reply):
    """Somebody who may decide: the id for `On-Behalf-Of`. `locationIds` null: all."""

    id: str
    name: str
    role: Literal["owner", "manager"]
    location_ids: list[str] | None


class Members(Reply):
    """The employer's active owners and managers."""

    members: list[MemberInfo]


class JobPage(Reply):
    """Jobs, oldest first; `next` is null on the last page."""

    jobs: list[PostedJobReply]
    next: str | None


@router.get("/key", responses=problems(*_READ))
async def read_key(key: AnyKey) -> KeyInfo:
    """What this key is called, and what it allows."""
    return KeyInfo(employer_id=key.employer_id, name=key.name, scopes=key.scopes, location_ids=key.location_ids)


@router.get("/applications", responses=problems(*_READ))
async def list_applications(
    key: ReadsApplications,
    db: Db,
    after: Annotated[str, Query(max_length=80, description="`next` of the page before; empty from the beginning")] = "",
    limit: Limit = PAGE,
) -> ApplicationPage:
    """Applications in the order of their last change, those that changed after `after`."""
    start, until = _position(after), now() - SETTLED
    found = await db.read(lambda tx: changed_applications(tx, key.employer_id, key.location_ids, start, until, limit))
    last = f"{found[-1].changed_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}_{found[-1].id}" if found else after
    return ApplicationPage(applications=[ApplicationInfo.model_validate(_fields(one)) for one in found], next=last)


@router.get("/applications/{application_id}", responses=problems(*_READ, NotFound))
async def read_application(application_id: Id, key: ReadsApplications, db: Db, config: Config) -> ApplicationDetail:
    """One application, with the name and the shares that the candidate's grant opens."""

    def load(tx: Tx) -> ApplicationDetail:
        application = _own(tx, key, application_id)
        grant = find_grant(tx, application.user_id, application.employer_id)
        seen = access_with(application, grant, now(), contact=False)
        return ApplicationDetail(
            **_fields(application),
            name=application.name if seen.content else None,
            shares=Shares(video=seen.video, words=seen.words, score=seen.score),
            url=f"{config.public_url.rstrip('/')}/desk/applications/{application.id}",
        )

    return await db.read(load)


@router.get("/applications/{application_id}/moves", responses=problems(*_READ, NotFound))
async def list_moves(application_id: Id, key: ReadsApplications, db: Db) -> Moves:
    """The history of an application, without what people wrote to each other."""

    def load(tx: Tx) -> list[StoredMove]:
        return moves_of(tx, _own(tx, key, application_id).id)

    return Moves(moves=[MoveInfo.model_validate(one) for one in await db.read(load)])


async def _counted(member: Mover, limits: Limiter) -> Member:
    await limits.count(MOVE, member.id)  # Together with what the member does at the desk, so nobody declines in bulk.
    return member


CountedMover = Annotated[Member, Depends(_counted)]
"""The member on whose behalf a key moves applications, who has not made too many moves."""


@router.post("/applications/{application_id}/moves", responses=problems(*_WRITE, *MOVE_REFUSED))
async def move_application(
    application_id: Id, body: NewMove, member: CountedMover, db: Db, version: Version, key: IdempotencyKey
) -> DecisionReply:
    """Move an application on, as the member of `On-Behalf-Of` would at the desk, who must have viewed an answer.

    Asking, inviting, offering and declining can be undone there for 30 seconds, then are sent.
    """
    return await make_move(application_id, body, member, db, version, key)


@router.get("/members", responses=problems(*_READ))
async def list_members(key: AnyKey, db: Db) -> Members:
    """Who may decide, for `On-Behalf-Of`: active owners and managers with a location of this key."""
    found = [within(one, key) for one in await db.read(members_of, key.employer_id)]
    deciding = [one for one in found if one.state == "active" and one.role != "reviewer"]
    return Members(members=[_member(one) for one in deciding if one.covers_all or one.location_ids])


@router.get("/jobs", responses=problems(*_READ))
async def list_jobs(
    key: ReadsJobs,
    db: Db,
    after: Annotated[str, Query(max_length=36, pattern=r"^[^\x00]*$", description="`next` of the page before")] = "",
    limit: Limit = PAGE,
) -> JobPage:
    """The employer's jobs at the key's locations, oldest first."""

    def load(tx: Tx) -> JobPage:
        found = postings_after(tx, key.employer_id, key.location_ids, after, limit + 1)
        page = found[:limit]
        return JobPage(
            jobs=posted_jobs(tx, page, partial(_covers, key)), next=page[-1].id if len(found) > limit else None
        )

    return await db.read(load)


@router.get("/jobs/{job_id}", responses=problems(*_READ, NotFound))
async def read_job(job_id: Id, key: ReadsJobs, db: Db) -> PostedJobReply:
    """One job."""

    def load(tx: Tx) -> PostedJobReply:
        posting = find_posting(tx, job_id)
        if posting is None or posting.employer_id != key.employer_id or not _covers(key, posting.location_id):
            raise NotFound
        return posted_job(tx, posting, partial(_covers, key))

    return await db.read(load)


@router.post("/jobs", status_code=201, responses=problems(*_WRITE, KeyReused))
async def create_job(body: JobPost, member: JobWriter, db: Db, limits: Limiter, key: IdempotencyKey) -> PostedJobReply:
    """Post a job at one or several locations, live from now on for 30 days. Returns the job at `locationId`.

    A resend with the same key returns the job that it posted.
    """
    await limits.count(POST, member.employer_id, cost=1 + len(body.also_at))

    def write(tx: Tx) -> PostedJobReply:
        return posted_job(tx, post_job(tx, member, key, draft_of(body), now(), body.also_at), member.covers)

    return await db.write(write)


@router.put("/jobs/{job_id}", responses=problems(*_WRITE, StaleJob, JobFromFeed))
async def change_job(job_id: Id, body: JobEdit, member: JobWriter, db: Db, limits: Limiter) -> PostedJobReply:
    """Change a job, as it was at `version`; with `everywhere` at the other locations with its text, too."""
    others = await db.read(places_of, member, job_id) if body.everywhere else 0
    await limits.count(POST, member.employer_id, cost=1 + others)

    def write(tx: Tx) -> PostedJobReply:
        posting = edit_job(tx, member, job_id, body.version, draft_of(body), now())
        return posted_job(tx, posting, member.covers)

    return await db.write(write)


@router.post("/jobs/{job_id}/state", responses=problems(*_WRITE, StaleJob, JobFromFeed))
async def change_state(job_id: Id, body: StateChange, member: JobWriter, db: Db) -> PostedJobReply:
    """Pause or resume a job; fill or remove it, which closes its open applications and tells the candidates."""

    def write(tx: Tx) -> PostedJobReply:
        return posted_job(tx, change_job_state(tx, member, job_id, body, now()), member.covers)

    return await db.write(write)


def _own(tx: Tx, key: ApiKey, application_id: str) -> Application:
    application = any_application(tx, application_id)
    if application is None or application.employer_id != key.employer_id:
        raise NotFound
    if key.location_ids is not None and application.location_id not in key.location_ids:
        raise NotFound
    return application


def _covers(key: ApiKey, location_id: str | None) -> bool:
    return key.location_ids is None or location_id in key.location_ids


def _position(after: str) -> tuple[datetime, str]:
    if not after:
        return datetime(2000, 1, 1, tzinfo=now().tzinfo), ""
    at, _, last = after.partition("_")
    try:
        changed = datetime.fromisoformat(at)
    except ValueError:
        changed = None
    if changed is None or changed.tzinfo is None or not last or "\0" in last:
        raise InvalidRequest(fields={"after": "Unknown page"})
    return changed, last


def _fields(application: Application) -> dict[str, object]:
    found = {name: getattr(application, name) for name in ApplicationInfo.model_fields if name != "job_id"}
    return {**found, "job_id": application.posting_id}  # Programs know jobs by the id that they were posted with.


def _member(member: Member) -> MemberInfo:
    places = None if member.covers_all else sorted(member.location_ids)
    return MemberInfo(id=member.id, name=member.name, role=member.role, location_ids=places)
