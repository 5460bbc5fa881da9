"""What came back: what candidates answered, chose, accepted or refused, and meetings, most urgent first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from sqlalchemy import BindParameter, and_, bindparam, func, or_, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.access import access_with
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.meetings import Meeting
from dayshift.hiring.applications.models import DUE, applications, meetings, messages, moves, offers
from dayshift.hiring.applications.queries import COLUMNS, Application, grants_of, visible_to
from dayshift.hiring.applications.stages import Action, Stage
from dayshift.hiring.employers import Location, Member, locations_of

NewsReason = Literal[
    "answered", "none_fit", "look", "no_show", "canceled", "met", "meeting_over", "meeting", "accepted", "refused",
    "withdrew", "message",
]  # fmt: skip

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

TOLD_FOR = timedelta(days=7)
"""How long the end of an application is news. An accepted offer is, until the first day is over."""

AHEAD = timedelta(days=30)
"""Longest time from an accepted offer to the first day that is looked for."""

SOON = timedelta(days=1)
"""What has no date of its own is sorted as if it were due after this time."""

MAX_NEWS = 100

_UNTOUCHED: frozenset[Stage] = frozenset({"submitted", "in_review"})
"""Who withdraws from these stages ends nothing that a member has begun with them."""

_ids: BindParameter[list[str]] = bindparam("ids", expanding=True)
_last_moves = (
    select(moves.c.application_id, moves.c.from_stage, moves.c.member_id, moves.c.member_name, moves.c.words)
    .join(applications, and_(moves.c.application_id == applications.c.id, moves.c.number == applications.c.version))
    .where(applications.c.id.in_(_ids))
)
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
_owed_people = select(func.count(func.distinct(applications.c.user_id)))


@dataclass(frozen=True, slots=True)
class News:
    """One application and what came back. `name` is the first name alone once the candidate no longer shares.

    `words`: what the candidate wrote. `by`: the member who made the last move, `own` if it is the reader; for another
    look, the member who declined. `meets_at`: the meeting that was agreed. `offer`: the one that was accepted.
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

    @property
    def due(self) -> datetime:
        """When it is due: the reply, the meeting, or a day after it came."""
        if self.reason in {"meeting", "meeting_over"} and self.meets_at:
            return self.meets_at
        return self.application.reply_by or self.at + SOON


def news_of(tx: Tx, member: Member, zone: str, at: datetime) -> list[News]:
    """Return what came back to a member who hires, most urgent first, at most `MAX_NEWS`. `zone`: the employer's."""
    if member.role == "reviewer":
        return []
    last = applications.c.last_action
    found = [
        Application(*row)
        for row in tx.execute(
            select(*COLUMNS)
            .where(
                visible_to(member),
                or_(
                    DUE & last.in_(sorted(OWED_REASONS)),
                    last.in_(["refuse_offer", "withdraw"]) & (applications.c.changed_at > at - TOLD_FOR),
                    (last == "accept") & (applications.c.changed_at > at - AHEAD),
                ),
            )
            .order_by(func.coalesce(applications.c.reply_by, applications.c.changed_at), applications.c.id)
            .limit(MAX_NEWS)
        )
    ]
    unread = _unread(tx, member, {one.id for one in found})
    places = {location.id: location for location in locations_of(tx, member.employer_id)}
    rows = _rows(tx, member, found, places, at) + _told(tx, member, unread, places, at)
    return sorted((one for one in rows if _is_news(one, zone, at)), key=lambda one: (one.due, one.application.id))


def people_owed(tx: Tx, member: Member) -> int:
    """Return how many people wait for a reply that a member may give; somebody with two applications is one."""
    owed = DUE & applications.c.reply_by.is_not(None) & visible_to(member)
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
        reason = (OWED_REASONS if one.turn else ENDED_REASONS)[one.last_action]
        if reason == "withdrew" and move.from_stage in _UNTOUCHED:
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
                meets_at=starts_at, offer=offered.get(one.id) if reason == "accepted" else None,
            )
        )  # fmt: skip
    return rows


def _unread(tx: Tx, member: Member, known: set[str]) -> list[tuple[Application, str, datetime]]:
    """Return the other applications with messages that no member has read or acted on, with the latest of them."""
    unanswered = or_(messages.c.sent_at > applications.c.changed_at, applications.c.last_action == "view")
    found = (
        select(*COLUMNS, messages.c.text, messages.c.sent_at)
        .join(messages, messages.c.application_id == applications.c.id)
        .where(messages.c.sender == "candidate", messages.c.read_at.is_(None), visible_to(member), unanswered)
        .order_by(messages.c.sent_at)
        .limit(MAX_NEWS)
    )
    by_id = {}
    for row in tx.execute(found):
        if row.id not in known:
            by_id[row.id] = (Application(*row[: len(COLUMNS)]), row.text, row.sent_at)
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
        one.id: one.name if access_with(one, shared.get(one.user_id), at, contact=True).contact else one.first_name
        for one in found
    }


def _is_news(one: News, zone: str, at: datetime) -> bool:
    if one.offer is None:
        return True
    here = ZoneInfo(one.location.zone if one.location else zone)
    return bool(one.offer.start_on >= at.astimezone(here).date())
