"""HTTP: the calendar of members, and its feed."""

from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import StringConstraints

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors, tagged
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.outgoing import Outgoing, OutgoingRefused
from dayshift.core.schemas import Body, Ok, Reply, WireTime
from dayshift.core.signing import opened_by, sign
from dayshift.dependencies import Config, Db, Limiter
from dayshift.hiring.applications.access import name_for_members
from dayshift.hiring.applications.calendar_feed import first_day_in_calendar
from dayshift.hiring.applications.clashes import clashes, read_regularly
from dayshift.hiring.applications.letters import first_day_of_in_words, title_with_place
from dayshift.hiring.applications.meetings import Busy
from dayshift.hiring.desk.calendar import Entry, FirstDay, calendar_of, first_days_of
from dayshift.hiring.employers import (
    MAX_BYTES,
    ROLE_ERRORS,
    CalendarUnreadable,
    Hiring,
    Member,
    OwnCalendar,
    find_employer,
    find_member,
    find_own_calendar,
    plain_address,
    put_own_calendar,
    read_busy_times,
    remove_own_calendar,
    zone_of_member,
)
from dayshift.scheduling import Appointment, feed

router = APIRouter(tags=["desk"])

FEED = "staff calendar"
"""Purpose of a signed link."""

PAST, AHEAD = timedelta(days=30), timedelta(days=90)
"""What a feed contains."""

MAX_SPAN = timedelta(days=62)
"""Longest stretch in one request."""

_CALENDAR: dict[int | str, dict[str, Any]] = {
    200: {"description": "An iCalendar feed", "content": {"text/calendar": {"schema": {"type": "string"}}}}
}


class EntryReply(Reply):
    """A meeting, or an invitation without a chosen time: `startsAt` is null, the candidate chooses from `offered`.

    `offered` lacks the times at which the member has agreed to meet somebody else: empty if none is left.
    `clashes`: its times at which the own calendar of the member who reads this has something by now.
    """

    id: str
    first_name: str
    title: str
    location: str | None
    version: int
    state: Literal["offered", "chosen", "met", "no_show"]
    starts_at: datetime | None
    offered: list[datetime]
    minutes: int
    zone: str
    place: str
    ask_for: str
    member: str | None
    mine: bool
    clashes: list[datetime]


class FirstDayReply(Reply):
    """The first day of somebody who accepted an offer. `member`: who made the offer.

    `deletesAt`: when they delete their account; `zone`: of the place of work.
    """

    id: str
    first_name: str
    title: str
    location: str | None
    start_on: date
    first_shift: str
    place: str
    member: str | None
    mine: bool
    deletes_at: datetime | None
    zone: str | None


class OwnCalendarReply(Reply):
    """The member's own calendar. Of its secret address only the host is shown.

    `problem`: why it could not be read since `readAt`; the busy times are from then.
    """

    host: str
    read_at: datetime
    problem: Literal["gone", "unreachable", "not_calendar", "too_big"] | None


class OwnCalendarEntry(Body):
    """The secret address of a member's own calendar: https, or webcal."""

    address: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]


class CalendarReply(Reply):
    """Meetings and invitations, earliest first. `feed` is the member's private link for calendar apps.

    `first_days`: of the people hired, from the first day asked for on, however far ahead.
    """

    entries: list[EntryReply]
    first_days: list[FirstDayReply]
    feed: str
    own: OwnCalendarReply | None


OWN = "/api/desk/calendar/own"

CONNECT = Rule("connect a calendar", 20, 3600)
"""Per member."""


@router.get("/api/desk/calendar", responses=errors(*ROLE_ERRORS))
async def read_calendar(
    member: Hiring,
    db: Db,
    config: Config,
    first: Annotated[WireTime, Query(alias="from")],
    until: Annotated[WireTime, Query()],
) -> CalendarReply:
    """Meetings that begin between two instants, invitations with a time between them, and first days after them."""
    if not first < until <= first + MAX_SPAN:
        raise InvalidRequest(fields={"until": "Please choose up to 62 days"})

    def load(tx: Tx) -> tuple[list[Entry], list[FirstDay], OwnCalendar | None, str]:
        token = sign(tx, FEED, f"{member.id}:{member.security_version}")
        entries, starts = calendar_of(tx, member, first, until), first_days_of(tx, member, first.date())
        return entries, starts, find_own_calendar(tx, member.id), token

    entries, starts, own, token = await db.read(load)
    url = f"{config.public_url.rstrip('/')}/api/desk/calendar/{token}/feed.ics"
    busy = own.times if own else []
    found = [_entry(one, member, busy) for one in entries]
    return CalendarReply(
        entries=found,
        first_days=[_first_day(one) for one in starts],
        feed=url,
        own=OwnCalendarReply.model_validate(own) if own else None,
    )


