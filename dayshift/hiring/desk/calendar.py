"""The calendar of members: free times, invitations that are out, and meetings that were agreed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.meetings import Meeting
from dayshift.hiring.applications.models import applications, meetings
from dayshift.hiring.applications.queries import COLUMNS, Application, visible_to
from dayshift.hiring.employers import Location, Member, locations_of, members_of

STEP = timedelta(minutes=30)
"""Between two times that can be offered."""

NOTICE = timedelta(hours=1)
"""The least time between an invitation and the first time in it."""

DAYS = 7
"""How many days ahead times can be offered, today included."""

OPENS, CLOSES = "09:00", "17:00"
"""Hours of a location that has not said its own."""

OFFICE_HOURS = range(9, 17)

EVENING = time(15)
NOON = time(12)
SATURDAY = 5

MAX_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class FreeTime:
    """A time that can be offered; `busy`: the member has agreed to meet somebody then."""

    starts_at: datetime
    busy: bool


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
_offered = (meetings.c.state == "offered") & (applications.c.stage == "invited")


def days_of(
    hours: Hours, minutes: int, busy: Sequence[tuple[datetime, datetime]], at: datetime, days: int = DAYS
) -> list[Day]:
    """Return the times of the next days at which a meeting of `minutes` fits into the opening hours. Pure."""
    zone = ZoneInfo(hours.zone)
    first = at.astimezone(zone).date()
    length = timedelta(minutes=minutes)
    found = []
    for day in (first + timedelta(days=number) for number in range(days)):
        times = [
            FreeTime(start, any(start < end and begin < start + length for begin, end in busy))
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
    """Return what a member may see: meetings that begin in [first, until), and invitations with a time in it."""
    visible = visible_to(member)
    both = select(*COLUMNS, *_MEETING).join(meetings, _of_application)
    values = {"first": first, "until": until}
    rows = [
        *tx.execute(both.where(visible, _agreed).order_by(meetings.c.starts_at).limit(MAX_ENTRIES), values),
        *tx.execute(both.where(visible, _offered).order_by(meetings.c.created_at.desc()).limit(MAX_ENTRIES)),
    ]
    names = {one.id: one.name for one in members_of(tx, member.employer_id)}
    places = {one.id: one for one in locations_of(tx, member.employer_id)}
    entries = []
    for row in rows:
        application, meeting = Application(*row[: len(COLUMNS)]), Meeting(*row[len(COLUMNS) :])
        offered = [datetime.fromisoformat(one) for one in meeting.offered]
        if meeting.starts_at is None and not any(first <= one < until for one in offered):
            continue
        location = places.get(application.location_id or "")
        entries.append(Entry(application, meeting, names.get(meeting.member_id or ""), location))
    return sorted(entries, key=lambda one: (begin_of(one.meeting), one.application.id))


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
