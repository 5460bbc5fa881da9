"""What crosses the wire about single jobs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from dayshift.core.http import Body, Reply
from dayshift.saved_jobs.actions import Mark, Reason


class NewMark(Body):
    """`reason` says why a job is hidden."""

    mark: Mark
    reason: Reason | None = None


class MarkReply(Reply):
    """One mark. `open` is false where the employer has taken the job down. Pay in US dollars an hour."""

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
    remote: bool


class NewQuestion(Body):
    question: Annotated[str, StringConstraints(min_length=2, max_length=300)]


class AnswerReply(Reply):
    """`answer` is null where the job's own fields do not say it; the question is then kept for the employer."""

    answer: str | None
    topics: list[str]
