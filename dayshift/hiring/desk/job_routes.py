"""HTTP: an employer's jobs with what waits for each of them; pause, resume and mark as filled."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from dayshift.hiring.applications.access import needs_colleague
from dayshift.hiring.applications.actions import move_all
from dayshift.hiring.applications.dropped import GRACE
from dayshift.hiring.applications.models import applications
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import lock_applications, stage_counts_of
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.employers import (
    Hiring,
    JobFromFeed,
    ListedState,
    Location,
    Member,
    Posting,
    PostingFilters,
    RoleRequired,
    SecondFactorRequired,
    StaffSignInRequired,
    StaleJob,
    count_open_postings,
    page_of_postings,
    set_job_state,
    several_locations,
)
from dayshift.jobs.catalog import Job, find_jobs
from dayshift.knowledge.occupations import Drawing, Shift, art_of

router = APIRouter(tags=["desk"])

_STAFF = (StaffSignInRequired, SecondFactorRequired, RoleRequired)

PAGE = 50
JobKey = Annotated[str, StringConstraints(max_length=80, pattern=r"^[0-9T:.+-]+_[0-9a-f-]+$")]
LocationId = Annotated[str, StringConstraints(max_length=36, pattern=r"^[0-9a-f-]+$")]
Search = Annotated[str, StringConstraints(max_length=1000)]


class DeskJobReply(Reply):
    """A job and how many people are where. `newCount` nobody has viewed yet. Pay in US dollars per hour.

    `imported`: a feed says what the job is like and how long it is listed. `endsAt`: the feed has stopped listing it;
    if it is not back by then, the applications without an invitation are closed. `alwaysHiring`: it has no last
    opening, so it is never filled.
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
    live_until: datetime | None
    ends_at: datetime | None
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


def _filters(
    search: Annotated[Search, Query(description="Beginnings of words of the title")] = "",
    location: LocationId | None = None,
    state: Annotated[
        ListedState | None, Query(description="`ended`: live, but its time is over, so that it is not listed")
    ] = None,
) -> PostingFilters:
    return PostingFilters(search, location, state)


@router.get("/api/desk/jobs", responses=errors(*_STAFF))
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
        shown, loaded = found[:PAGE], _load(tx, found[:PAGE])
        totals = count_open_postings(tx, member, at)
        last = shown[-1] if len(found) > PAGE else None
        return DeskJobsReply(
            jobs=[_job(posting, loaded) for posting in shown],
            live=totals.get("live", 0),
            paused=totals.get("paused", 0),
            next=f"{last.changed_at.astimezone(UTC).isoformat()}_{last.id}" if last else None,
        )

    return await db.read(load)


@router.post("/api/desk/jobs/{posting_id}/state", responses=errors(*_STAFF, NotFound, StaleJob, JobFromFeed))
async def change_state(posting_id: str, body: StateChange, member: Hiring, db: Db) -> DeskJobReply:
    """Pause or resume a job; fill or remove it, which closes its open applications and tells the candidates."""

    def change(tx: Tx) -> DeskJobReply:
        posting = change_job_state(tx, member, posting_id, body, now())
        return _job(posting, _load(tx, [posting]))

    return await db.write(change)


def change_job_state(tx: Tx, member: Member, posting_id: str, body: StateChange, at: datetime) -> Posting:
    """Set a job's state; a job that is filled or removed closes its open applications."""
    posting = set_job_state(tx, member, posting_id, body.version, body.state, at)
    if body.state in {"filled", "removed"}:
        _close_all(tx, posting, member, at)
    return posting


def _close_all(tx: Tx, posting: Posting, member: Member, at: datetime) -> None:
    """Close what waits. Who declined cannot end another look so, as the job could be opened again: a colleague does."""
    waiting = lock_applications(tx, applications.c.posting_id == posting.id, OPEN)
    closed = [one for one in waiting if not needs_colleague(tx, one, member)]
    move_all(tx, closed, "close", MoveContext("member", at, member, reason=posting.state))


def _load(tx: Tx, postings: Sequence[Posting]) -> _Loaded:
    jobs = find_jobs(tx, [one.job_id for one in postings if one.job_id])
    places = several_locations(tx, {one.location_id for one in postings if one.location_id})
    return _Loaded(jobs, places, stage_counts_of(tx, [one.id for one in postings]))


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
        pay_low=_dollars(job.pay_low) if job else None,
        pay_high=_dollars(job.pay_high) if job else None,
        openings=posting.openings,
        always_hiring=posting.always_hiring,
        hired=counts.get("hired", 0),
        new_count=counts.get("submitted", 0),
        review_count=counts.get("in_review", 0) + counts.get("question_asked", 0),
        invited_count=counts.get("invited", 0) + counts.get("met", 0) + counts.get("offered", 0),
        live_until=posting.live_until,
        ends_at=posting.dropped_at + GRACE if posting.dropped_at else None,
        version=posting.version,
    )


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100
