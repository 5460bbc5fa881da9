"""Load applications: a candidate's own, and what a member may see of them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, bindparam, exists, false, func, or_, select, true, tuple_

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.hiring.applications.models import (
    HIRED,
    application_reviewers,
    applications,
    assessment_orders,
    grants,
    stage_counts,
)
from dayshift.hiring.applications.stages import OPEN, Action, Stage, Turn
from dayshift.hiring.employers import Member, Posting
from dayshift.hiring.employers.models import employers, postings

MAX_OTHERS = 20
"""Earlier applications that a person's page shows."""


@dataclass(frozen=True, slots=True)
class Application:
    """One candidate and one job. `version` is the number of its moves, `turn` says who acts next."""

    id: str
    user_id: str
    job_id: str
    employer_id: str
    posting_id: str
    location_id: str | None
    interview_id: str | None
    name: str
    first_name: str
    namesake: int | None
    title: str
    stage: Stage
    version: int
    last_action: Action
    turn: Turn | None
    reply_by: datetime | None
    reply_extended: bool
    reply_kept: datetime | None
    answered_at: datetime | None
    missed_at: datetime | None
    declined_by: str | None
    look_asked_at: datetime | None
    submitted_at: datetime
    viewed_at: datetime | None
    changed_at: datetime

    @property
    def called(self) -> str:
        """The first name as members read it."""
        return self.numbered(self.first_name)

    def shown_name(self, *, contact: bool) -> str:
        """The name as members read it, the full one if the candidate shares their contact."""
        return self.numbered(self.name if contact else self.first_name)

    def numbered(self, name: str) -> str:
        """Return the name as members read it: see `numbered`."""
        return numbered(name, self.namesake)

    def is_late(self, at: datetime) -> bool:
        """Whether the employer's promise to reply is broken and still open."""
        return self.turn == "employer" and self.reply_by is not None and self.reply_by <= at


@dataclass(frozen=True, slots=True)
class Grant:
    """What a candidate shares with one employer, until when."""

    user_id: str
    employer_id: str
    video: bool
    words: bool
    score: bool
    quick_answers: bool
    consent_version: str
    given_at: datetime
    until: datetime
    withdrawn_at: datetime | None

    def is_active(self, at: datetime) -> bool:
        """Whether the employer may still see anything."""
        return self.withdrawn_at is None and self.until > at


def numbered(name: str, namesake: int | None) -> str:
    """Return the name with the number of the person among those of the employer who have the same; '' stays ''."""
    return f"{name} ({namesake})" if name and namesake else name


COLUMNS = [applications.c[name] for name in Application.__slots__]
_one = select(*COLUMNS).where(applications.c.id == bindparam("id"))
_one_locked = _one.with_for_update()
_own = _one.where(applications.c.user_id == bindparam("user"))
_own_locked = _own.with_for_update()
_of_user = select(*COLUMNS).where(applications.c.user_id == bindparam("user")).order_by(applications.c.id.desc())
_applicants = select(applications.c.user_id).distinct().where(applications.c.employer_id == bindparam("employer"))
_applied_to = select(applications.c.employer_id).distinct().where(applications.c.user_id == bindparam("user"))
_of_jobs = select(*COLUMNS).where(
    applications.c.user_id == bindparam("user"), applications.c.job_id.in_(bindparam("jobs", expanding=True))
)
_in_stages = select(*COLUMNS).where(applications.c.stage.in_(bindparam("stages", expanding=True)))
_open_of_posting = select(applications.c.id).where(
    applications.c.posting_id == bindparam("posting"),
    applications.c.stage.in_(bindparam("stages", expanding=True)),
)
_reviewer = select(exists().where(
    application_reviewers.c.member_id == bindparam("member"),
    application_reviewers.c.application_id == bindparam("application"),
))  # fmt: skip
_stage_counts = select(stage_counts.c.posting_id, stage_counts.c.stage, stage_counts.c["count"]).where(
    stage_counts.c.posting_id.in_(bindparam("postings", expanding=True))
)
_hired = (
    select(stage_counts.c.posting_id, func.sum(stage_counts.c["count"]).label("hired"))
    .where(HIRED)
    .group_by(stage_counts.c.posting_id)
    .subquery()
)
_full_jobs = (
    select(postings.c.job_id)
    .join(_hired, _hired.c.posting_id == postings.c.id)
    .where(
        postings.c.state == "live",
        postings.c.always_hiring.is_(False),
        postings.c.job_id.is_not(None),
        _hired.c.hired >= postings.c.openings,
    )
)
_together = (
    select(*COLUMNS)
    .where(applications.c.user_id == bindparam("user"), applications.c.submitted_at == bindparam("at"))
    .order_by(applications.c.id)
)
_with_employer = select(true()).where(
    or_(
        exists().where(applications.c.user_id == bindparam("user"), applications.c.stage.in_(sorted([*OPEN, "hired"]))),
        exists().where(
            assessment_orders.c.interview_id == bindparam("interview"),
            assessment_orders.c.state.in_(["accepted", "done"]),
        ),
    )
)
_grant = select(*(grants.c[name] for name in Grant.__slots__)).where(
    grants.c.user_id == bindparam("user"), grants.c.employer_id == bindparam("employer")
)
_grants = select(*(grants.c[name] for name in Grant.__slots__)).where(
    grants.c.employer_id == bindparam("employer"), grants.c.user_id.in_(bindparam("users", expanding=True))
)
_newest = func.max(applications.c.id)
_grants_of_user = (
    select(*(grants.c[name] for name in Grant.__slots__), employers.c.name, _newest)
    .join(employers, employers.c.id == grants.c.employer_id)
    .join(
        applications,
        and_(applications.c.user_id == grants.c.user_id, applications.c.employer_id == grants.c.employer_id),
    )
    .where(grants.c.user_id == bindparam("user"))
    .group_by(grants.c.user_id, grants.c.employer_id, employers.c.id)
    .order_by(_newest.desc())
)


