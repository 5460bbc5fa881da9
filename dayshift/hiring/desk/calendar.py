"""The calendar of members: free times, invitations that are out, and meetings that were agreed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, select

from dayshift.accounts import deletions_planned
from dayshift.core.db import Tx
from dayshift.hiring.applications.access import in_charge
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.meetings import Busy, Meeting, all_without_taken, overlaps
from dayshift.hiring.applications.models import applications, meetings, moves, offers
from dayshift.hiring.applications.queries import COLUMNS, Application, visible_to
from dayshift.hiring.employers import Location, Member, locations_of, members_of

STEP = timedelta(minutes=30)
"""Between two times that can be offered."""

NOTICE = timedelta(hours=2)
"""The least time between an invitation and the first time in it."""

DAYS = 7
"""How many days ahead times can be offered, today included."""

OPENS, CLOSES = "08:00", "21:00"
"""Hours of a location that has not said its own: many candidates work until the evening."""

OFFICE_HOURS = range(9, 17)

EVENING = time(15)
NOON = time(12)
SATURDAY = 5

MAX_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class FreeTime:
    """A time that can be offered; `busy`: the member has agreed to meet somebody then.

    `elsewhere`: the member's own calendar has something then.
    """

    starts_at: datetime
    busy: bool
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A local day with its times."""

    day: date
    times: list[FreeTime]


@dataclass(frozen=True, slots=True)
class Hours:
    """Opening hours in a location's zone, such as '06:00' to '22:00'; '17:00' to '02:00' ends on the next day."""

    zone: str
    opens_at: str | None
    closes_at: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """An invitation or a meeting in the calendar; `member` is the name of the member to meet."""

    application: Application
    meeting: Meeting
    member: str | None
    location: Location | None


@dataclass(frozen=True, slots=True)
class FirstDay:
    """The first day of somebody who accepted an offer. `member`: who made it; `mine`: the reader is in charge of it.

    `deletes_at`: when they delete their account.
    """

    application: Application
    offer: Offer
    member: str | None
    location: Location | None
    mine: bool
    deletes_at: datetime | None


