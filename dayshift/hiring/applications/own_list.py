"""A candidate's applications in pages: what waits for them, meetings ahead, jobs, what waits for a reply, the rest.

A page is loaded with one statement for each table, whatever it shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, and_, bindparam, case, func, or_, select, tuple_

from dayshift.core.clock import from_micros, to_micros
from dayshift.core.db import Tx
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.models import (
    SAME_ANSWERS,
    VIEWED,
    applications,
    meetings,
    messages,
    moves,
    offers,
    openings,
    sent,
    views,
)
from dayshift.hiring.applications.queries import COLUMNS, Application
from dayshift.hiring.applications.reply_clock import is_alone, is_staffed, without_stopped_date
from dayshift.hiring.employers import (
    Employer,
    Location,
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
    """An application in its candidate's list.

    `views`: answers that somebody watched or read, once for each viewer, as their app reports. `opened`: the server
    sent answers to somebody. `staffed`: somebody who hires there has signed in. `alone`: only the member who declined
    it does. `reason`: of the move that ended it. `meeting_off`: a meeting that this, or other times, canceled.
    `question` and `offer`: what the candidate is asked, and the job that they can take or have.
    """

    application: Application
    job: Job | None
    group: OwnGroup
    employer: Employer
    location: Location | None
    staffed: bool
    alone: bool
    views: int
    opened: bool
    unread: int
    meeting: AgreedMeeting | None
    question: AskedQuestion | None
    offer: Offer | None
    reason: str | None
    meeting_off: datetime | None

    @property
    def zone(self) -> str:
        """The time zone of the place of work, else the employer's."""
        return self.location.zone if self.location else self.employer.zone


@dataclass(frozen=True, slots=True)
class OwnPage:
    """One page, how many applications each group has, how many were sent and not taken back, and the next key."""

    items: list[OwnListItem]
    counts: dict[OwnGroup, int]
    sent: int
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
_counts = (
    select(_group, func.count(), func.count().filter(applications.c.last_action != "withdraw"))
    .where(_of_user)
    .group_by(_group)
)
_ids: Any = bindparam("ids", expanding=True)
_viewer = func.coalesce(views.c.member_id, views.c.link_id, views.c.viewer).label("viewer")
_viewed_once = (
    select(_id, _viewer, views.c.answer)
    .join(sent, SAME_ANSWERS)
    .join(views, views.c.application_id == sent.c.id)
    .where(_id.in_(_ids), VIEWED)
    .distinct()
    .subquery()
)
_views = select(_viewed_once.c.id, func.count()).group_by(_viewed_once.c.id)
_opened = (
    select(_id)
    .join(sent, SAME_ANSWERS)
    .join(openings, openings.c.application_id == sent.c.id)
    .where(_id.in_(_ids), openings.c.ahead.is_(False))
    .distinct()
)
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
    select(moves.c.application_id, moves.c.reason, moves.c.calendar, moves.c.made_at)
    .join(applications, and_(_id == moves.c.application_id, applications.c.version == moves.c.number))
    .where(
        moves.c.application_id.in_(_ids),
        or_(applications.c.stage.in_(["declined", "closed"]), applications.c.last_action == "invite"),
    )
)


def own_page(tx: Tx, user_id: str, after: str | None) -> OwnPage:
    """Return a page of a candidate's applications; `after` is the key of the page before."""
    page = _page.where(_beyond(after)) if after else _page
    rows = tx.execute(page, {"user": user_id}).all()
    shown = [(row[0], Application(*row[1:])) for row in rows[:PAGE]]
    groups = tx.execute(_counts, {"user": user_id}).all()
    counts = {row[0]: row[1] for row in groups}
    next_key = _key(*shown[-1]) if len(rows) > PAGE else None
    by_group = {name: counts.get(at, 0) for at, name in enumerate(GROUPS)}
    return OwnPage(_items(tx, shown), by_group, sum(row[2] for row in groups), next_key)


def _items(tx: Tx, shown: Sequence[tuple[int, Application]]) -> list[OwnListItem]:
    ids = {"ids": [one.id for _, one in shown]}
    employers = several_employers(tx, {one.employer_id for _, one in shown})
    locations = several_locations(tx, {one.location_id for _, one in shown if one.location_id})
    members = members_of_several(tx, sorted(employers))
    seen, unread = _by_application(tx, _views, ids), _by_application(tx, _unread, ids)
    opened = set(tx.execute(_opened, ids).scalars())
    ended = {row.application_id: row for row in tx.execute(_endings, ids)}
    agreed = {row[0]: AgreedMeeting(*row[1:]) for row in tx.execute(_agreed, ids)}
    jobs = find_jobs(tx, {one.job_id for _, one in shown})
    # The last question of each is the one that is open.
    asked = {row[0]: AskedQuestion(*row[1:]) for row in tx.execute(_questions, _of(shown, "question_asked"))}
    offered = {row[0]: Offer(*row) for row in tx.execute(_offers, _of(shown, "offered", "hired"))}
    return [
        OwnListItem(
            application=without_stopped_date(members, one),
            job=jobs.get(one.job_id),
            group=GROUPS[group],
            employer=employers[one.employer_id],
            location=locations.get(one.location_id or ""),
            staffed=is_staffed(members, one),
            alone=is_alone(members, one),
            views=seen.get(one.id, 0),
            opened=one.id in opened,
            unread=unread.get(one.id, 0),
            meeting=agreed.get(one.id),
            question=asked.get(one.id),
            offer=offered.get(one.id),
            reason=ended[one.id].reason if one.id in ended else None,
            meeting_off=_meeting_off(ended.get(one.id)),
        )
        for group, one in shown
    ]


def _meeting_off(ending: Any) -> datetime | None:
    """The start of the meeting that an ending or other times canceled, if it was still ahead."""
    if ending is None or ending.calendar is None:
        return None
    start = datetime.fromisoformat(ending.calendar["startsAt"])
    return start if start > ending.made_at else None


def _of(shown: Sequence[tuple[int, Application]], *stages: str) -> dict[str, list[str]]:
    return {"ids": [one.id for _, one in shown if one.stage in stages]}


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
