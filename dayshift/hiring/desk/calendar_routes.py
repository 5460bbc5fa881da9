"""HTTP: the calendar of members, and its feed."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors, tagged
from dayshift.core.schemas import Reply, WireTime
from dayshift.core.signing import opened_by, sign
from dayshift.dependencies import Config, Db
from dayshift.hiring.desk.calendar import Entry, calendar_of
from dayshift.hiring.employers import (
    Hiring,
    Member,
    RoleRequired,
    SecondFactorRequired,
    StaffSignInRequired,
    find_employer,
    find_member,
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
    """A meeting, or an invitation without a chosen time: `startsAt` is null, the candidate chooses from `offered`."""

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


class CalendarReply(Reply):
    """Meetings and invitations, earliest first. `feed` is the member's private link for calendar apps."""

    entries: list[EntryReply]
    feed: str


@router.get("/api/desk/calendar", responses=errors(StaffSignInRequired, SecondFactorRequired, RoleRequired))
async def read_calendar(
    member: Hiring,
    db: Db,
    config: Config,
    first: Annotated[WireTime, Query(alias="from")],
    until: Annotated[WireTime, Query()],
) -> CalendarReply:
    """Meetings that begin between two instants, and invitations with a time between them."""
    if not first < until <= first + MAX_SPAN:
        raise InvalidRequest(fields={"until": "Please choose up to 62 days"})

    def load(tx: Tx) -> tuple[list[Entry], str]:
        return calendar_of(tx, member, first, until), sign(tx, FEED, f"{member.id}:{member.security_version}")

    entries, token = await db.read(load)
    url = f"{config.public_url.rstrip('/')}/api/desk/calendar/{token}/feed.ics"
    return CalendarReply(entries=[_entry(one, member) for one in entries], feed=url)


@router.get("/api/desk/calendar/{key}/feed.ics", response_class=Response, responses=_CALENDAR | errors(NotFound))
async def read_feed(
    key: Annotated[str, StringConstraints(max_length=120)], request: Request, db: Db, config: Config
) -> Response:
    """The member's own meetings as a feed that calendars subscribe to. Any revocation ends the link."""
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
        host = config.mail_from.rpartition("@")[2]
        url = config.public_url.rstrip("/")
        employer = find_employer(tx, member.employer_id)
        return feed(employer.name, [_appointment(one, url, host) for one in own])

    return tagged(request, await db.read(load), "text/calendar", {"Cache-Control": "private, no-cache"})


def _entry(entry: Entry, member: Member) -> EntryReply:
    application, meeting = entry.application, entry.meeting
    return EntryReply.model_validate(
        {
            "id": application.id,
            "first_name": application.first_name,
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
            "mine": meeting.member_id == member.id,
        }
    )


def _appointment(entry: Entry, url: str, host: str) -> Appointment:
    application, meeting = entry.application, entry.meeting
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the caller has checked it)
    link = f"{url}/desk/applications/{application.id}"
    return Appointment(
        uid=f"{meeting.calendar_id}@{host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{application.first_name}: {application.title}",
        description=f"{meeting.place}\n{link}",
        url=link,
        cancelled=False,
        made_at=meeting.created_at,
        place=meeting.place,
    )
