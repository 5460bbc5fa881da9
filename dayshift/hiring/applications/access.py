"""The one place that decides what a member may see of a candidate.

A member sees an application of their employer if their role covers it: owners see all, managers those of their
locations, reviewers those they were assigned. Its content (name in full, contact, answers, score) also needs the
candidate's grant. Anything else looks absent.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.names import plain_name
from dayshift.hiring.applications.history import moves_of
from dayshift.hiring.applications.queries import Application, Grant, any_application, find_grant, is_reviewer
from dayshift.hiring.applications.stages import OPEN, READABLE
from dayshift.hiring.employers import Member, covering, members_of


@dataclass(frozen=True, slots=True)
class ApplicationAccess:
    """An application as a member may see it, and which parts of the interview its grant opens."""

    application: Application
    video: bool
    words: bool
    score: bool
    contact: bool
    quick_answers: bool = False

    @property
    def content(self) -> bool:
        """Whether any answer may be watched or read."""
        return self.video or self.words

    def require(self, *, video: bool = False, words: bool = False) -> None:
        """Raise `NotFound` unless the grant opens these parts."""
        if (video and not self.video) or (words and not self.words):
            raise NotFound


def load_for_member(
    tx: Tx, member: Member, application_id: str, at: datetime, *, for_update: bool = False
) -> ApplicationAccess:
    """Return an application as this member may see it. Raises `NotFound` if they may not."""
    application = any_application(tx, application_id, for_update=for_update)
    if application is None or not covers(tx, member, application):
        raise NotFound
    return access_with(application, find_grant(tx, application.user_id, application.employer_id), at, contact=True)


@dataclass(frozen=True, slots=True)
class Contest:
    """Another look that a candidate asked for. `deciders` can decide against them; `declined_by` cannot any more."""

    asked_at: datetime
    words: str | None
    declined_by: str | None
    declined_by_id: str | None
    deciders: list[Member]
    owed: bool


def contest_of(tx: Tx, application: Application) -> Contest | None:
    """Return the other look that the employer owes, if one was asked for."""
    if application.look_asked_at is None or application.stage not in OPEN:
        return None
    history = moves_of(tx, application.id)
    asked = next(one for one in reversed(history) if one.action == "look_again")
    declined = next(one for one in reversed(history) if one.action == "decline")
    return Contest(
        asked.made_at,
        asked.words,
        declined.member_name,
        application.declined_by,
        deciders_of(tx, application),
        application.last_action == "look_again",
    )


def needs_colleague(tx: Tx, application: Application, member: Member) -> bool:
    """Whether this member declined, the candidate asked for another look, and a colleague is there who can decide."""
    mine = application.look_asked_at is not None and application.declined_by == member.id
    return mine and bool(deciders_of(tx, application))


def deciders_of(tx: Tx, application: Application) -> list[Member]:
    """Return the active members who can decide against a candidate: those who hire at the job's place.

    After another look was asked for, the member who declined is not among them.
    """
    declined_by = application.declined_by if application.look_asked_at else None
    return others_hiring(members_of(tx, application.employer_id), application, declined_by)


def others_hiring(members: Iterable[Member], application: Application, but: str | None) -> list[Member]:
    """Return those of these members who hire at the job's place, without one. If there are none, `but` hires alone."""
    here = (one for one in members if one.employer_id == application.employer_id)
    return [one for one in here if one.hires_at(application.location_id) and one.id != but]


def in_charge(members: Collection[Member], application: Application, member_id: str | None) -> list[Member]:
    """Return the member who made a move; once they have left, all who hire at the job's place."""
    made = [one for one in members if one.id == member_id and one.hires_at(application.location_id)]
    return made or covering(members, application.location_id)


def offered_by(tx: Tx, application: Application) -> list[Member]:
    """Return the member who made the latest offer; once they have left, all who hire at the job's place."""
    made = [one.member_id for one in moves_of(tx, application.id) if one.action == "offer"]
    return in_charge(members_of(tx, application.employer_id), application, made[-1] if made else None)


def covers(tx: Tx, member: Member, application: Application) -> bool:
    """Whether a member's employer and role include this application."""
    if member.state != "active" or member.employer_id != application.employer_id:
        return False
    if member.role == "reviewer":
        return is_reviewer(tx, member.id, application.id)
    return member.covers(application.location_id)


def name_for_members(tx: Tx, application: Application, at: datetime) -> str:
    """Return the candidate's name as members may see it: the first name alone once they no longer share the other."""
    grant = find_grant(tx, application.user_id, application.employer_id)
    return application.shown_name(contact=access_with(application, grant, at, contact=True).contact)


def name_in_mail(tx: Tx, application: Application, at: datetime) -> str:
    """Return the name as members may see it in mails and their calendar entries, or '' if it is not just a name."""
    grant = find_grant(tx, application.user_id, application.employer_id)
    contact = access_with(application, grant, at, contact=True).contact
    return application.numbered(plain_name(application.name if contact else application.first_name))


def access_with(application: Application, grant: Grant | None, at: datetime, *, contact: bool) -> ApplicationAccess:
    """Return what a grant opens. `contact` is false for shared review links."""
    active = grant is not None and grant.is_active(at) and application.stage in READABLE
    if grant is None or not active:
        return ApplicationAccess(application, video=False, words=False, score=False, contact=False)
    return ApplicationAccess(
        application, grant.video, grant.words, grant.score, contact, contact and grant.quick_answers
    )
