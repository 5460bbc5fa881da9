"""Working hours as instants: properties over zones, days on which the clocks change, and leap days."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dayshift.scheduling.availability import SLOT, Rota, free_starts, local_day, openings, quarters
from dayshift.scheduling.offers import TEMPLATE, offers

ZONES = (
    "America/New_York",
    "America/Los_Angeles",
    "America/Phoenix",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/St_Johns",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "America/Sao_Paulo",
    "UTC",
)
"""Whole, half and quarter hours from UTC, changes by an hour, by half of one, and none, on both hemispheres."""

YEARS = (date(2027, 1, 1), date(2028, 12, 31))
"""Two years to come, the second a leap year."""


def length(day: date, zone: ZoneInfo) -> timedelta:
    first, until = bounds(day, zone)
    return until - first


def odd_days(zone: str) -> list[date]:
    """The days of these years that do not have 24 hours in a zone."""
    every = (YEARS[0] + timedelta(days=n) for n in range((YEARS[1] - YEARS[0]).days + 1))
    return [day for day in every if length(day, ZoneInfo(zone)) != timedelta(hours=24)]


def bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    first = datetime(day.year, day.month, day.day, tzinfo=zone)
    following = day + timedelta(days=1)
    return first.astimezone(UTC), datetime(following.year, following.month, following.day, tzinfo=zone).astimezone(UTC)


ODD = {zone: odd_days(zone) for zone in ZONES}
CRITICAL = sorted({day for odd in ODD.values() for day in odd} | {date(2028, 2, 29)})

zones = st.sampled_from(ZONES).map(ZoneInfo)
# A day of two years is seldom one on which clocks change: half of the examples are about those, in whichever zone.
days = st.one_of(st.sampled_from(CRITICAL), st.dates(*YEARS))
instants = st.builds(
    lambda day, minutes: datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minutes),
    days,
    st.integers(-1440, 2880),
)
shifts = (
    st.tuples(st.integers(0, 95), st.integers(1, 96))
    .filter(lambda s: s[0] < s[1])
    .map(lambda s: (s[0] * 15, s[1] * 15))
)


def rota(zone: ZoneInfo, *spans: tuple[int, int], off: tuple[date, ...] = (), buffer: int = 0, limit: int = 96) -> Rota:
    by_day = dict.fromkeys(range(7), spans)
    return Rota(zone, by_day, frozenset(off), timedelta(minutes=buffer), limit)


def test_the_examples_hold_every_kind_of_day() -> None:
    lengths = {zone: [length(day, ZoneInfo(zone)) / timedelta(hours=1) for day in odd] for zone, odd in ODD.items()}
    assert len(ZONES) == 12
    assert lengths["America/New_York"] == lengths["Europe/Berlin"] == [23, 25] * 2
    assert lengths["Australia/Lord_Howe"] == [24.5, 23.5] * 2
    assert lengths["Pacific/Chatham"] == [25, 23] * 2
    assert [zone for zone in ZONES if not lengths[zone]] == [
        "America/Phoenix", "Pacific/Honolulu", "Asia/Kathmandu", "America/Sao_Paulo", "UTC",
    ]  # fmt: skip
    assert set(ODD["America/New_York"]).isdisjoint(ODD["Europe/Berlin"])  # For weeks only one of the two has changed.


@given(zones, days, shifts)
@example(ZoneInfo("America/New_York"), date(2027, 11, 7), (90, 300))  # Begins and ends in an hour that comes twice.
@example(ZoneInfo("America/New_York"), date(2027, 11, 7), (0, 60))
@example(ZoneInfo("Australia/Lord_Howe"), date(2027, 4, 4), (105, 300))
def test_every_slot_lies_within_the_hours_on_the_coachs_own_clock(
    zone: ZoneInfo, day: date, shift: tuple[int, int]
) -> None:
    first, until = bounds(day, zone)
    for start in openings(rota(zone, shift), first, until):
        here = start.astimezone(zone)
        assert here.date() == day
        assert shift[0] <= here.hour * 60 + here.minute
        end = (start + SLOT).astimezone(zone)
        assert (end.date() > day) or end.hour * 60 + end.minute <= shift[1]


@given(zones, days, shifts)
def test_a_day_has_as_many_slots_as_its_hours_really_last(zone: ZoneInfo, day: date, shift: tuple[int, int]) -> None:
    first, until = bounds(day, zone)
    slots = openings(rota(zone, shift), first, until)
    assert all(later - earlier == SLOT for earlier, later in pairwise(slots))
    if until - first == timedelta(hours=24) and zone.utcoffset(first.astimezone(zone)) == zone.utcoffset(
        (until - SLOT).astimezone(zone)
    ):
        assert len(slots) == (shift[1] - shift[0]) // 30
    whole = openings(rota(zone, (0, 1440)), first, until)
    assert len(whole) == (until - first) // SLOT


@given(zones, zones, instants, shifts)
def test_what_is_seen_from_another_zone_are_the_same_instants(
    coach: ZoneInfo, candidate: ZoneInfo, at: datetime, shift: tuple[int, int]
) -> None:
    until = at + timedelta(days=3)
    here = openings(rota(coach, shift), at, until)
    there = openings(rota(coach, shift), at.astimezone(candidate), until.astimezone(candidate))
    assert here == there == sorted(set(here))
    assert all(at <= start < until and start.timestamp() % 900 == 0 for start in here)
    # The candidate turns the days of their own calendar over, of 23 and 25 hours too: each slot is on one of them.
    first, last = (moment.astimezone(candidate).date() for moment in (at, until))
    calendar = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    by_day = [start for day in calendar for start in openings(rota(coach, shift), *bounds(day, candidate))]
    assert [start for start in by_day if at <= start < until] == here


@given(zones, days, st.integers(0, 60))
def test_what_is_taken_with_its_pause_is_not_offered(zone: ZoneInfo, day: date, pause: int) -> None:
    first, until = bounds(day, zone)
    plan = rota(zone, (540, 1020), buffer=pause)
    every = openings(plan, first, until)
    taken = set(quarters(plan, every[3]))
    left = free_starts(plan, first, until, taken, {})
    assert every[3] not in left
    assert all(abs(start - every[3]) >= SLOT + timedelta(minutes=pause) for start in left)
    assert len(left) >= len(every) - 5


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 8), 23), (date(2026, 11, 1), 25), (date(2028, 2, 29), 24), (date(2026, 7, 1), 24)]
)
def test_a_night_shift_is_as_long_as_the_night(day: date, hours: int) -> None:
    zone = ZoneInfo("America/New_York")
    assert len(openings(rota(zone, (0, 1440)), *bounds(day, zone))) == hours * 2
    night = openings(rota(zone, (60, 240)), *bounds(day, zone))  # 1:00 to 4:00
    assert len(night) == (3 + hours - 24) * 2


def test_a_shift_that_falls_into_the_skipped_hour_has_no_time() -> None:
    zone = ZoneInfo("America/New_York")
    assert openings(rota(zone, (120, 180)), *bounds(date(2026, 3, 8), zone)) == []


def test_days_off_and_full_days_are_left_out() -> None:
    zone, day = ZoneInfo("America/Chicago"), date(2026, 12, 25)
    first, until = bounds(day, zone)
    assert openings(rota(zone, (540, 1020), off=(day,)), first, until) == []
    full = rota(zone, (540, 1020), limit=2)
    assert free_starts(full, first, until, set(), {day: 1})
    assert free_starts(full, first, until, set(), {day: 2}) == []
    assert local_day(full, first) == day


@given(zones, instants)
def test_offers_are_to_come_and_show_the_templates_times(zone: ZoneInfo, at: datetime) -> None:
    made = offers(at, zone)
    assert all(offer.start > at for offer in made)
    wall = [(offer.day, offer.start.astimezone(zone).time()) for offer in made]
    skipped = any(zone.utcoffset(o.start.astimezone(zone)) != zone.utcoffset(at.astimezone(zone)) for o in made)
    assert skipped or set(wall) <= set(TEMPLATE)
    today = at.astimezone(zone).date()
    for offer in made:
        day = offer.start.astimezone(zone).date()
        if offer.day == "weekend":
            assert day.weekday() >= 5
            assert day - today <= timedelta(days=5)
        else:
            assert day == today + timedelta(days=offer.day == "tomorrow")


@pytest.mark.parametrize(
    ("now", "weekend"),
    [
        ("2026-11-20T12:00", "2026-11-21"),
        ("2026-11-21T09:59", "2026-11-21"),
        ("2026-11-21T10:00", "2026-11-22"),
        ("2026-11-22T10:00", None),
    ],
)
def test_the_weekend_is_the_next_one_that_still_has_its_morning(now: str, weekend: str | None) -> None:
    zone = ZoneInfo("America/Denver")
    at = datetime.fromisoformat(now).replace(tzinfo=zone).astimezone(UTC)
    found = [offer.start.astimezone(zone).date().isoformat() for offer in offers(at, zone) if offer.day == "weekend"]
    assert found == ([weekend] if weekend else [])
