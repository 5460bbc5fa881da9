"""A candidate's applications in pages: what waits for them, meetings ahead, jobs, what waits for a reply, the rest.

A page is loaded with one statement for each table, whatever it shows.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, and_, bindparam, case, func, or_, select, tuple_

from dayshift.core.clock import from_micros, to_micros
from dayshift.core.db import Tx
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.models import VIEWED, applications, meetings, messages, moves, offers, views
from dayshift.hiring.applications.queries import COLUMNS, Application
from dayshift.hiring.employers import (
    Employer,
    Location,
    Member,
    members_of_several,
    several_employers,
    several_locations,
)
from dayshift.jobs.catalog import Job, find_jobs

PAGE = 20

OwnGroup = Literal["yours", "coming", "hired", "waiting", "ended"]
"""Waits for the candidate; a meeting is ahead; they have the job; waits for the employer; is over. In this order."""

GROUPS: tuple[OwnGroup, ...] = get_args(OwnGroup)


@dataclass(frozen=True, slots=True)
class AgreedMeeting:
    """When and where a candidate meets somebody."""

    starts_at: datetime
    zone: str
    place: str


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that an application waits for."""

    text: str
    name: str | None


@dataclass(frozen=True, slots=True)
class OwnListItem:
    """An application in its candidate's list. `views`: answers that somebody watched or read, once for each viewer.

    `staffed`: somebody who hires there has signed in. `reason`: of the move that ended it. `question` and `offer`: what
    the candidate is asked, and the job that they can take or have taken.
    """

    application: Application
    job: Job | None
    group: OwnGroup
    employer: Employer
    location: Location | None
    staffed: bool
    views: int
    unread: int
    meeting: AgreedMeeting | None
    question: AskedQuestion | None
    offer: Offer | None
    reason: str | None

    @property
    def zone(self) -> str:
        """The time zone of the place of work, else the employer's."""
        return self.location.zone if self.location else self.employer.zone


@dataclass(frozen=True, slots=True)
class OwnPage:
    """One page, how many applications each group has, and the key of the next page."""

    items: list[OwnListItem]
    counts: dict[OwnGroup, int]
    next_key: str | None


_id, _reply_by = applications.c.id, applications.c.reply_by
_group = case(
    (applications.c.turn == "candidate", GROUPS.index("yours")),
    (applications.c.stage == "hired", GROUPS.index("hired")),
    (applications.c.turn.is_(None), GROUPS.index("ended")),
    (_reply_by.is_(None), GROUPS.index("coming")),
    else_=GROUPS.index("waiting"),
)
_ENDED = len(GROUPS) - 1
_of_user = applications.c.user_id == bindparam("user")
_page = (
    select(_group, *COLUMNS)
    .where(_of_user)
    # Nearest reply first in the group that waits for one; the newest first among those that are over.
    .order_by(_group, case((_group == GROUPS.index("waiting"), _reply_by)), case((_group != _ENDED, _id)), _id.desc())
    .limit(PAGE + 1)
)
_counts = select(_group, func.count()).where(_of_user).group_by(_group)
_ids: Any = bindparam("ids", expanding=True)
_viewed = select(views.c.application_id, views.c.viewer, views.c.answer).where(views.c.application_id.in_(_ids), VIEWED)
_viewed_once = _viewed.distinct().subquery()
_views = select(_viewed_once.c.application_id, func.count()).group_by(_viewed_once.c.application_id)
_unread = (
    select(messages.c.application_id, func.count())
    .where(messages.c.application_id.in_(_ids), messages.c.sender == "member", messages.c.read_at.is_(None))
    .group_by(messages.c.application_id)
)
_agreed = select(meetings.c.application_id, *(meetings.c[name] for name in AgreedMeeting.__slots__)).where(
    meetings.c.application_id.in_(_ids), meetings.c.state == "chosen", meetings.c.starts_at.is_not(None)
)
_questions = (
    select(messages.c.application_id, messages.c.text, messages.c.member_name)
    .where(messages.c.application_id.in_(_ids), messages.c.question)
    .order_by(messages.c.sent_at)
)
_offers = select(*(offers.c[name] for name in Offer.__slots__)).where(offers.c.application_id.in_(_ids))
_endings = (
    select(moves.c.application_id, moves.c.reason)
    .join(applications, and_(_id == moves.c.application_id, applications.c.version == moves.c.number))
    .where(moves.c.application_id.in_(_ids), applications.c.stage.in_(["declined", "closed"]))
)


