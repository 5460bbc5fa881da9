"""Working hours as instants: properties across time zones, daylight saving changes and leap days."""

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
"""Offsets of whole, half and quarter hours; changes of an hour, half an hour and none; both hemispheres."""

YEARS = (date(2027, 1, 1), date(2028, 12, 31))
"""Two future years. The second is a leap year."""


def length(day: date, zone: ZoneInfo) -> timedelta:
    first, until = bounds(day, zone)
    return until - first


def irregular_days(zone: str) -> list[date]:
    """Returns the days in these years that do not have 24 hours in a zone."""
    all_starts = (YEARS[0] + timedelta(days=n) for n in range((YEARS[1] - YEARS[0]).days + 1))
    return [day for day in all_starts if length(day, ZoneInfo(zone)) != timedelta(hours=24)]


def bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    first = datetime(day.year, day.month, day.day, tzinfo=zone)
    following = day + timedelta(days=1)
    return first.astimezone(UTC), datetime(following.year, following.month, following.day, tzinfo=zone).astimezone(UTC)


IRREGULAR_DAYS = {zone: irregular_days(zone) for zone in ZONES}
CRITICAL_DAYS = sorted({day for irregular in IRREGULAR_DAYS.values() for day in irregular} | {date(2028, 2, 29)})

zones = st.sampled_from(ZONES).map(ZoneInfo)
# Random days rarely have a clock change, so half of the examples use such days, in any zone.
days = st.one_of(st.sampled_from(CRITICAL_DAYS), st.dates(*YEARS))
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


def test_example_zones_cover_every_kind_of_clock_change() -> None:
    lengths = {
        zone: [length(day, ZoneInfo(zone)) / timedelta(hours=1) for day in irregular]
        for zone, irregular in IRREGULAR_DAYS.items()
    }
    assert len(ZONES) == 12
    assert lengths["America/New_York"] == lengths["Europe/Berlin"] == [23, 25] * 2
    assert lengths["Australia/Lord_Howe"] == [24.5, 23.5] * 2
    assert lengths["Pacific/Chatham"] == [25, 23] * 2
    assert [zone for zone in ZONES if not lengths[zone]] == [
        "America/Phoenix", "Pacific/Honolulu", "Asia/Kathmandu", "America/Sao_Paulo", "UTC",
    ]  # fmt: skip
    assert set(IRREGULAR_DAYS["America/New_York"]).isdisjoint(
        IRREGULAR_DAYS["Europe/Berlin"]
    )  # The two zones change in different weeks.


@given(zones, days, shifts)
@example(ZoneInfo("America/New_York"), date(2027, 11, 7), (90, 300))  # Starts and ends in a repeated hour.
@example(ZoneInfo("America/New_York"), date(2027, 11, 7), (0, 60))
@example(ZoneInfo("Australia/Lord_Howe"), date(2027, 4, 4), (105, 300))
def test_slots_lie_within_hours_in_coachs_time_zone(zone: ZoneInfo, day: date, shift: tuple[int, int]) -> None:
    first, until = bounds(day, zone)
    for start in openings(rota(zone, shift), first, until):
        local = start.astimezone(zone)
        assert local.date() == day
        assert shift[0] <= local.hour * 60 + local.minute
        end = (start + SLOT).astimezone(zone)
        assert (end.date() > day) or end.hour * 60 + end.minute <= shift[1]


@given(zones, days, shifts)
def test_number_of_slots_matches_real_length_of_day(zone: ZoneInfo, day: date, shift: tuple[int, int]) -> None:
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
def test_slots_are_the_same_instants_in_every_zone(
    coach: ZoneInfo, candidate: ZoneInfo, at: datetime, shift: tuple[int, int]
) -> None:
    until = at + timedelta(days=3)
    local = openings(rota(coach, shift), at, until)
    from_candidate_zone = openings(rota(coach, shift), at.astimezone(candidate), until.astimezone(candidate))
    assert local == from_candidate_zone == sorted(set(local))
    assert all(at <= start < until and start.timestamp() % 900 == 0 for start in local)
    # Going through the candidate's own calendar days, including those with 23 or 25 hours, gives the same slots.
    first, last = (moment.astimezone(candidate).date() for moment in (at, until))
    calendar = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    by_day = [start for day in calendar for start in openings(rota(coach, shift), *bounds(day, candidate))]
    assert [start for start in by_day if at <= start < until] == local


@given(zones, days, st.integers(0, 60))
def test_booked_slot_and_buffer_are_not_offered(zone: ZoneInfo, day: date, pause: int) -> None:
    first, until = bounds(day, zone)
    plan = rota(zone, (540, 1020), buffer=pause)
    all_starts = openings(plan, first, until)
    taken = set(quarters(plan, all_starts[3]))
    remaining = free_starts(plan, first, until, taken, {})
    assert all_starts[3] not in remaining
    assert all(abs(start - all_starts[3]) >= SLOT + timedelta(minutes=pause) for start in remaining)
    assert len(remaining) >= len(all_starts) - 5


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 8), 23), (date(2026, 11, 1), 25), (date(2028, 2, 29), 24), (date(2026, 7, 1), 24)]
)
def test_night_shift_follows_clock_changes(day: date, hours: int) -> None:
    zone = ZoneInfo("America/New_York")
    assert len(openings(rota(zone, (0, 1440)), *bounds(day, zone))) == hours * 2
    night = openings(rota(zone, (60, 240)), *bounds(day, zone))  # 1:00 to 4:00
    assert len(night) == (3 + hours - 24) * 2


def test_shift_in_skipped_hour_has_no_slots() -> None:
    zone = ZoneInfo("America/New_York")
    assert openings(rota(zone, (120, 180)), *bounds(date(2026, 3, 8), zone)) == []


def test_days_off_and_full_days_have_no_slots() -> None:
    zone, day = ZoneInfo("America/Chicago"), date(2026, 12, 25)
    first, until = bounds(day, zone)
    assert openings(rota(zone, (540, 1020), off=(day,)), first, until) == []
    full = rota(zone, (540, 1020), limit=2)
    assert free_starts(full, first, until, set(), {day: 1})
    assert free_starts(full, first, until, set(), {day: 2}) == []
    assert local_day(full, first) == day


@given(zones, instants)
def test_offers_are_in_the_future_at_template_times(zone: ZoneInfo, at: datetime) -> None:
    created = offers(at, zone)
    assert all(offer.start > at for offer in created)
    local_times = [(offer.day, offer.start.astimezone(zone).time()) for offer in created]
    skipped = any(zone.utcoffset(o.start.astimezone(zone)) != zone.utcoffset(at.astimezone(zone)) for o in created)
    assert skipped or set(local_times) <= set(TEMPLATE)
    today = at.astimezone(zone).date()
    for offer in created:
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
def test_weekend_offer_is_the_next_weekend_morning(now: str, weekend: str | None) -> None:
    zone = ZoneInfo("America/Denver")
    at = datetime.fromisoformat(now).replace(tzinfo=zone).astimezone(UTC)
    found = [offer.start.astimezone(zone).date().isoformat() for offer in offers(at, zone) if offer.day == "weekend"]
    assert found == ([weekend] if weekend else [])
