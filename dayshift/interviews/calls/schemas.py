"""API types of calls."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from dayshift.core.schemas import Reply

WatcherRole = Literal["interviewer", "observer"]
Key = Annotated[str, StringConstraints(min_length=1, max_length=400)]


class WatchReply(Reply):
    """The interview of a watcher's link. `recording_url` is the video provider's, for a short time after the call."""

    watcher: str
    candidate_name: str
    job_title: str
    company_name: str
    status: Literal["scheduled", "in-progress", "completed", "cancelled"]
    can_join: bool
    declined: bool
    recording_url: str | None


class JoinReply(Reply):
    """`url` opens the room at the video provider, for one person and for some hours."""

    url: str


class LiveInterview(Reply):
    """An interview in progress. `key` opens `/watch?key=...`."""

    candidate_name: str
    job_title: str
    started_at: datetime | None
    key: str


class LiveReply(Reply):
    interviews: list[LiveInterview]


class VisitReply(Reply):
    """A watcher, and when they joined."""

    watcher: str
    role: WatcherRole
    joined_at: datetime


class VisitsReply(Reply):
    visits: list[VisitReply]
