"""What came back, or did not: answers, times, offers, and meetings, most urgent first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, case, exists, func, or_, select, update

from dayshift.accounts import deletions_planned
from dayshift.core.db import Tx
from dayshift.hiring.applications.access import access_with
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.meetings import Meeting
from dayshift.hiring.applications.models import (
    DUE,
    UNDECIDED,
    applications,
    meetings,
    messages,
    moves,
    offers,
    stage_counts,
)
from dayshift.hiring.applications.queries import COLUMNS, Application, grants_of, visible_to
from dayshift.hiring.applications.stages import Action, Stage
from dayshift.hiring.employers import Location, Member
from dayshift.hiring.employers.models import postings

NewsReason = Literal[
    "answered", "none_fit", "look", "no_show", "canceled", "met", "meeting_over", "meeting", "unanswered", "accepted",
    "refused", "withdrew", "message",
]  # fmt: skip

JobLeft = Literal["open", "full", "over"]
"""Whether others can still get the job: 'full' has all openings filled and is to be closed, 'over' is closed."""

OWED_REASONS: Mapping[Action, NewsReason] = {
    "answer": "answered",
    "refuse_times": "none_fit",
    "look_again": "look",
    "no_show": "no_show",
    "cancel": "canceled",
    "meet": "met",
    "choose_time": "meeting",
}
"""By the last move, while it is the employer's turn."""

ENDED_REASONS: Mapping[Action, NewsReason] = {
    "accept": "accepted",
    "refuse_offer": "refused",
    "withdraw": "withdrew",
}
"""By the last move of an application that the candidate ended."""

CALM: frozenset[NewsReason] = frozenset({"meeting", "unanswered", "accepted", "no_show"})
"""Reasons for which a message that nobody has read is told, too: nothing else is owed, or it may say that they came."""

TOLD_FOR = timedelta(days=7)
"""How long the end of an application is news. An accepted offer is, until the first day is over."""

AHEAD = timedelta(days=30)
"""Longest time from an accepted offer to the first day that is looked for."""

SOON = timedelta(days=1)
"""What has no date of its own is sorted as if it were due after this time."""

EAST = timedelta(hours=14)
"""How far local time is ahead of UTC at most."""

MAX_NEWS = 100

_UNTOUCHED: frozenset[Stage] = frozenset({"submitted", "in_review"})
"""Who withdraws from these stages ends nothing that a member has begun with them: that is news for a day only."""

_ids: BindParameter[list[str]] = bindparam("ids", expanding=True)
_hired = (
    select(func.coalesce(func.sum(stage_counts.c["count"]), 0))
    .where(stage_counts.c.posting_id == postings.c.id, stage_counts.c.stage == "hired")
    .correlate(postings)
    .scalar_subquery()
)
_is_over = or_(postings.c.state.not_in(["live", "paused"]), postings.c.removal_due_at.is_not(None))
_is_full = and_(postings.c.always_hiring.is_(False), _hired >= postings.c.openings)
_last_moves = (
    select(
        moves.c.application_id, moves.c.from_stage, moves.c.member_id, moves.c.member_name, moves.c.words,
        case((_is_over, "over"), (_is_full, "full"), else_="open").label("job"),
    )
    .join(applications, and_(moves.c.application_id == applications.c.id, moves.c.number == applications.c.version))
    .join(postings, postings.c.id == applications.c.posting_id)
    .where(applications.c.id.in_(_ids))
)  # fmt: skip
_answers = (
    select(messages.c.application_id, messages.c.text)
    .join(applications, applications.c.id == messages.c.application_id)
    .where(
        applications.c.id.in_(_ids), messages.c.sender == "candidate", messages.c.sent_at == applications.c.changed_at
    )
)
_meetings = (
    select(*(meetings.c[name] for name in Meeting.__slots__))
    .where(meetings.c.application_id.in_(_ids))
    .order_by(meetings.c.created_at, meetings.c.id)
)
_offers = select(*(offers.c[name] for name in Offer.__slots__)).where(offers.c.application_id.in_(_ids))
_overdue = select(offers.c.application_id).where(
    or_(offers.c.answer_by < bindparam("tomorrow"), offers.c.start_on < bindparam("tomorrow"))
)
_unanswered = (applications.c.stage == "offered") & applications.c.id.in_(_overdue)
_not_put_away = func.coalesce(applications.c.news_read_version, 0) < applications.c.version
_put_away = (
    update(applications)
    .where(applications.c.id == bindparam("application"))
    .values(news_read_version=applications.c.version)
)
_owed_people = select(func.count(func.distinct(applications.c.user_id)))


