"""Busy times in calendar files: which events count, and repetitions across the change of the clock."""

import asyncio
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.providers.calendars import CalendarUnreadable, busy_in, read_busy

ZONE = "America/New_York"
FIRST = datetime(2026, 10, 25, tzinfo=UTC)
UNTIL = datetime(2026, 11, 15, tzinfo=UTC)
"""Clocks go back on November 1 in New York, and on October 25 in Madrid."""


def event(*lines: str) -> str:
    return "\r\n".join(("BEGIN:VEVENT", *lines, "END:VEVENT"))


def calendar(*events: str) -> bytes:
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN")
    return "\r\n".join((*head, *events, "END:VCALENDAR", "")).encode()


def busy(*events: str, first: datetime = FIRST, until: datetime = UNTIL, own: str = "") -> list[str]:
    found = busy_in(calendar(*events), ZONE, first, until, own)
    return [f"{begin:%m-%d %H:%M} {end:%m-%d %H:%M}" for begin, end in found]


AT_NINE = ("UID:1", f"DTSTART;TZID={ZONE}:20261026T090000", f"DTEND;TZID={ZONE}:20261026T100000")


def test_a_weekly_meeting_stays_at_nine_when_the_clock_changes() -> None:
    weekly = event(*AT_NINE, "RRULE:FREQ=WEEKLY;BYDAY=MO")
    assert busy(weekly) == ["10-26 13:00 10-26 14:00", "11-02 14:00 11-02 15:00", "11-09 14:00 11-09 15:00"]


def test_repetitions_that_were_moved_or_deleted_are_not_busy_at_their_old_time() -> None:
    weekly = event(*AT_NINE, "RRULE:FREQ=WEEKLY;UNTIL=20261109T140000Z", f"EXDATE;TZID={ZONE}:20261102T090000")
    moved = event(
        "UID:1", f"RECURRENCE-ID;TZID={ZONE}:20261109T090000", "DTSTART:20261110T200000Z", "DTEND:20261110T203000Z"
    )
    assert busy(weekly, moved) == ["10-26 13:00 10-26 14:00", "11-10 20:00 11-10 20:30"]
    cancelled = moved.replace("UID:1", "UID:1\r\nSTATUS:CANCELLED")
    assert busy(weekly, cancelled) == ["10-26 13:00 10-26 14:00"]


def test_what_is_free_cancelled_or_our_own_is_not_busy() -> None:
    lines = ("DTSTART:20261105T150000Z", "DTEND:20261105T160000Z")
    for free in ("TRANSP:TRANSPARENT", "STATUS:CANCELLED", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"):
        assert busy(event("UID:2", *lines, free)) == []
    assert busy(event("UID:2@mail.example.com", *lines), own="mail.example.com") == []
    assert busy(event("UID:2@mail.example.com", *lines), own="other.example.com") == ["11-05 15:00 11-05 16:00"]


def test_whole_days_floating_times_and_windows_zones_are_understood() -> None:
    vacation = event("UID:3", "DTSTART;VALUE=DATE:20261031", "DTEND;VALUE=DATE:20261102", "TRANSP:OPAQUE")
    assert busy(vacation) == ["10-31 04:00 11-02 05:00"]  # 49 hours.
    floating = event("UID:4", "DTSTART:20261105T090000", "DURATION:PT30M")
    assert busy(floating) == ["11-05 14:00 11-05 14:30"]
    outlook = event("UID:5", "DTSTART;TZID=Pacific Standard Time:20261105T090000", "DURATION:PT1H")
    assert busy(outlook) == ["11-05 17:00 11-05 18:00"]
    night = event("UID:6", f"DTSTART;TZID={ZONE}:20261031T220000", f"DTEND;TZID={ZONE}:20261101T060000")
    assert busy(night) == ["11-01 02:00 11-01 11:00"]


def test_folded_lines_a_damaged_event_and_old_events_do_not_hide_others() -> None:
    folded = event("UID:7", "DTSTART:202611\r\n 05T150000Z", "DTEND:20261105T1600\r\n\t00Z", "SUMMARY:ñ")
    old = event("UID:8", "DTSTART:20161105T150000Z", "DTEND:20161105T160000Z")
    damaged = event("UID:9", "DTSTART:soon", "DTEND:later")
    assert busy(old, damaged, folded) == ["11-05 15:00 11-05 16:00"]
    since_years = event("UID:10", "DTSTART:20161105T150000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY")
    assert busy(since_years) == ["11-05 15:00 11-05 16:00"]


@pytest.mark.parametrize(
    "content", [b"", b"<html>Sign in</html>", b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", b"\xff\xfe\0"]
)
def test_what_is_no_whole_calendar_is_refused(content: bytes) -> None:
    with pytest.raises(CalendarUnreadable) as refused:
        busy_in(content, ZONE, FIRST, UNTIL)
    assert refused.value.problem == "not_calendar"


def test_a_hostile_file_ends_its_own_process_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second since 1970 would take hours."""
    monkeypatch.setattr("dayshift.providers.calendars.WALL_SECONDS", 4)
    endless = event("UID:11", "DTSTART:19700101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY")
    with pytest.raises(CalendarUnreadable) as refused:
        asyncio.run(read_busy(calendar(endless), ZONE, FIRST, UNTIL))
    assert refused.value.problem == "too_big"
    [one] = asyncio.run(read_busy(calendar(event(*AT_NINE)), ZONE, FIRST, UNTIL))
    assert one == (datetime(2026, 10, 26, 13, tzinfo=UTC), datetime(2026, 10, 26, 14, tzinfo=UTC))


WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def expected(zone: ZoneInfo, start: datetime, minutes: int, days: set[int], weeks: int) -> list[Any]:
    """The same rule, spelled as what people see: on these days, at this time of the clock, for so long."""
    monday = start.date() - timedelta(days=start.weekday())
    found = []
    for number in range((UNTIL.date() - monday).days + 2):
        day: date = monday + timedelta(days=number)
        due = day.weekday() in days and number // 7 % weeks == 0 and day >= start.date()
        if due or day == start.date():
            begin = datetime.combine(day, start.time(), zone).astimezone(UTC)
            end = begin + timedelta(minutes=minutes)
            if begin < UNTIL and end > FIRST:
                found.append((max(begin, FIRST), min(end, UNTIL)))
    return found


@given(
    zone=st.sampled_from([ZONE, "Europe/Madrid", "America/Phoenix", "America/Puerto_Rico", "Australia/Lord_Howe"]),
    day=st.dates(date(2026, 9, 1), date(2026, 11, 10)),
    at=st.times(time(0), time(22)).map(lambda one: one.replace(second=0, microsecond=0)),
    minutes=st.integers(5, 110),
    days=st.sets(st.integers(0, 6), min_size=1),
    weeks=st.integers(1, 3),
)
def test_repetitions_keep_the_time_of_their_own_clock(
    zone: str, day: date, at: time, minutes: int, days: set[int], weeks: int
) -> None:
    here, start = ZoneInfo(zone), datetime.combine(day, at)
    rule = f"RRULE:FREQ=WEEKLY;INTERVAL={weeks};BYDAY={','.join(WEEKDAYS[one] for one in sorted(days))}"
    one = event("UID:12", f"DTSTART;TZID={zone}:{start:%Y%m%dT%H%M%S}", f"DURATION:PT{minutes}M", rule)
    found = busy_in(calendar(one), ZONE, FIRST, UNTIL)
    assert found == expected(here, start, minutes, days, weeks)
