"""Matching a search against the catalog: totals, ranked list and reasons."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dayshift.core.db import Tx
from dayshift.jobs.catalog import import_sample
from dayshift.jobs.catalog.actions import replace_source
from dayshift.jobs.index import Area, jobs_within
from dayshift.knowledge.occupations import locate_zip, occupations, understand
from dayshift.matching.matches import (
    DistanceReason,
    ExperienceReason,
    JobSearch,
    Match,
    Matches,
    PayReason,
    RoleReason,
    ScheduleReason,
    View,
    find_matches,
    new_matches,
)
from dayshift.matching.matches.score import ranking, score
from tests.jobs.catalog.test_catalogue import row

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SEARCH = JobSearch("server", "full-time", 3, ("weekday-mornings", "weekends"), 20, "immediately", "10001")
STATED_FIELDS = {
    "pay_low": 1900,
    "pay_high": 2400,
    "employment_type": "full-time",
    "shifts": ["weekends"],
    "experience_years": 1,
    "start": "immediately",
}


def only_match(tx: Tx, search: JobSearch = SEARCH, **changes: object) -> Match:
    """Returns the match in a catalog with only this job."""
    replace_source(tx, "feed", [row("a", **{**STATED_FIELDS, **changes})], NOW)
    found = find_matches(tx, search, NOW)
    assert found.total_matches == 1
    return found.matches[0]


def reason(match: Match, name: str) -> object:
    return next(factor.reason for factor in match.factors if factor.name == name)


def test_empty_catalog_is_reported(tx: Tx) -> None:
    found = find_matches(tx, SEARCH, NOW)
    assert found.catalogue_empty
    assert (found.total_matches, found.avg_match, found.perfect_matches, found.matches) == (0, None, 0, ())
    assert found.place is not None
    assert found.place.city == "New York"


@pytest.mark.parametrize("zip_code", ["59301", "00000"])
def test_no_jobs_within_radius_gives_no_match(tx: Tx, zip_code: str) -> None:
    import_sample(tx, NOW)
    found = find_matches(tx, replace(SEARCH, zip_code=zip_code), NOW)
    assert not found.catalogue_empty
    assert found.total_matches == 0
    assert (found.place is None) == (zip_code == "00000")


def test_unrelated_text_is_not_understood(tx: Tx) -> None:
    import_sample(tx, NOW)
    assert not find_matches(tx, replace(SEARCH, text="asdf"), NOW).understood
    assert find_matches(tx, SEARCH, NOW).understood


def widened(tx: Tx, search: JobSearch = SEARCH, **changes: object) -> dict[str, int]:
    """Returns the suggested changes that would give matches when the only job does not match."""
    replace_source(tx, "feed", [row("a", **{**STATED_FIELDS, **changes})], NOW)
    found = find_matches(tx, search, NOW)
    assert found.total_matches == 0
    return {change.change: change.matches for change in found.widen}


def test_suggestions_widen_a_search_without_matches(tx: Tx) -> None:
    cheap = {"pay_low": 1500, "pay_high": 1500, "shifts": ["night-shifts"], "employment_type": "part-time"}
    assert widened(tx, **cheap) == {"pay": 1, "times": 1}
    assert widened(tx, replace(SEARCH, zip_code="06830")) == {"radius": 1}  # Greenwich, 28 miles
    assert widened(tx, replace(SEARCH, text="gatekeeper")) == {}
    assert widened(tx, replace(SEARCH, zip_code="59301")) == {}


@pytest.mark.parametrize("text", ["server", "cook or dishwasher", "construction", "anything", "mesera"])
def test_totals_cover_all_matches(tx: Tx, text: str) -> None:
    import_sample(tx, NOW)
    found = find_matches(tx, replace(SEARCH, text=text), NOW, View(limit=1000))
    scores = [match.score for match in found.matches]
    assert scores
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 60
    assert found.total_matches == len(scores)
    assert found.avg_match == sum(scores) // len(scores)
    assert found.perfect_matches == sum(score >= 95 for score in scores)
    assert found.highlights == count_highlights(found)
    first_two = find_matches(tx, replace(SEARCH, text=text), NOW, View(limit=2))
    assert first_two == replace(found, matches=found.matches[:2])


def count_highlights(found: Matches) -> object:
    codes = [{factor.reason.code for factor in match.factors} for match in found.matches]
    return type(found.highlights)(
        pay_meets_expectations=sum("pay_meets" in c for c in codes),
        convenient_location=sum(bool(c & {"distance_near", "distance_remote"}) for c in codes),
        schedule_fits=sum("schedule_fits" in c for c in codes),
        experience_matches=sum("experience_enough" in c for c in codes),
    )


def test_points_of_a_match_add_up_to_its_score(tx: Tx) -> None:
    import_sample(tx, NOW)
    for match in find_matches(tx, replace(SEARCH, text="anything"), NOW, View(limit=1000)).matches:
        points = sum(factor.points for factor in match.factors)
        if match.cap is None:
            assert match.score == int(points + 1e-9)
        else:
            assert match.score < points
            assert match.score == 94 if match.cap == "weak_factor" else match.score < 100
        assert sum(factor.max_points for factor in match.factors) == 100


def test_skipping_hopeless_roles_does_not_change_results(tx: Tx) -> None:
    # This text only resembles known phrases, so the fits range from good to hopeless.
    import_sample(tx, NOW)
    search = replace(SEARCH, text="building walls", availability=("very-flexible",))
    fits = {fit.occupation: fit.fit for fit in understand(search.text)}
    assert min(fits.values()) < 1 / 3 < max(fits.values())
    all_jobs = jobs_within(tx, Area(locate_zip(search.zip_code), search.radius_miles), tuple(occupations()), NOW)
    scores = score(search, fits, all_jobs)
    found = find_matches(tx, search, NOW, View(limit=1000))
    assert [match.job.id for match in found.matches] == list(all_jobs.ids(ranking(scores)))
    assert found.matches


def test_expired_job_is_not_matched(tx: Tx) -> None:
    replace_source(tx, "feed", [row("a", **STATED_FIELDS, expires_at=NOW)], NOW)
    assert find_matches(tx, SEARCH, NOW - timedelta(seconds=1)).total_matches == 1
    assert find_matches(tx, SEARCH, NOW).catalogue_empty


def test_role_reasons(tx: Tx) -> None:
    assert reason(only_match(tx), "role") == RoleReason("role_named", "Server")
    sibling = only_match(tx, replace(SEARCH, text="bartender"), title="Barista", occupation="barista")
    assert reason(sibling, "role") == RoleReason("role_sibling", "Barista", near="Bartender")
    assert sibling.cap == "role"
    field = only_match(tx, replace(SEARCH, text="restaurant"))
    assert reason(field, "role") == RoleReason("role_field", "Server")
    shelves = replace(SEARCH, text="stock shelves")
    similar = only_match(tx, shelves, title="Warehouse Worker", occupation="warehouse-worker")
    assert reason(similar, "role") == RoleReason("role_similar", "Warehouse Worker")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (2000, 2400, PayReason("pay_meets", 20, 24, 20)),
        (1750, 2100, PayReason("pay_overlaps", 17.5, 21, 20)),
        (1700, 1900, PayReason("pay_below", 17, 19, 20)),
        (None, 2100, PayReason("pay_overlaps", None, 21, 20)),
        (None, 1900, PayReason("pay_below", None, 19, 20)),
        (2000, None, PayReason("pay_meets", 20, None, 20)),
        (1900, None, PayReason("pay_below", 19, None, 20)),
        (None, None, PayReason("pay_not_stated", None, None, 20)),
    ],
)
def test_pay_reasons(tx: Tx, low: int | None, high: int | None, expected: PayReason) -> None:
    assert reason(only_match(tx, pay_low=low, pay_high=high), "pay") == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ScheduleReason("schedule_fits", ("weekends",), (), "full-time", other_hours=False, weeks_late=0)),
        (
            {"shifts": ["weekends", "holidays"]},
            ScheduleReason(
                "schedule_partly",
                ("weekends", "holidays"),
                ("holidays",),
                "full-time",
                other_hours=False,
                weeks_late=0,
            ),
        ),
        (
            {"employment_type": "part-time"},
            ScheduleReason("schedule_partly", ("weekends",), (), "part-time", other_hours=True, weeks_late=0),
        ),
        (
            {"shifts": None},
            ScheduleReason("schedule_not_stated", None, (), "full-time", other_hours=False, weeks_late=0),
        ),
    ],
)
def test_schedule_reasons(tx: Tx, changes: dict[str, Any], expected: ScheduleReason) -> None:
    assert reason(only_match(tx, **changes), "schedule") == expected


def test_late_start_is_reported_in_weeks(tx: Tx) -> None:
    late = reason(only_match(tx, replace(SEARCH, start="within-2-weeks")), "schedule")
    assert isinstance(late, ScheduleReason)
    assert (late.code, late.weeks_late) == ("schedule_partly", 2)


def test_distance_reasons(tx: Tx) -> None:
    match = only_match(tx)
    assert reason(match, "distance") == DistanceReason("distance_near", 0.0)
    far = only_match(tx, replace(SEARCH, zip_code="10804"))  # New Rochelle
    assert far.distance_miles == pytest.approx(17, abs=2)
    assert reason(far, "distance") == DistanceReason("distance_far", far.distance_miles)
    remote = only_match(tx, remote=True, state=None)
    assert remote.distance_miles is None
    assert reason(remote, "distance") == DistanceReason("distance_remote", None)


def test_experience_reasons(tx: Tx) -> None:
    assert reason(only_match(tx), "experience") == ExperienceReason("experience_enough", 1, 3)
    too_short = only_match(tx, experience_years=5)
    assert reason(too_short, "experience") == ExperienceReason("experience_short", 5, 3)
    assert (too_short.score, too_short.cap) == (94, None)
    unstated = only_match(tx, experience_years=None)
    assert reason(unstated, "experience") == ExperienceReason("experience_not_stated", None, 3)


def test_weak_factor_is_reported_as_cap(tx: Tx) -> None:
    match = only_match(tx, pay_low=2100, experience_years=5)
    assert (match.score, match.cap) == (94, "weak_factor")


def test_new_matches_are_jobs_stored_since(tx: Tx) -> None:
    older = [row(name, **STATED_FIELDS) for name in ("a", "b", "expired")]
    replace_source(tx, "feed", older, NOW)
    time.sleep(0.01)
    since = datetime.now(UTC)
    time.sleep(0.01)
    worse = {**STATED_FIELDS, "experience_years": 5}
    replace_source(tx, "feed", [*older[:2], row("c", **worse), row("d", **STATED_FIELDS), row("e", **worse)], NOW)
    found = new_matches(tx, SEARCH, since, NOW, most=2)
    assert (found.total_matches, found.shown) == (5, 3)
    assert [match.job.external_id for match in found.matches] == ["d", "c"]
    skipped = new_matches(tx, SEARCH, since, NOW, exclude=[found.matches[0].job.id])
    assert [match.job.external_id for match in skipped.matches] == ["c", "e"]
    assert new_matches(tx, SEARCH, since + timedelta(minutes=1), NOW).shown == 0
