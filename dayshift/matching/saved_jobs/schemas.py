"""API types of saved and hidden jobs."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from dayshift.core.schemas import Body, Reply
from dayshift.matching.saved_jobs.actions import Mark, Reason


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