@dataclass(frozen=True, slots=True)
class News:
    """One application and what came back. `name` is the first name alone once the candidate no longer shares.

    `words`: what the candidate wrote. `by`: the member who made the last move, `own` if it is the reader; for another
    look, the member who declined. `meets_at`: the meeting that was agreed. `offer`: the one that was accepted, or not
    answered by its day. `deletes_at`: when somebody who accepted deletes the account. `job`: what is left of the job
    that somebody gave up. `wrote`: the latest unread message, if it is not the reason.
    """

    application: Application
    location: Location | None
    name: str
    reason: NewsReason
    at: datetime
    words: str | None
    by: str | None
    own: bool
    meets_at: datetime | None
    offer: Offer | None
    deletes_at: datetime | None = None
    job: JobLeft = "open"
    wrote: str | None = None

    @property
    def missed(self) -> bool:
        """Whether the last word is that the candidate did not come, which the member can correct."""
        return self.application.last_action == "no_show"

    @property
    def due(self) -> datetime:
        """When it is due: the reply, the meeting, or a day after it came."""
        if self.reason in {"meeting", "meeting_over"} and self.meets_at:
            return self.meets_at
        return self.application.reply_by or self.at + SOON


def news_of(
    tx: Tx, member: Member, places: Mapping[str, Location], zone: str, stopped: frozenset[str], at: datetime
) -> list[News]:
    """Return what came back to a member who hires, most urgent first and withdrawals last.

    At most `MAX_NEWS`. `zone`: the employer's. `stopped`: the applications whose reply date does not run.
    """
    if member.role == "reviewer":
        return []
    last = applications.c.last_action
    found = [
        Application(*row)
        for row in tx.execute(
            select(*COLUMNS)
            .where(
                visible_to(member),
                UNDECIDED,
                or_(
                    DUE & last.in_(sorted(OWED_REASONS)),
                    last.in_(["refuse_offer", "withdraw"])
                    & (applications.c.changed_at > at - TOLD_FOR)
                    & _not_put_away,
                    (last == "accept") & (applications.c.changed_at > at - AHEAD),
                    _unanswered,
                ),
            )
            .order_by(
                last == "withdraw", func.coalesce(applications.c.reply_by, applications.c.changed_at), applications.c.id
            )
            .limit(MAX_NEWS),
            {"tomorrow": (at + EAST).date()},
        )
    ]
    unread = _unread(tx, member)
    dated = [replace(one, reply_by=None) if one.id in stopped else one for one in found]
    rows = _rows(tx, member, dated, places, at)
    owed = {one.application.id for one in rows if one.reason not in CALM}
    meets = {one.application.id: one.meets_at for one in rows if one.reason == "meeting"}
    told = _told(tx, member, [one for one in unread if one[0].id not in owed], places, at)
    known = {one.application.id for one in told}
    # A message says which meeting was agreed; what became of an offer stays beside it.
    rows = [one for one in rows if one.offer or one.application.id not in known]
    wrote = {one.id: text for one, text, _ in unread}
    rows = [replace(one, wrote=wrote.get(one.application.id)) if one.application.id in owed else one for one in rows]
    rows += [replace(one, meets_at=meets.get(one.application.id)) for one in told]
    shown = [one for one in rows if _is_news(one, zone, at)]
    leaving = deletions_planned(tx, [one.application.user_id for one in shown if one.reason == "accepted"])
    shown = [replace(one, deletes_at=leaving.get(one.application.user_id)) for one in shown]
    return sorted(shown, key=lambda one: (one.reason == "withdrew", one.due, one.application.id))


def put_away(tx: Tx, application_id: str) -> None:
    """Show no more, to no member, that a candidate ended this application."""
    tx.execute(_put_away, {"application": application_id})


def people_owed(tx: Tx, member: Member, counted: ColumnElement[bool]) -> int:
    """Return how many people wait for a reply that a member may give; somebody with two applications is one."""
    owed = DUE & UNDECIDED & applications.c.reply_by.is_not(None) & visible_to(member) & counted
    return int(tx.execute(_owed_people.where(owed)).scalar_one())