_MEETING = [meetings.c[name].label(f"meeting_{name}") for name in Meeting.__slots__]
_of_application = meetings.c.application_id == applications.c.id
_agreed = (
    meetings.c.state.in_(("chosen", "met", "no_show"))
    & (meetings.c.starts_at >= bindparam("first"))
    & (meetings.c.starts_at < bindparam("until"))
)
_latest = (
    select(meetings.c.starts_at)
    .where(meetings.c.member_id == bindparam("member"), meetings.c.starts_at.is_not(None))
    .order_by(meetings.c.starts_at.desc())
    .limit(30)
)
_offer_author = (
    select(moves.c.member_id)
    .where(moves.c.application_id == applications.c.id, moves.c.action == "offer")
    .order_by(moves.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_first_days = (
    select(*COLUMNS, *(offers.c[name].label(f"offer_{name}") for name in Offer.__slots__), _offer_author)
    .join(offers, offers.c.application_id == applications.c.id)
    .where(applications.c.stage == "hired", offers.c.start_on >= bindparam("first"))
    .order_by(offers.c.start_on, applications.c.id)
    .limit(MAX_ENTRIES)
)
_offered = (meetings.c.state == "offered") & (applications.c.stage == "invited")


def days_of(hours: Hours, minutes: int, busy: Busy, at: datetime, days: int = DAYS, elsewhere: Busy = ()) -> list[Day]:
    """Return the times of the next days at which a meeting of `minutes` fits into the opening hours. Pure."""
    zone = ZoneInfo(hours.zone)
    first = at.astimezone(zone).date()
    length = timedelta(minutes=minutes)
    found = []
    for day in (first + timedelta(days=number) for number in range(days)):
        times = [
            FreeTime(start, overlaps(start, length, busy), overlaps(start, length, elsewhere))
            for start in _starts(hours, day, length)
            if start >= at + NOTICE
        ]
        if times:
            found.append(Day(day, times))
    return found


def usual_hours(tx: Tx, member_id: str, zone: str) -> frozenset[int]:
    """Return the local hours at which a member's latest meetings began; office hours for somebody who had none."""
    here = ZoneInfo(zone)
    hours = {one.astimezone(here).hour for one in tx.execute(_latest, {"member": member_id}).scalars()}
    return frozenset(hours or OFFICE_HOURS)


def fits(availability: Sequence[str], local: datetime) -> bool:
    """Whether a candidate said that they can work at this local time, as far as the quick answers tell."""
    weekend = local.weekday() >= SATURDAY
    return (
        "very-flexible" in availability
        or (weekend and "weekends" in availability)
        or (not weekend and "weekday-mornings" in availability and local.time() < NOON)
        or (not weekend and "weekday-evenings" in availability and local.time() >= EVENING)
    )


def calendar_of(tx: Tx, member: Member, first: datetime, until: datetime) -> list[Entry]:
    """Return what a member may see: meetings that begin in [first, until), and invitations with a time in it.

    Of the times of an invitation only those are left that nobody else took.
    """
    visible = visible_to(member)
    both = select(*COLUMNS, *_MEETING).join(meetings, _of_application)
    values = {"first": first, "until": until}
    rows = [
        *tx.execute(both.where(visible, _agreed).order_by(meetings.c.starts_at).limit(MAX_ENTRIES), values),
        *tx.execute(both.where(visible, _offered).order_by(meetings.c.created_at.desc()).limit(MAX_ENTRIES)),
    ]
    found = [(Application(*row[: len(COLUMNS)]), Meeting(*row[len(COLUMNS) :])) for row in rows]
    found = [
        (one, meeting) for one, meeting in found if first <= begin_of(meeting) < until or _offers(meeting, first, until)
    ]
    found.sort(key=lambda one: (begin_of(one[1]), one[0].id))
    left = all_without_taken(tx, [meeting for _, meeting in found])
    names = {one.id: one.name for one in members_of(tx, member.employer_id)}
    places = {one.id: one for one in locations_of(tx, member.employer_id)}
    return [
        Entry(one, meeting, names.get(meeting.member_id or ""), places.get(one.location_id or ""))
        for (one, _), meeting in zip(found, left, strict=True)
    ]


def _offers(meeting: Meeting, first: datetime, until: datetime) -> bool:
    return meeting.starts_at is None and any(first <= datetime.fromisoformat(one) < until for one in meeting.offered)


def first_days_of(tx: Tx, member: Member, first: date) -> list[FirstDay]:
    """Return the first days from `first` on of the people hired where a member may see it, earliest first."""
    rows = tx.execute(_first_days.where(visible_to(member)), {"first": first}).all()
    members = members_of(tx, member.employer_id) if rows else []
    names = {one.id: one.name for one in members}
    places = {one.id: one for one in locations_of(tx, member.employer_id)} if rows else {}
    found, leaving = [], deletions_planned(tx, [row.user_id for row in rows])
    for row in rows:
        application, offer = Application(*row[: len(COLUMNS)]), Offer(*row[len(COLUMNS) : -1])
        mine = any(one.id == member.id for one in in_charge(members, application, row[-1]))
        place, deletes_at = places.get(application.location_id or ""), leaving.get(application.user_id)
        found.append(FirstDay(application, offer, names.get(row[-1]), place, mine, deletes_at))
    return found


def begin_of(meeting: Meeting) -> datetime:
    """When a meeting begins: the time that was chosen, else the first that was offered."""
    return meeting.starts_at or min(map(datetime.fromisoformat, meeting.offered))


def _starts(hours: Hours, day: date, length: timedelta) -> Iterator[datetime]:
    """The local day's times in UTC. Times that the clock skips or repeats are left out."""
    zone = ZoneInfo(hours.zone)
    opens, closes = (time.fromisoformat(one) for one in (hours.opens_at or OPENS, hours.closes_at or CLOSES))
    start = datetime.combine(day, opens)
    end = datetime.combine(day + timedelta(days=closes <= opens), closes)
    while start + length <= end and start.date() == day:
        exact = start.replace(tzinfo=zone)
        again = exact.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
        if again == start and exact.utcoffset() == exact.replace(fold=1).utcoffset():
            yield exact.astimezone(UTC)
        start += STEP
