"""HTTP: save and hide jobs."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field, StringConstraints

from dayshift.accounts import SignedIn
from dayshift.core.clock import now
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.schemas import Body, Ok, Reply
from dayshift.dependencies import Db
from dayshift.jobs.catalog import dollars
from dayshift.matching.saved_jobs import actions, queries
from dayshift.matching.saved_jobs.actions import Mark, Reason, TooMany


class NewMark(Body):
    """`reason` says why a job is hidden."""

    mark: Mark
    reason: Reason | None = None


class MarkReply(Reply):
    """One mark. `open` is false if the employer has removed the job. Pay in US dollars an hour."""

    job_id: str
    mark: Literal["saved", "hidden"]
    reason: str | None
    title: str
    employer: str
    marked_at: datetime
    open: bool
    pay_low: float | None
    pay_high: float | None
    city: str | None
    state: str | None = Field(description="Where the job is; for work from home, where somebody must live")
    remote: bool


class MarksReply(Reply):
    """A page of marks."""

    marks: list[MarkReply]
    next_key: str | None


router = APIRouter(tags=["jobs"])

PageKey = Annotated[str, StringConstraints(max_length=80, pattern=r"^[0-9]{1,16}~[0-9a-f-]+$")]


@router.get("/api/job-marks", responses=errors(NotSignedIn))
async def list_marks(
    user: SignedIn, db: Db, mark: actions.Mark, after: Annotated[PageKey | None, Query()] = None
) -> MarksReply:
    """A page of the jobs that the user has saved, or of those that they have hidden, latest first."""
    found, next_key = await db.read(queries.marks_of, user.id, mark, after, now())
    return MarksReply(marks=[_mark(one) for one in found], next_key=next_key)


@router.put("/api/job-marks/{job}", responses=errors(NotSignedIn, NotFound, TooMany))
async def mark_job(job: str, body: NewMark, user: SignedIn, db: Db) -> MarkReply:
    """Save a job, or hide it from the matches; the latest mark of a job counts."""
    return _mark(await db.write(actions.mark_job, user.id, job, body.mark, body.reason, now()))


@router.delete("/api/job-marks/{job}", responses=errors(NotSignedIn))
async def unmark_job(job: str, user: SignedIn, db: Db) -> Ok:
    """Remove a mark, if there is one."""
    await db.write(actions.unmark_job, user.id, job)
    return Ok()


def _mark(mark: queries.Marked) -> MarkReply:
    job = mark.job
    return MarkReply(
        job_id=mark.job_id,
        mark=mark.mark,
        reason=mark.reason,
        title=mark.title,
        employer=mark.employer,
        marked_at=mark.marked_at,
        open=job is not None,
        pay_low=dollars(job.pay_low) if job else None,
        pay_high=dollars(job.pay_high) if job else None,
        city=job.city if job else None,
        state=job.state if job else None,
        remote=job.remote if job else False,
    )
