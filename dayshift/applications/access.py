"""The one place that decides what a member may see of a candidate.

A member sees an application of their employer if their role covers it: owners see all, managers those of their
locations, reviewers those they were assigned. Its content (name in full, contact, answers, score) also needs the
candidate's grant. Anything else looks absent.
"""

from dataclasses import dataclass
from datetime import datetime

from dayshift.applications.queries import Application, Grant, any_application, find_grant, is_reviewer
from dayshift.applications.stages import READABLE
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.employers import Member


@dataclass(frozen=True, slots=True)
class Seen:
    """An application as a member may see it, and which parts of the interview its grant opens."""

    application: Application
    video: bool
    words: bool
    score: bool
    contact: bool

    @property
    def content(self) -> bool:
        """Whether any answer may be watched or read."""
        return self.video or self.words

    def require(self, *, video: bool = False, words: bool = False) -> None:
        """Raise `NotFound` unless the grant opens these parts."""
        if (video and not self.video) or (words and not self.words):
            raise NotFound


def find_seen(tx: Tx, member: Member, application_id: str, at: datetime, *, for_update: bool = False) -> Seen:
    """Return an application as this member may see it. Raises `NotFound` if they may not."""
    application = any_application(tx, application_id, for_update=for_update)
    if application is None or not covers(tx, member, application):
        raise NotFound
    return seen_with(application, find_grant(tx, application.user_id, application.employer_id), at, contact=True)


def covers(tx: Tx, member: Member, application: Application) -> bool:
    """Whether a member's employer and role include this application."""
    if member.state != "active" or member.employer_id != application.employer_id:
        return False
    if member.role == "reviewer":
        return is_reviewer(tx, member.id, application.id)
    return member.covers(application.location_id)


def seen_with(application: Application, grant: Grant | None, at: datetime, *, contact: bool) -> Seen:
    """Return what a grant opens. `contact` is false for shared review links."""
    active = grant is not None and grant.is_active(at) and application.stage in READABLE
    if grant is None or not active:
        return Seen(application, video=False, words=False, score=False, contact=False)
    return Seen(application, grant.video, grant.words, grant.score, contact)
