"""HTTP: an employer's jobs with what waits for each of them; pause, resume and mark as filled."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import Field, StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.schemas import Body, Reply, WholeNumber
from dayshift.dependencies import Db
from dayshift.hiring.applications.dropped import GRACE
from dayshift.hiring.applications.queries import stage_counts_of
from dayshift.hiring.applications.removals import ClosingEnds, close_with_job, ended_by_closing, plan_job_removal
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.desk.list_routes import Search
from dayshift.hiring.employers import (
    ROLE_ERRORS,
    Hiring,
    JobFromFeed,
    ListedState,
    Location,
    Member,
    Posting,
    PostingFilters,
    StaleJob,
    count_open_postings,
    page_of_postings,
    set_job_state,
    several_locations,
    undo_removal,
)
from dayshift.jobs.catalog import Job, dollars, find_jobs
from dayshift.knowledge.occupations import Drawing, Shift, art_of

router = APIRouter(tags=["desk"])


PAGE = 50
JobKey = Annotated[str, StringConstraints(max_length=80, pattern=r"^[0-9T:.+-]+_[0-9a-f-]+$")]
LocationId = Annotated[str, StringConstraints(max_length=36, pattern=r"^[0-9a-f-]+$")]


class DeskJobReply(Reply):
    """A job and how many people are where. `newCount` nobody has viewed yet. Pay in US dollars per hour.

    `imported`: a feed says what the job is like and how long it is listed. `endsAt`: the feed has stopped listing it;
    if it is not back by then, the applications without an invitation are closed. `removalDueAt`: a member takes it
    down then, unless that is undone. `alwaysHiring`: it has no last
    opening, so it is never filled. `offered`, `meetings`, `looks`: the names of those whose open offers, agreed
    meetings and requests for another look end if this member closes it; `staying`: those whose request somebody else
    has to answer.
    """

    id: str
    job_id: str | None
    title: str
    category: str | None
    art: Drawing
    location: str | None
    shifts: list[Shift] | None
    imported: bool
    state: Literal["draft", "live", "paused", "filled", "removed"]
    pay_low: float | None
    pay_high: float | None
    openings: int
    always_hiring: bool
    hired: int
    new_count: int
    review_count: int
    invited_count: int
    offered: list[str]
    meetings: list[str]
    looks: list[str]
    staying: list[str]
    live_until: datetime | None
    ends_at: datetime | None
    removal_due_at: datetime | None
    version: int


class DeskJobsReply(Reply):
    """Jobs at the member's locations, last changed first. `live` and `paused`: how many there are without filters.

    `next` continues the list: the `after` of the next page.
    """

    jobs: list[DeskJobReply]
    live: int
    paused: int
    next: str | None


class StateChange(Body):
    """Pause, resume, fill or remove a job, as it was at `version`. The last two close its open applications."""

    state: Literal["live", "paused", "filled", "removed"]
    version: Annotated[int, Field(ge=1), WholeNumber]


@dataclass(frozen=True, slots=True)
class _Loaded:
    jobs: dict[str, Job]
    places: dict[str, Location]
    counts: dict[str, dict[str, int]]
    ends: dict[str, ClosingEnds]


def _filters(
    search: Annotated[Search, Query(description="Beginnings of words of the title")] = "",
    location: LocationId | None = None,
    state: Annotated[
        ListedState | None, Query(description="`ended`: live, but its time is over, so that it is not listed")
    ] = None,
) -> PostingFilters:
    return PostingFilters(search, location, state)


@router.get("/api/desk/jobs", responses=errors(*ROLE_ERRORS))
async def list_jobs(
    member: Hiring,
    filters: Annotated[PostingFilters, Depends(_filters)],
    db: Db,
    after: Annotated[JobKey | None, Query()] = None,
) -> DeskJobsReply:
    """Jobs at the member's locations, with how many people are where, 50 at a time."""
    start, at = _position(after) if after else None, now()

    def load(tx: Tx) -> DeskJobsReply:
        found = page_of_postings(tx, member, filters, at, start, PAGE + 1)
        shown, loaded = found[:PAGE], _load(tx, member, found[:PAGE])
        totals = count_open_postings(tx, member, at)
        last = shown[-1] if len(found) > PAGE else None
        return DeskJobsReply(
            jobs=[_job(posting, loaded) for posting in shown],
            live=totals.get("live", 0),
            paused=totals.get("paused", 0),
            next=f"{last.changed_at.astimezone(UTC).isoformat()}_{last.id}" if last else None,
        )

    return await db.read(load)


