"""A candidate's private calendar link: meetings with employers, first days and planned video interviews."""

from datetime import UTC, datetime, time, timedelta

from sqlalchemy import bindparam, delete, select

from dayshift.accounts import User, find_user, security_version_of
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.signing import opened_by, sign
from dayshift.hiring.applications.commitments import first_days_of_user
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.letters import first_day_in_words, title_with_place
from dayshift.hiring.applications.meetings import Meeting
from dayshift.hiring.applications.models import applications, calendar_feeds, meetings
from dayshift.hiring.applications.queries import COLUMNS, Application
from dayshift.hiring.employers import Location, find_employer, several_locations
from dayshift.interviews.room import Interview, planned_of
from dayshift.scheduling import Appointment

FEED = "candidate calendar"
"""Purpose of a signed link."""

PAST = timedelta(days=30)
"""How long a meeting stays in the feed, for calendars that refresh rarely."""

ADVERTISED = timedelta(minutes=45)
"""Length of a video interview in calendars."""

_feed = select(calendar_feeds.c.id, calendar_feeds.c.security_version).where(
    calendar_feeds.c.user_id == bindparam("user")
)
_owner = select(calendar_feeds.c.user_id, calendar_feeds.c.security_version).where(
    calendar_feeds.c.id == bindparam("id")
)
_insert = insert(calendar_feeds).on_conflict_do_nothing()
_delete = delete(calendar_feeds).where(calendar_feeds.c.user_id == bindparam("user"))
_agreed = (
    select(*COLUMNS, *(meetings.c[name].label(f"meeting_{name}") for name in Meeting.__slots__))
    .join(meetings, meetings.c.application_id == applications.c.id)
    .where(
        applications.c.user_id == bindparam("user"),
        meetings.c.state.in_(("chosen", "met")),
        meetings.c.starts_at >= bindparam("first"),
    )
    .order_by(meetings.c.starts_at, meetings.c.id)
)


def feed_key(tx: Tx, user_id: str) -> str | None:
    """Return the key of a candidate's calendar link; None if they have none, or a revocation has ended it."""
    row = tx.execute(_feed, {"user": user_id}).first()
    return sign(tx, FEED, row.id) if row and row.security_version == security_version_of(tx, user_id) else None


def create_feed(tx: Tx, user_id: str, at: datetime) -> str:
    """Return the key of a candidate's calendar link, and create the link if they have none."""
    if feed_key(tx, user_id) is None:
        revoke_feed(tx, user_id)
    version = security_version_of(tx, user_id)
    tx.execute(_insert, {"user_id": user_id, "id": new_id(), "security_version": version, "created_at": at})
    return sign(tx, FEED, tx.execute(_feed, {"user": user_id}).one().id)


def revoke_feed(tx: Tx, user_id: str) -> None:
    """Revoke a candidate's calendar link. Idempotent; the next one is another link."""
    tx.execute(_delete, {"user": user_id})


def owner_of(tx: Tx, key: str) -> User:
    """Return the candidate whose calendar a key opens. Raises `NotFound` for a wrong or revoked key."""
    row = tx.execute(_owner, {"id": opened_by(tx, FEED, key)}).first()
    user = find_user(tx, row.user_id) if row else None
    if row is None or user is None or row.security_version != security_version_of(tx, user.id):
        raise NotFound
    return user


def appointments_of(tx: Tx, user: User, product: str, url: str, host: str, at: datetime) -> list[Appointment]:
    """Return a candidate's meetings, first days and planned interviews, with the ids that their mails have."""
    rows = tx.execute(_agreed, {"user": user.id, "first": at - PAST})
    agreed = [(Application(*row[: len(COLUMNS)]), Meeting(*row[len(COLUMNS) :])) for row in rows]
    hired = first_days_of_user(tx, user.id, (at - PAST).date())
    employers = {application.employer_id for application, _ in [*agreed, *hired]}
    names = {one: find_employer(tx, one).name for one in employers}
    places = several_locations(tx, {one.location_id for one, _ in [*agreed, *hired] if one.location_id})
    return [
        *(
            meeting_in_calendar(
                application,
                meeting,
                names[application.employer_id],
                places.get(application.location_id or ""),
                url,
                host,
            )
            for application, meeting in agreed
        ),
        *(
            first_day_in_calendar(
                offer,
                first_day_in_words(
                    names[application.employer_id],
                    title_with_place(application.title, places.get(application.location_id or "")),
                    user.language,
                ),
                f"{url}/application?id={application.id}",
                host,
            )
            for application, offer in hired
        ),
        *(_interview(interview, product, url, host) for interview in planned_of(tx, user.id, at - PAST)),
    ]


def meeting_in_calendar(
    application: Application, meeting: Meeting, employer: str, location: Location | None, url: str, host: str
) -> Appointment:
    """Return an agreed meeting as the candidate's calendar entry."""
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the callers have checked it)
    link = f"{url}/application?id={application.id}"
    return Appointment(
        uid=f"{meeting.calendar_id}@{host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{employer}: {title_with_place(application.title, location)}",
        description=f"{meeting.place}. {meeting.ask_for}\n{link}",
        url=link,
        cancelled=False,
        made_at=meeting.created_at,
        place=meeting.place,
    )


def first_day_in_calendar(offer: Offer, summary: str, link: str, host: str) -> Appointment:
    """Return the first day of a job as a calendar entry of either side. A shift is free text, so it takes the day."""
    start = datetime.combine(offer.start_on, time(), UTC)
    return Appointment(
        uid=f"{offer.calendar_id}@{host}",
        sequence=0,
        start=start,
        end=start + timedelta(days=1),
        summary=summary,
        description="\n".join([offer.first_shift, offer.place, *([offer.bring] if offer.bring else []), link]),
        url=link,
        cancelled=False,
        made_at=offer.accepted_at or offer.made_at,
        place=offer.place,
        day=offer.start_on,
    )


def _interview(interview: Interview, product: str, url: str, host: str) -> Appointment:
    link = f"{url}/interviews"
    return Appointment(
        uid=f"{interview.id}@{host}",
        sequence=interview.sequence,
        start=interview.scheduled_at,
        end=interview.scheduled_at + ADVERTISED,
        summary=f"{product}: {interview.job_title}",
        description=link,
        url=link,
        cancelled=False,
        made_at=interview.created_at,
    )