def any_application(tx: Tx, application_id: str, *, for_update: bool = False) -> Application | None:
    """An application of anybody, for background work."""
    row = tx.execute(_one_locked if for_update else _one, {"id": application_id}).first()
    return Application(*row) if row else None


def own_application(tx: Tx, user_id: str, application_id: str, *, for_update: bool = False) -> Application:
    """This candidate's application. Raises `NotFound` for any other."""
    row = tx.execute(_own_locked if for_update else _own, {"id": application_id, "user": user_id}).first()
    if row is None:
        raise NotFound
    return Application(*row)


def applications_of(tx: Tx, user_id: str) -> list[Application]:
    """All applications of a candidate, newest first."""
    return [Application(*row) for row in tx.execute(_of_user, {"user": user_id})]


def grants_of_user(tx: Tx, user_id: str) -> list[tuple[Grant, str, str]]:
    """What a candidate shares with each employer, as (grant, employer's name, newest application), newest first."""
    return [(Grant(*row[:-2]), row[-2], row[-1]) for row in tx.execute(_grants_of_user, {"user": user_id})]


def applied_to(tx: Tx, user_id: str) -> list[str]:
    """The ids of the employers to which a candidate has applied."""
    return list(tx.execute(_applied_to, {"user": user_id}).scalars())


def applicants_of(tx: Tx, employer_id: str) -> set[str]:
    """The ids of everybody who has applied to an employer."""
    return set(tx.execute(_applicants, {"employer": employer_id}).scalars())


def applications_for_jobs(tx: Tx, user_id: str, job_ids: Sequence[str]) -> dict[str, Application]:
    """A candidate's applications for these jobs, by job."""
    rows = tx.execute(_of_jobs, {"user": user_id, "jobs": list(job_ids)})
    return {row.job_id: Application(*row) for row in rows}


def sent_together(tx: Tx, application: Application) -> list[Application]:
    """Return the applications that the candidate sent with one tap, this one among them, in the order of their ids."""
    rows = tx.execute(_together, {"user": application.user_id, "at": application.submitted_at})
    return [Application(*row) for row in rows]


def lock_applications(tx: Tx, which: ColumnElement[bool], stages: Collection[Stage]) -> list[Application]:
    """Load the applications in these stages locked, in the order of their ids, so that two changes cannot deadlock."""
    found = _in_stages.where(which).order_by(applications.c.id).with_for_update()
    return [Application(*row) for row in tx.execute(found, {"stages": sorted(stages)})]


def open_applications_of_posting(tx: Tx, posting_id: str, stages: Sequence[Stage]) -> list[str]:
    """The ids of a posting's applications in these stages."""
    return list(tx.execute(_open_of_posting, {"posting": posting_id, "stages": list(stages)}).scalars())


def is_reviewer(tx: Tx, member_id: str, application_id: str) -> bool:
    """Whether a reviewer was assigned to this application."""
    return tx.execute(_reviewer, {"member": member_id, "application": application_id}).scalar_one()