@router.post("/api/desk/jobs/{posting_id}/state", responses=errors(*ROLE_ERRORS, NotFound, StaleJob, JobFromFeed))
async def change_state(posting_id: str, body: StateChange, member: Hiring, db: Db) -> DeskJobReply:
    """Pause or resume a job; fill or remove it, which closes its open applications and tells the candidates.

    A removal is made after 30 seconds, until which it can be undone.
    """

    def change(tx: Tx) -> DeskJobReply:
        if body.state == "removed":
            posting = plan_job_removal(tx, member, posting_id, body.version, now())
        else:
            posting = change_job_state(tx, member, posting_id, body, now())
        return _job(posting, _load(tx, member, [posting]))

    return await db.write(change)


@router.delete("/api/desk/jobs/{posting_id}/removal", responses=errors(*ROLE_ERRORS, NotFound))
async def undo_job_removal(posting_id: str, member: Hiring, db: Db) -> DeskJobReply:
    """Keep a job that a member takes down, as long as it is not removed yet."""

    def undo(tx: Tx) -> DeskJobReply:
        posting = undo_removal(tx, member, posting_id, now())
        return _job(posting, _load(tx, member, [posting]))

    return await db.write(undo)


def change_job_state(tx: Tx, member: Member, posting_id: str, body: StateChange, at: datetime) -> Posting:
    """Set a job's state at once; a job that is filled or removed closes its open applications."""
    posting = set_job_state(tx, member, posting_id, body.version, body.state, at)
    if body.state in {"filled", "removed"}:
        close_with_job(tx, posting, member, at)
    return posting


def _load(tx: Tx, member: Member, postings: Sequence[Posting]) -> _Loaded:
    jobs = find_jobs(tx, [one.job_id for one in postings if one.job_id])
    places = several_locations(tx, {one.location_id for one in postings if one.location_id})
    counts = stage_counts_of(tx, [one.id for one in postings])
    ends = ended_by_closing(tx, member, [id_ for id_, stages in counts.items() if OPEN & stages.keys()], now())
    return _Loaded(jobs, places, counts, ends)


def _position(after: str) -> tuple[datetime, str]:
    at, _, last = after.partition("_")
    try:
        changed = datetime.fromisoformat(at)
    except ValueError:
        changed = None
    if changed is None or changed.tzinfo is None:
        raise InvalidRequest(fields={"after": "Unknown page"})
    return changed, last


def _job(posting: Posting, found: _Loaded) -> DeskJobReply:
    job, place = found.jobs.get(posting.job_id or ""), found.places.get(posting.location_id or "")
    counts = found.counts.get(posting.id, {})
    return DeskJobReply(
        id=posting.id,
        job_id=posting.job_id,
        title=posting.title,
        category=job.category if job else None,
        art=art_of(job.occupation if job else None, job.category if job else ""),
        location=place.name if place else None,
        shifts=list(job.shifts) if job and job.shifts else None,
        imported=posting.imported,
        state=posting.state,
        pay_low=dollars(job.pay_low) if job else None,
        pay_high=dollars(job.pay_high) if job else None,
        openings=posting.openings,
        always_hiring=posting.always_hiring,
        hired=counts.get("hired", 0),
        new_count=counts.get("submitted", 0),
        review_count=counts.get("in_review", 0) + counts.get("question_asked", 0),
        invited_count=counts.get("invited", 0) + counts.get("met", 0) + counts.get("offered", 0),
        **asdict(found.ends.get(posting.id, ClosingEnds())),
        live_until=posting.live_until,
        ends_at=posting.dropped_at + GRACE if posting.dropped_at else None,
        removal_due_at=posting.removal_due_at,
        version=posting.version,
    )