def _rows(
    tx: Tx, member: Member, found: Sequence[Application], places: Mapping[str, Location], at: datetime
) -> list[News]:
    ids = {"ids": [one.id for one in found]}
    last = {row.application_id: row for row in tx.execute(_last_moves, ids)}
    answers = {row.application_id: row.text for row in tx.execute(_answers, ids)}
    agreed = {row.application_id: Meeting(*row) for row in tx.execute(_meetings, ids)}
    offered = {row.application_id: Offer(*row) for row in tx.execute(_offers, ids)}
    names = _names(tx, member, found, at)
    rows = []
    for one in found:
        move, meeting = last[one.id], agreed.get(one.id)
        reason = _reason_of(one)
        if reason == "withdrew" and move.from_stage in _UNTOUCHED and one.changed_at <= at - SOON:
            continue
        starts_at = meeting.starts_at if meeting else None
        if reason == "meeting" and starts_at and starts_at <= at:
            reason = "meeting_over"
        declined = reason == "look"
        rows.append(
            News(
                application=one, location=places.get(one.location_id or ""), name=names[one.id], reason=reason,
                at=one.changed_at,
                words=answers.get(one.id) if reason == "answered" else move.words,
                by=None if declined else move.member_name,
                own=(one.declined_by if declined else move.member_id) == member.id,
                meets_at=starts_at, offer=offered.get(one.id) if reason in {"accepted", "unanswered"} else None,
                job=move.job,
            )
        )  # fmt: skip
    return rows


def _reason_of(one: Application) -> NewsReason:
    if one.stage == "offered":
        return "unanswered"
    return (OWED_REASONS if one.turn else ENDED_REASONS)[one.last_action]


def _unread(tx: Tx, member: Member) -> list[tuple[Application, str, datetime]]:
    """Return the applications with messages that no member has read or acted on, with the latest of them."""
    # Who ended the application waits for no answer to what they wrote before.
    is_open = or_(
        messages.c.sent_at > applications.c.changed_at, applications.c.last_action.not_in(["withdraw", "refuse_offer"])
    )
    unanswered = ~exists().where(
        moves.c.application_id == applications.c.id,
        moves.c.actor != "candidate",
        moves.c.action != "view",
        moves.c.made_at >= messages.c.sent_at,
    )
    found = (
        select(*COLUMNS, messages.c.text, messages.c.sent_at)
        .join(messages, messages.c.application_id == applications.c.id)
        .where(
            messages.c.sender == "candidate",
            messages.c.read_at.is_(None),
            visible_to(member),
            UNDECIDED,
            is_open,
            unanswered,
        )
        .order_by(messages.c.sent_at)
        .limit(MAX_NEWS)
    )
    by_id = {row.id: (Application(*row[: len(COLUMNS)]), row.text, row.sent_at) for row in tx.execute(found)}
    return list(by_id.values())


def _told(
    tx: Tx,
    member: Member,
    unread: Sequence[tuple[Application, str, datetime]],
    places: Mapping[str, Location],
    at: datetime,
) -> list[News]:
    names = _names(tx, member, [one for one, _, _ in unread], at)
    return [
        News(
            application=one, location=places.get(one.location_id or ""), name=names[one.id], reason="message",
            at=sent_at, words=text, by=None, own=False, meets_at=None, offer=None,
        )
        for one, text, sent_at in unread
    ]  # fmt: skip


def _names(tx: Tx, member: Member, found: Sequence[Application], at: datetime) -> dict[str, str]:
    shared = grants_of(tx, member.employer_id, [one.user_id for one in found])
    return {
        one.id: one.shown_name(contact=access_with(one, shared.get(one.user_id), at, contact=True).contact)
        for one in found
    }


def _is_news(one: News, zone: str, at: datetime) -> bool:
    if one.offer is None:
        return True
    here = ZoneInfo(one.location.zone if one.location else zone)
    today = at.astimezone(here).date()
    if one.reason == "unanswered":
        days = (one.offer.answer_by, one.offer.start_on)
        return any(day is not None and day < today for day in days)
    return bool(one.offer.start_on >= today)
