"""Busy times in an iCalendar file (RFC 5545), read in a child process with limits: the file is a stranger's.

Recurring events are expanded with dateutil, in the local time of their own zone, so that a meeting at nine stays at
nine when the clock changes. Only the times leave the child: no titles, places or people.
"""

import asyncio
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from itertools import pairwise
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MEMORY_BYTES = 512 * 1024 * 1024
CPU_SECONDS = 20
"""Processor time for one file: 5 MB of events that all lie ahead take less."""
WALL_SECONDS = 60
AT_ONCE = 2
"""Files that are read at the same time."""
MAX_TIMES = 2000
"""Busy times in one answer."""
LONGEST = timedelta(days=40)
"""Events that began longer ago are over."""

Problem = Literal["not_calendar", "too_big"]
Busy = tuple[datetime, datetime]


class CalendarUnreadable(Exception):
    """The file is no calendar, or it takes too long to read; `problem` says which."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


async def read_busy(content: bytes, zone: str, first: datetime, until: datetime, own: str = "") -> list[Busy]:
    """Return the busy times in [first, until): merged, in order, in UTC. Raises `CalendarUnreadable`.

    `zone` is for times without one. Events of the host `own` are left out: they are our own invitations.
    """
    head = json.dumps({"zone": zone, "first": first.isoformat(), "until": until.isoformat(), "own": own}).encode()
    work = asyncio.get_running_loop().run_in_executor(_threads(), _ask, head + b"\n" + content)
    answer = await work
    if problem := answer.get("problem"):
        raise CalendarUnreadable(problem)
    return [(datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in answer["busy"]]


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(AT_ONCE, "calendar")


def _ask(request: bytes) -> dict[str, Any]:
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)  # noqa: PTH100  (also of what is not there)
    command = [sys.executable, "-P", "-m", "dayshift.providers.calendars"]
    environment = {"PYTHONPATH": paths, "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(  # noqa: S603  (our own program)
            command, input=request, capture_output=True, env=environment, cwd="/", timeout=WALL_SECONDS, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return {"problem": "too_big"}
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def busy_in(content: bytes, zone: str, first: datetime, until: datetime, own: str = "") -> list[Busy]:
    """Do the work of `read_busy`, in this process. Raises `CalendarUnreadable`."""
    from icalendar import Calendar  # noqa: PLC0415  (not at a start)

    text = _relevant(content, first)
    try:
        found = cast("list[Any]", Calendar.from_ical(text, multiple=True))
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        raise CalendarUnreadable("not_calendar") from error
    times = (one for calendar in found for one in _busy_of(calendar, zone, first, until, own))
    return _merged((max(start, first), min(end, until)) for start, end in times if start < until and end > first)


_BEGIN, _END = "\nBEGIN:VEVENT\n", "\nEND:VEVENT"
_DATES = re.compile(r"^(?:DT(?:START|END)|RECURRENCE-ID)\b.*?:(\d{8})", re.MULTILINE)
_ENDS = re.compile(r"^RRULE\b.*?UNTIL=(\d{8})", re.MULTILINE)
_LASTS = re.compile(r"^(?:RRULE|RDATE|DURATION)\b", re.MULTILINE)


def _relevant(content: bytes, first: datetime) -> str:
    """Return the file without events that are long over, which are most of an old calendar and slow to parse."""
    plain = re.sub(rb"\r\n?", b"\n", content)
    text = re.sub(rb"\n[ \t]", b"", plain).decode("utf-8-sig", "replace").strip() + "\n"  # Lines are folded anywhere.
    if not text.startswith("BEGIN:VCALENDAR") or not text.endswith("END:VCALENDAR\n"):
        raise CalendarUnreadable("not_calendar")
    limit = f"{first - LONGEST:%Y%m%d}"

    def is_over(event: str) -> bool:
        ends = _ENDS.findall(event) if _LASTS.search(event) else []
        dates = _DATES.findall(event)
        ends_some_day = bool(dates) and bool(ends or not _LASTS.search(event)) and "\nRDATE" not in event
        return ends_some_day and max(dates + ends) < limit

    head, *events = text.split(_BEGIN)
    kept = [head]
    for one in events:
        event, end, rest = one.partition(_END)
        kept.append(rest if end and is_over(event) else f"{_BEGIN}{one}")
    return "".join(kept)


def _busy_of(calendar: Any, zone: str, first: datetime, until: datetime, own: str) -> Iterator[Busy]:
    here = _zone(str(calendar.get("X-WR-TIMEZONE", ""))) or ZoneInfo(zone)
    events = calendar.walk("VEVENT")
    moved: dict[str, list[Any]] = {}
    for event in events:
        if "RECURRENCE-ID" in event:
            moved.setdefault(str(event.get("UID", "")), []).append(event["RECURRENCE-ID"].dt)
    for event in events:
        uid = str(event.get("UID", ""))
        if _is_free(event) or "DTSTART" not in event or (own and uid.endswith(f"@{own}")):
            continue
        try:
            yield from _times(event, here, [] if "RECURRENCE-ID" in event else moved.get(uid, []), first, until)
        except (ValueError, TypeError, AttributeError, OverflowError):
            continue  # A damaged event does not hide the others.


def _is_free(event: Any) -> bool:
    cancelled = str(event.get("STATUS", "")).upper() == "CANCELLED"
    transparent = str(event.get("TRANSP", "")).upper() == "TRANSPARENT"
    free = str(event.get("X-MICROSOFT-CDO-BUSYSTATUS", "")).upper() in {"FREE", "WORKINGELSEWHERE"}
    return cancelled or transparent or free


def _times(event: Any, here: tzinfo, without: Sequence[Any], first: datetime, until: datetime) -> Iterator[Busy]:
    """Yield the times of an event and its repetitions that may reach into [first, until)."""
    begin = event["DTSTART"].dt
    all_day = not isinstance(begin, datetime)
    zone = here if all_day or begin.tzinfo is None else begin.tzinfo
    start = _local(begin, zone)
    length = _length(event, start, zone, all_day=all_day)
    if length <= timedelta(0):
        return
    margin = timedelta(days=2)
    low = (first - length - margin).replace(tzinfo=None)
    high = (until + margin).replace(tzinfo=None)
    for one in _starts(event, start, zone, without, low, high):
        begun = one.replace(tzinfo=zone).astimezone(UTC)
        yield begun, (one + length).replace(tzinfo=zone).astimezone(UTC) if all_day else begun + length


def _length(event: Any, start: datetime, zone: tzinfo, *, all_day: bool) -> timedelta:
    if "DTEND" in event:
        end = _local(event["DTEND"].dt, zone)
        if all_day:
            return end - start
        return end.replace(tzinfo=zone).astimezone(UTC) - start.replace(tzinfo=zone).astimezone(UTC)
    if "DURATION" in event:
        return cast("timedelta", event["DURATION"].dt)
    return timedelta(days=1) if all_day else timedelta(0)


def _starts(
    event: Any, start: datetime, zone: tzinfo, without: Sequence[Any], low: datetime, high: datetime
) -> Iterable[datetime]:
    """The local times at which an event begins, between two local times."""
    from dateutil.rrule import rruleset, rrulestr  # noqa: PLC0415  (not at a start)

    if "RRULE" not in event and "RDATE" not in event:
        return [start] if start not in {_local(one, zone) for one in without} else []
    found = rruleset()
    found.rdate(start)
    for rule in _each(event, "RRULE"):
        parts = {name: values for name, values in rule.items() if name.upper() != "UNTIL"}
        line = type(rule)(parts).to_ical().decode()
        if "UNTIL" in rule:
            end = rule["UNTIL"][0]
            last = _local(end, zone) if isinstance(end, datetime) else datetime.combine(end, time(23, 59, 59))
            line += f";UNTIL={last:%Y%m%dT%H%M%S}"
        found.rrule(rrulestr(line, dtstart=start))
    for one in _dates(event, "RDATE"):
        found.rdate(_local(one, zone))
    for one in [*_dates(event, "EXDATE"), *without]:
        whole_day = not isinstance(one, datetime)
        found.exdate(datetime.combine(one, start.time()) if whole_day else _local(one, zone))
    return cast("Iterable[datetime]", found.between(low, high, inc=True))


def _each(event: Any, name: str) -> list[Any]:
    value = event.get(name, [])
    return value if isinstance(value, list) else [value]


def _dates(event: Any, name: str) -> Iterator[Any]:
    for line in _each(event, name):
        for one in line.dts:
            yield one.dt[0] if isinstance(one.dt, tuple) else one.dt


def _local(moment: date, zone: tzinfo) -> datetime:
    """Return a date or time as the clock in `zone` shows it."""
    if not isinstance(moment, datetime):
        return datetime.combine(moment, time())
    return (moment.astimezone(zone) if moment.tzinfo else moment).replace(tzinfo=None)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _merged(times: Iterable[Busy]) -> list[Busy]:
    """Return times in order, those that touch as one. Raises `CalendarUnreadable` for too many."""
    found: list[Busy] = []
    for start, end in sorted(times):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    if len(found) > MAX_TIMES:
        raise CalendarUnreadable("too_big")
    assert all(one[1] < other[0] for one, other in pairwise(found))  # noqa: S101
    return found


def main() -> None:
    """Answer the request on standard input."""
    import icalendar  # noqa: PLC0415, F401  (outside the limits)
    from dateutil import rrule  # noqa: PLC0415, F401

    pages = int(open("/proc/self/statm", encoding="ascii").read().split()[0])  # noqa: PTH123, SIM115  (ends at once)
    memory = pages * resource.getpagesize() + MEMORY_BYTES
    for kind, most in (
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    head = json.loads(sys.stdin.buffer.readline())
    first, until = (datetime.fromisoformat(head[name]) for name in ("first", "until"))
    try:
        busy = busy_in(sys.stdin.buffer.read(), head["zone"], first, until, head["own"])
    except CalendarUnreadable as error:
        print(json.dumps({"problem": error.problem}))  # noqa: T201  (the answer)
    except MemoryError:
        print(json.dumps({"problem": "too_big"}))  # noqa: T201
    else:
        print(json.dumps({"busy": [[start.isoformat(), end.isoformat()] for start, end in busy]}))  # noqa: T201


if __name__ == "__main__":
    main()