def own_page(tx: Tx, user_id: str, after: str | None) -> OwnPage:
    """Return a page of a candidate's applications; `after` is the key of the page before."""
    page = _page.where(_beyond(after)) if after else _page
    rows = tx.execute(page, {"user": user_id}).all()
    shown = [(row[0], Application(*row[1:])) for row in rows[:PAGE]]
    counts = {row[0]: row[1] for row in tx.execute(_counts, {"user": user_id})}
    next_key = _key(*shown[-1]) if len(rows) > PAGE else None
    return OwnPage(_items(tx, shown), {name: counts.get(at, 0) for at, name in enumerate(GROUPS)}, next_key)


def _items(tx: Tx, shown: Sequence[tuple[int, Application]]) -> list[OwnListItem]:
    ids = {"ids": [one.id for _, one in shown]}
    employers = several_employers(tx, {one.employer_id for _, one in shown})
    locations = several_locations(tx, {one.location_id for _, one in shown if one.location_id})
    members = members_of_several(tx, sorted(employers))
    seen, unread = _by_application(tx, _views, ids), _by_application(tx, _unread, ids)
    reasons = _by_application(tx, _endings, ids)
    agreed = {row[0]: AgreedMeeting(*row[1:]) for row in tx.execute(_agreed, ids)}
    jobs = find_jobs(tx, {one.job_id for _, one in shown})
    # The last question of each is the one that is open.
    asked = {row[0]: AskedQuestion(*row[1:]) for row in tx.execute(_questions, _of(shown, "question_asked"))}
    offered = {row[0]: Offer(*row) for row in tx.execute(_offers, _of(shown, "offered", "hired"))}
    return [
        OwnListItem(
            application=one,
            job=jobs.get(one.job_id),
            group=GROUPS[group],
            employer=employers[one.employer_id],
            location=locations.get(one.location_id or ""),
            staffed=is_staffed(members, one),
            views=seen.get(one.id, 0),
            unread=unread.get(one.id, 0),
            meeting=agreed.get(one.id),
            question=asked.get(one.id),
            offer=offered.get(one.id),
            reason=reasons.get(one.id),
        )
        for group, one in shown
    ]


def _of(shown: Sequence[tuple[int, Application]], *stages: str) -> dict[str, list[str]]:
    return {"ids": [one.id for _, one in shown if one.stage in stages]}


def is_staffed(members: Collection[Member], application: Application) -> bool:
    """Return whether one of these members hires where the application is. Without one, nobody can reply."""
    here = (one for one in members if one.employer_id == application.employer_id)
    return any(member.hires_at(application.location_id) for member in here)


def _by_application(tx: Tx, statement: Any, ids: dict[str, list[str]]) -> dict[str, Any]:
    return {row[0]: row[1] for row in tx.execute(statement, ids)}


def _key(group: int, last: Application) -> str:
    return f"{group}~{to_micros(last.reply_by) if last.reply_by else ''}~{last.id}"


def _beyond(after: str) -> ColumnElement[bool]:
    """The condition for what comes after the application with this key."""
    number, reply_by, last = after.split("~")
    group = int(number)
    if group == GROUPS.index("waiting"):
        rest = tuple_(_reply_by, _id) > (from_micros(int(reply_by)), last)
    else:
        rest = _id < last if group == _ENDED else _id > last
    return or_(_group > group, and_(_group == group, rest))
