"""Examples of working hours, slots and the guest share, with exact results."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from dayshift.scheduling.availability import (
    Rota,
    free_starts,
    guest_share,
    local_day,
    openings,
    quarter_of,
    quarters,
    within_guest_share,
)

NEW_YORK = ZoneInfo("America/New_York")
TUESDAY, WEDNESDAY = date(2026, 3, 3), date(2026, 3, 4)
SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def rota(*spans: tuple[int, int], off: tuple[date, ...] = (), buffer: int = 0, limit: int = 96) -> Rota:
    return Rota(NEW_YORK, dict.fromkeys(range(7), spans), frozenset(off), timedelta(minutes=buffer), limit)


def slot_starts(schedule: Rota, day: date) -> list[str]:
    """Returns the slot starts of a local day, as UTC."""
    first = datetime(day.year, day.month, day.day, tzinfo=NEW_YORK)
    until = datetime(day.year, day.month, day.day, tzinfo=NEW_YORK) + timedelta(days=1)
    return [f"{start:%d %H:%M}" for start in openings(schedule, first, until)]


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ((540, 600), ["03 14:00", "03 14:30"]),
        ((540, 570), ["03 14:00"]),
        ((540, 569), []),
        ((555, 600), ["03 14:15"]),
        ((0, 30), ["03 05:00"]),
        ((1380, 1440), ["04 04:00", "04 04:30"]),
    ],
)
def test_slots_lie_within_a_shift(span: tuple[int, int], expected: list[str]) -> None:
    assert slot_starts(rota(span), TUESDAY) == expected


def test_days_off_and_other_weekdays_have_no_slots() -> None:
    assert slot_starts(rota((540, 600), off=(TUESDAY,)), TUESDAY) == []
    assert slot_starts(rota((540, 600), off=(TUESDAY,)), WEDNESDAY) == ["04 14:00", "04 14:30"]
    only_tuesday = Rota(NEW_YORK, {1: [(540, 600), (600, 630)]}, frozenset(), timedelta(), 96)
    assert slot_starts(only_tuesday, TUESDAY) == ["03 14:00", "03 14:30", "03 15:00"]
    assert slot_starts(only_tuesday, WEDNESDAY) == []


def test_range_includes_start_and_excludes_end() -> None:
    found = openings(rota((540, 660)), at("2026-03-03T14:30"), at("2026-03-03T15:30"))
    assert found == [at("2026-03-03T14:30"), at("2026-03-03T15:00")]
    assert openings(rota((540, 660)), at("2026-03-03T14:00"), at("2026-03-03T14:00")) == []


def test_range_may_span_several_days() -> None:
    found = openings(rota((540, 570)), at("2026-03-03T00:00"), at("2026-03-06T00:00"))
    assert found == [at("2026-03-03T14:00"), at("2026-03-04T14:00"), at("2026-03-05T14:00")]


def test_late_shift_belongs_to_previous_local_day() -> None:
    found = openings(rota((1410, 1440)), at("2026-03-04T04:00"), at("2026-03-04T05:00"))
    assert found == [at("2026-03-04T04:30")]


@pytest.mark.parametrize(
    ("day", "span", "expected"),
    [
        (SPRING, (60, 240), ["08 06:00", "08 06:30", "08 07:00", "08 07:30"]),  # 2:00 to 3:00 does not exist.
        (SPRING, (120, 240), ["08 07:00", "08 07:30"]),
        (SPRING, (150, 240), ["08 07:30"]),
        (SPRING, (60, 150), ["08 06:00"]),
        (SPRING, (540, 600), ["08 13:00", "08 13:30"]),
        (AUTUMN, (60, 120), ["01 05:00", "01 05:30", "01 06:00", "01 06:30"]),  # 1:00 to 2:00 occurs twice.
        (AUTUMN, (0, 90), ["01 04:00", "01 04:30", "01 05:00"]),
        (AUTUMN, (90, 150), ["01 06:30", "01 07:00"]),
        (AUTUMN, (105, 180), ["01 06:45", "01 07:15"]),
    ],
)
def test_slots_on_days_with_clock_changes(day: date, span: tuple[int, int], expected: list[str]) -> None:
    assert slot_starts(rota(span), day) == expected


@pytest.mark.parametrize(("buffer", "count"), [(0, 2), (1, 3), (15, 3), (16, 4), (30, 4), (60, 6)])
def test_slot_occupies_its_quarters_and_the_buffer(buffer: int, count: int) -> None:
    start = at("1970-01-02T00:00")
    assert quarters(rota(buffer=buffer), start) == range(96, 96 + count)


def test_hour_repeated_before_midnight_counts_twice() -> None:
    beirut = ZoneInfo("Asia/Beirut")  # On October 24, 2026, 24:00 becomes 23:00.

    def starts(span: tuple[int, int]) -> list[datetime]:
        night = Rota(beirut, {5: [span]}, frozenset(), timedelta(), 96)
        return openings(night, at("2026-10-24T12:00"), at("2026-10-25T12:00"))

    assert starts((1380, 1440)) == [at(f"2026-10-24T{time}") for time in ("20:00", "20:30", "21:00", "21:30")]
    assert starts((1395, 1440)) == [at("2026-10-24T21:15")]


def test_quarters_are_counted_from_1970() -> None:
    assert [quarter_of(at(moment)) for moment in ("1970-01-01T00:00", "1970-01-01T00:14", "1970-01-01T00:15")] == [
        0,
        0,
        1,
    ]


def test_local_day_uses_coachs_time_zone() -> None:
    assert local_day(rota(), at("2026-03-04T04:59")) == TUESDAY
    assert local_day(rota(), at("2026-03-04T05:00")) == WEDNESDAY


def test_taken_quarters_and_daily_limit_reduce_free_slots() -> None:
    schedule = rota((540, 660), limit=2)
    first, until = at("2026-03-03T14:00"), at("2026-03-03T16:00")
    all_starts = openings(schedule, first, until)
    assert free_starts(schedule, first, until, set(), {}) == all_starts
    assert free_starts(schedule, first, until, {quarter_of(at("2026-03-03T14:45"))}, {TUESDAY: 1}) == [
        all_starts[0],
        *all_starts[2:],
    ]
    assert free_starts(schedule, first, until, set(), {TUESDAY: 2}) == []
    assert free_starts(schedule, first, until, set(), {WEDNESDAY: 2}) == all_starts
    one_a_day = rota((540, 660), limit=1)
    assert free_starts(one_a_day, first, until, set(), {}) == all_starts
    assert within_guest_share(one_a_day, all_starts, {}) == all_starts


@pytest.mark.parametrize(
    ("spans", "limit", "share"),
    [
        (((540, 780),), 96, 6),  # Eight slots.
        (((540, 780), (840, 900)), 96, 8),  # Ten slots: seven and a half, rounded up.
        (((540, 780),), 4, 3),
        (((540, 570),), 96, 1),
        (((540, 585), (600, 645)), 96, 2),  # Each shift has room for one slot.
        ((), 96, 0),
    ],
)
def test_guest_share_is_three_quarters_of_slots(spans: tuple[tuple[int, int], ...], limit: int, share: int) -> None:
    assert guest_share(rota(*spans, limit=limit), TUESDAY) == share


def test_guest_share_is_per_day_and_zero_on_days_off() -> None:
    schedule = rota((540, 660), off=(WEDNESDAY,))
    assert (guest_share(schedule, TUESDAY), guest_share(schedule, WEDNESDAY)) == (3, 0)
    assert guest_share(Rota(NEW_YORK, {1: [(540, 660)]}, frozenset(), timedelta(), 96), WEDNESDAY) == 0
    free = openings(schedule, at("2026-03-03T14:00"), at("2026-03-03T16:00"))
    assert within_guest_share(schedule, free, {}) == free
    assert within_guest_share(schedule, free, {TUESDAY: 2}) == free
    assert within_guest_share(schedule, free, {TUESDAY: 3}) == []
    assert within_guest_share(schedule, free, {WEDNESDAY: 3}) == free
