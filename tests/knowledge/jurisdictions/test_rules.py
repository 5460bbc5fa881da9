"""Each legal rule holds where and when its law says so, and business days are counted with holidays and zones."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import holidays
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.core.errors import CannotStart
from dayshift.knowledge.jurisdictions import Rule, after_business_days, rules, use_rules, where, years_to_keep
from dayshift.privacy.periods import FILES_GONE, UNDO

NEW_YORK = ZoneInfo("America/New_York")
MANHATTAN, QUEENS, LONG_ISLAND, CHICAGO, DENVER, LOS_ANGELES, DALLAS = (
    "10001", "11004", "11001", "60601", "80202", "90012", "75201",
)  # fmt: skip


def at(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def found(day: str, job: str | None, candidate: str | None = None) -> set[str]:
    return {rule.id for rule in where(job, None, candidate).rules(at(day))}


@pytest.mark.parametrize(
    ("rule", "first_day", "job", "elsewhere"),
    [
        ("nyc-ll144", "2023-07-05", MANHATTAN, LONG_ISLAND),
        ("nyc-ll144", "2023-07-05", QUEENS, DALLAS),
        ("us-ugesp", "1978-09-25", DALLAS, None),
        ("ca-ads", "2025-10-01", LOS_ANGELES, DALLAS),
        ("co-record", "2027-01-01", DENVER, DALLAS),
        ("co-explanation", "2027-01-01", DENVER, CHICAGO),
        ("nyc-notice", "2023-07-05", MANHATTAN, LONG_ISLAND),
        ("ca-notice", "2026-01-01", LOS_ANGELES, DALLAS),
        ("co-notice", "2027-01-01", DENVER, CHICAGO),
        ("il-notice", "2026-01-01", CHICAGO, DENVER),
        ("il-video", "2020-01-01", CHICAGO, DENVER),
        ("il-erase", "2020-01-01", CHICAGO, MANHATTAN),
    ],
)
def test_rule_holds_for_its_place_from_its_day_on(rule: str, first_day: str, job: str, elsewhere: str | None) -> None:
    before = (date.fromisoformat(first_day) - timedelta(days=1)).isoformat()
    assert rule not in found(before, job)
    assert rule in found(first_day, job)
    assert rule in found("2029-01-01", None if rule == "us-ugesp" else DALLAS, job)  # By the candidate's home.
    assert elsewhere is None or rule not in found("2029-01-01", elsewhere)


def test_every_shipped_rule_is_tested_or_waits_for_its_place() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [rule.id for rule in rules() if f'"{rule.id}"' not in text and rule.jurisdiction != "EU"] == []
    europe = [rule for rule in rules() if rule.jurisdiction == "EU"]
    assert {(rule.kind, rule.start) for rule in europe} == {
        ("oversight", date(2027, 12, 2)),
        ("explanation", date(2027, 12, 2)),
        ("notice", date(2027, 12, 2)),
    }


def test_notices_are_those_of_the_place_and_the_day_in_the_readers_language() -> None:
    chicago = where(CHICAGO, None, None)
    assert [one.words.split(":")[0] for one in chicago.notices(at("2025-12-31"), "en", 30)] == ["Illinois"]
    assert [one.words.split(":")[0] for one in chicago.notices(at("2026-01-01"), "es", 30)] == ["Illinois", "Illinois"]
    [york] = where(None, None, QUEENS).notices(at("2026-11-29"), "es", 30)
    assert york.words.startswith("Ciudad de Nueva York")
    assert "después de 30 días" in york.words
    assert where(DALLAS, "TX", None).notices(at("2029-01-01"), "en", 30) == []
    assert where(DENVER, "CO", None).notices(at("2026-12-31"), "en", 30) == []
    assert len(where(DENVER, "CO", None).notices(at("2027-01-01"), "en", 30)) == 1


def test_state_counts_where_the_zip_code_is_unknown() -> None:
    assert "ca-ads" in {rule.id for rule in where(None, "CA", None).rules(at("2026-11-01"))}
    assert where(None, None, None).jurisdictions == {"US"}


def test_our_own_deadlines_keep_every_rule() -> None:
    longest = UNDO + timedelta(days=1) + FILES_GONE
    assert all(longest <= timedelta(days=rule.days or 0) for rule in rules() if rule.kind == "erase")
    assert years_to_keep([rule for rule in rules() if rule.kind == "record"]) == 4


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-11-02T15:00:00-05:00", "2026-11-19"),  # Election Day and Veterans Day between: the 18th is the tenth.
        ("2026-11-23T23:59:00-05:00", "2026-12-09"),  # Thanksgiving.
        ("2026-11-24T04:30:00+00:00", "2026-12-09"),  # The same evening in New York.
        ("2026-12-21T09:00:00-05:00", "2027-01-07"),  # Christmas and New Year's Day.
        ("2026-03-06T12:00:00-05:00", "2026-03-21"),  # Clocks change between.
        ("2026-11-07T12:00:00-05:00", "2026-11-24"),  # A Saturday.
    ],
)
def test_ten_business_days_are_counted_in_new_york_without_holidays(start: str, end: str) -> None:
    expected = datetime.combine(date.fromisoformat(end), datetime.min.time(), NEW_YORK)
    assert after_business_days(datetime.fromisoformat(start), 10) == expected


@given(st.dates(date(2023, 7, 5), date(2040, 1, 1)), st.integers(0, 23), st.integers(1, 30))
def test_exactly_so_many_business_days_lie_between(day: date, hour: int, days: int) -> None:
    start = datetime.combine(day, time(hour), UTC)
    first = start.astimezone(NEW_YORK).date()
    end = after_business_days(start, days).astimezone(NEW_YORK).date()
    closed = holidays.country_holidays("US", subdiv="NY", years=range(first.year, end.year + 1))
    between = [first + timedelta(days=n) for n in range(1, (end - first).days)]
    assert sum(day.weekday() < 5 and day not in closed for day in between) == days
    assert between[-1].weekday() < 5
    assert between[-1] not in closed


def test_operators_rules_replace_the_shipped_ones(tmp_path: Path) -> None:
    own = tmp_path / "rules.toml"
    text = '[[rule]]\nid = "tx"\njurisdiction = "US-TX"\nkind = "record"\nyears = 2\nfrom = 2026-01-01\nsource = "x"\n'
    own.write_text(text + "until = 2027-01-01\n", "utf-8")
    try:
        use_rules(str(own))
        assert found("2026-06-01", DALLAS) == {"tx"}
        assert found("2027-01-01", DALLAS) == set()
        for broken in (
            text.replace("years = 2", ""), text.replace("US-TX", "Texas"), "[[rule", text + 'more = "x"',
            text.replace('"record"', '"notice"') + 'english = "One language"', text + "read = 2026-01-01",
        ):  # fmt: skip
            own.write_text(broken, "utf-8")
            with pytest.raises(CannotStart, match="cannot be used"):
                use_rules(str(own))
        with pytest.raises(CannotStart, match="cannot be used"):
            use_rules(str(tmp_path / "none.toml"))
    finally:
        use_rules("")
    assert any(rule.id == "nyc-ll144" for rule in rules())


def test_rule_needs_its_number() -> None:
    with pytest.raises(ValueError, match="needs days"):
        Rule(**{"id": "x", "jurisdiction": "US", "kind": "score_wait", "from": date(2026, 1, 1), "source": "x"})