def visible_to(member: Member) -> ColumnElement[bool]:
    """The condition on `applications` for what a member may list: the rule of `access.load_for_member` as SQL."""
    of_employer = applications.c.employer_id == member.employer_id
    if member.role == "reviewer":
        assigned = exists().where(
            application_reviewers.c.member_id == member.id,
            application_reviewers.c.application_id == applications.c.id,
        )
        return of_employer & assigned
    if member.covers_all:
        return of_employer & true()
    if not member.location_ids:
        return false()
    return of_employer & or_(applications.c.location_id.in_(sorted(member.location_ids)))


def changed_applications(
    tx: Tx,
    employer_id: str,
    location_ids: Sequence[str] | None,
    after: tuple[datetime, str],
    until: datetime,
    most: int,
) -> list[Application]:
    """Return an employer's applications in the order of their last change, those after a time and id."""
    found = (
        select(*COLUMNS)
        .where(
            applications.c.employer_id == employer_id,
            tuple_(applications.c.changed_at, applications.c.id) > after,
            applications.c.changed_at <= until,
        )
        .order_by(applications.c.changed_at, applications.c.id)
        .limit(most)
    )
    if location_ids is not None:
        found = found.where(applications.c.location_id.in_(location_ids))
    return [Application(*row) for row in tx.execute(found)]


def stage_counts_of(tx: Tx, posting_ids: Sequence[str]) -> dict[str, dict[str, int]]:
    """How many applications each of these postings has in each stage, from the counters that moves keep."""
    found: dict[str, dict[str, int]] = {}
    for row in tx.execute(_stage_counts, {"postings": list(posting_ids)}):
        of = found.setdefault(row.posting_id, {})
        of[row.stage] = of.get(row.stage, 0) + row[2]  # There is a counter for each location that the job had.
    return found


def full_among(tx: Tx, found: Iterable[Posting]) -> set[str]:
    """Return the ids of the postings that have as many people hired as openings."""
    limited = {one.id: one.openings for one in found if not one.always_hiring}
    counts = stage_counts_of(tx, list(limited)) if limited else {}
    return {key for key, openings in limited.items() if counts.get(key, {}).get("hired", 0) >= openings}


def full_jobs(tx: Tx) -> set[str]:
    """Return the ids of the live jobs that have as many people hired as openings: no list of open jobs has them."""
    return set(tx.execute(_full_jobs).scalars())


def is_with_employer(tx: Tx, user_id: str, interview_id: str) -> bool:
    """Return whether an employer has the candidate's answers, or gets this interview because it ordered it."""
    return tx.execute(_with_employer, {"user": user_id, "interview": interview_id}).first() is not None


def find_grant(tx: Tx, user_id: str, employer_id: str) -> Grant | None:
    """What a candidate shares with an employer, also if it has ended."""
    row = tx.execute(_grant, {"user": user_id, "employer": employer_id}).first()
    return Grant(*row) if row else None


def grants_of(tx: Tx, employer_id: str, user_ids: Sequence[str]) -> dict[str, Grant]:
    """What these candidates share with an employer, by candidate, also if it has ended."""
    rows = tx.execute(_grants, {"employer": employer_id, "users": list(user_ids)})
    return {row.user_id: Grant(*row) for row in rows}


_is_one_of_users = applications.c.user_id.in_(bindparam("users", expanding=True))


def hired_for(tx: Tx, member: Member, found: Collection[Application]) -> dict[str, str]:
    """Return the job with the same employer that these candidates were hired for meanwhile, by open application.

    Only jobs that this member may see; the latest of each candidate.
    """
    users = {one.user_id for one in found if one.turn}
    hired = (
        select(applications.c.user_id, applications.c.title)
        .where(_is_one_of_users, applications.c.stage == "hired", visible_to(member))
        .order_by(applications.c.changed_at)
    )
    titles = {row.user_id: row.title for row in tx.execute(hired, {"users": sorted(users)})} if users else {}
    return {one.id: titles[one.user_id] for one in found if one.turn and one.user_id in titles}


def others_of(tx: Tx, member: Member, application: Application) -> list[Application]:
    """The candidate's other applications with the same employer that this member may see, newest first."""
    found = (
        select(*COLUMNS)
        .where(applications.c.user_id == application.user_id, applications.c.id != application.id, visible_to(member))
        .order_by(applications.c.submitted_at.desc(), applications.c.id.desc())
        .limit(MAX_OTHERS)
    )
    return [Application(*row) for row in tx.execute(found)]
