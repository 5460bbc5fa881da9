"""What crosses the wire about calls."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from dayshift.core.http import Reply

Key = Annotated[str, StringConstraints(min_length=1, max_length=400)]


class WatchReply(Reply):
    """What a watcher's link opens. `recording_url` is the provider's, once the call is over, for a short time."""

    watcher: str
    candidate_name: str
    job_title: str
    company_name: str
    status: Literal["scheduled", "in-progress", "completed", "cancelled"]
    present: bool
    declined: bool
    recording_url: str | None


class LiveInterview(Reply):
    """An interview that goes on now. `key` opens `/watch?key=...`."""

    candidate_name: str
    job_title: str
    started_at: datetime | None
    key: str


class LiveReply(Reply):
    interviews: list[LiveInterview]


class VisitReply(Reply):
    """Somebody who watched, and since when."""

    watcher: str
    role: Literal["interviewer", "observer"]
    joined_at: datetime


class VisitsReply(Reply):
    visits: list[VisitReply]