@router.put(OWN, responses=errors(*ROLE_ERRORS, CalendarUnreadable, RateLimited))
async def connect_own_calendar(
    body: OwnCalendarEntry, member: Hiring, db: Db, config: Config, limits: Limiter
) -> OwnCalendarReply:
    """Read the member's own calendar now, and regularly from now on. Only its busy times are kept."""
    await limits.count(CONNECT, member.id)
    outgoing = Outgoing(config.private_addresses_allowed, max_bytes=MAX_BYTES)
    address = plain_address(body.address)
    try:
        outgoing.check(address)
    except OutgoingRefused:
        raise CalendarUnreadable(problem="refused") from None
    zone = await db.lookup(zone_of_member, member.id)
    busy = await read_busy_times(outgoing, address, zone, config.mail_host)

    def write(tx: Tx) -> OwnCalendar | None:
        put_own_calendar(tx, member.id, address, busy, now())
        read_regularly(tx, member.id)
        _record(tx, member)
        return find_own_calendar(tx, member.id)

    return OwnCalendarReply.model_validate(await db.write(write))


@router.delete(OWN, responses=errors(*ROLE_ERRORS))
async def remove_calendar(member: Hiring, db: Db) -> Ok:
    """Forget the member's own calendar: the address and the busy times. Idempotent."""

    def write(tx: Tx) -> None:
        remove_own_calendar(tx, member.id)
        _record(tx, member)

    await db.write(write)
    return Ok()


@router.get("/api/desk/calendar/{key}/feed.ics", response_class=Response, responses=_CALENDAR | errors(NotFound))
async def read_feed(
    key: Annotated[str, StringConstraints(max_length=120)], request: Request, db: Db, config: Config
) -> Response:
    """The member's own meetings, and first days of those they hired, as a feed. Any revocation ends the link."""
    at = now()

    def load(tx: Tx) -> bytes:
        member_id, _, version = opened_by(tx, FEED, key).partition(":")
        member = find_member(tx, member_id)
        if member is None or member.state != "active" or member.role == "reviewer":
            raise NotFound
        if str(member.security_version) != (version or "0"):  # Links from before there were versions have none.
            raise NotFound
        found = calendar_of(tx, member, at - PAST, at + AHEAD)
        own = [one for one in found if one.meeting.member_id == member.id and one.meeting.starts_at]
        host = config.mail_host
        url = config.public_url.rstrip("/")
        employer = find_employer(tx, member.employer_id)
        starts = [one for one in first_days_of(tx, member, (at - PAST).date()) if one.mine]
        return feed(
            employer.name,
            [
                *(_appointment(one, name_for_members(tx, one.application, at), url, host) for one in own),
                *(_first_day_in_feed(tx, one, member, url, host, at) for one in starts),
            ],
        )

    return tagged(request, await db.read(load), "text/calendar", {"Cache-Control": "private, no-cache"})


def _record(tx: Tx, member: Member) -> None:
    record(
        tx, "member.changed", "member", member.id,
        subject="member", subject_id=member.id, employer_id=member.employer_id, details={"fields": "calendar"},
    )  # fmt: skip


def _entry(entry: Entry, member: Member, busy: Busy) -> EntryReply:
    application, meeting = entry.application, entry.meeting
    mine = meeting.member_id == member.id
    return EntryReply.model_validate(
        {
            "id": application.id,
            "first_name": application.called,
            "title": application.title,
            "location": entry.location.name if entry.location else None,
            "version": application.version,
            "state": meeting.state,
            "starts_at": meeting.starts_at,
            "offered": [datetime.fromisoformat(one) for one in meeting.offered],
            "minutes": meeting.minutes,
            "zone": meeting.zone,
            "place": meeting.place,
            "ask_for": meeting.ask_for,
            "member": entry.member,
            "mine": mine,
            "clashes": clashes(meeting, busy, now()) if mine else [],
        }
    )


def _first_day(entry: FirstDay) -> FirstDayReply:
    application, offer = entry.application, entry.offer
    return FirstDayReply(
        id=application.id,
        first_name=application.called,
        title=application.title,
        location=entry.location.name if entry.location else None,
        start_on=offer.start_on,
        first_shift=offer.first_shift,
        place=offer.place,
        member=entry.member,
        mine=entry.mine,
        deletes_at=entry.deletes_at,
        zone=entry.location.zone if entry.location else None,
    )


def _first_day_in_feed(tx: Tx, entry: FirstDay, member: Member, url: str, host: str, at: datetime) -> Appointment:
    application = entry.application
    job = title_with_place(application.title, entry.location)
    summary = first_day_of_in_words(name_for_members(tx, application, at), job, member.language)
    link = f"{url}/desk/applications/{application.id}"
    return first_day_in_calendar(entry.offer, summary, link, host)


def _appointment(entry: Entry, name: str, url: str, host: str) -> Appointment:
    application, meeting = entry.application, entry.meeting
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the caller has checked it)
    link = f"{url}/desk/applications/{application.id}"
    return Appointment(
        uid=f"{meeting.calendar_id}@{host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{name}: {title_with_place(application.title, entry.location)}",
        description=f"{meeting.place}\n{link}",
        url=link,
        cancelled=False,
        made_at=meeting.created_at,
        place=meeting.place,
    )
