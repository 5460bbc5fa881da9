"""Score properties, and agreement of the vectorized scorer with the reference scorer."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dayshift.knowledge.occupations import SHIFTS, STARTS
from dayshift.matching.matches import JobSearch
from dayshift.matching.matches import score as policy
from dayshift.matching.matches.score import WEIGHTS, answer_of, matches_of, ordered, ranking
from tests.matching.matches.cases import (
    FITS,
    OCCUPATIONS,
    Near,
    job,
    jobs_near,
    pay_ranges,
    score_of,
    scores_of,
    searches,
    slow_factors,
    slow_percent,
)

TOLERANCE = 1e-9
"""Tolerance for floating-point errors."""

SEARCH = JobSearch("server", "full-time", 3, ("weekday-mornings", "weekends"), 20, "immediately", "10001")
PERFECT = Near(
    job(
        "a",
        pay_low=2000,
        pay_high=2400,
        employment_type="full-time",
        shifts=("weekends",),
        experience_years=1,
        start="immediately",
    ),
    2.0,
)


def changed(near: Near, **changes: object) -> Near:
    return Near(replace(near.job, **changes), near.miles)


@settings(max_examples=2 * settings().max_examples)
@given(searches, st.lists(jobs_near(), max_size=30))
def test_scorer_agrees_with_reference_scorer(search: JobSearch, near: list[Near]) -> None:
    scores = scores_of(search, near)
    assert list(scores.factors) == list(policy.WEIGHTS)
    percents = [slow_percent(search, one) for one in near]
    assert list(scores.percent) == percents
    for row, one in enumerate(near):
        factors = slow_factors(search, one)
        assert [scores.factors[name][row] for name in WEIGHTS] == pytest.approx([v for _, v in factors], abs=1e-9)
        total = sum(weight * value for weight, value in factors)
        assert scores.uncapped[row] == pytest.approx(total, abs=1e-9)
        capped = min(total, 40 + 60 * factors[0][1], 94 if min(v for _, v in factors) < 0.8 - 1e-9 else 100)
        assert scores.exact[row] == pytest.approx(capped, abs=1e-9)
    matches = [row for row, percent in enumerate(percents) if percent >= 60]
    assert matches_of(scores).tolist() == matches
    ranked = [int(row) for row in ranking(scores)]
    assert sorted(ranked) == matches
    assert [percents[row] for row in ranked] == sorted((percents[row] for row in ranked), reverse=True)


@given(searches, jobs_near())
def test_score_is_bounded_by_sum_of_factors(search: JobSearch, near: Near) -> None:
    scores = scores_of(search, [near])
    assert all(0 <= values[0] <= 1 for values in scores.factors.values())
    assert 0 <= scores.percent[0] <= 100
    assert scores.exact[0] <= scores.uncapped[0]
    assert scores.uncapped[0] == pytest.approx(sum(WEIGHTS[name] * v[0] for name, v in scores.factors.items()))


@settings(max_examples=3 * settings().max_examples)
@given(searches, jobs_near(), st.sampled_from([0.0, 2.0]))
def test_perfect_match_has_no_weak_factor(search: JobSearch, near: Near, miles: float) -> None:
    near = Near(changed(near, occupation="server").job, miles)
    scores = scores_of(search, [near])
    if scores.percent[0] >= 95:
        assert all(values[0] >= 0.8 - TOLERANCE for values in scores.factors.values())
        assert scores.factors["role"][0] >= 0.55 / 0.6 - TOLERANCE
        assert near.job.pay_low is not None
        assert near.job.shifts is not None
        assert near.job.employment_type is not None


@given(searches, jobs_near(), pay_ranges, st.integers(0, 1000), st.integers(0, 1000))
def test_more_pay_never_lowers_score(search: JobSearch, near: Near, pay: tuple[int, int], low: int, high: int) -> None:
    less = changed(near, pay_low=pay[0], pay_high=pay[1])
    low = min(pay[0] + low, pay[1] + high)
    more = changed(near, pay_low=low, pay_high=pay[1] + high)
    assert score_of(search, more) >= score_of(search, less) - TOLERANCE


@given(searches, jobs_near(), st.floats(0, 20))
def test_higher_expected_pay_never_raises_score(search: JobSearch, near: Near, more: float) -> None:
    greedy = replace(search, hourly_rate=search.hourly_rate + more)
    assert score_of(greedy, near) <= score_of(search, near) + TOLERANCE


@given(searches, jobs_near(), st.sampled_from((0, 3, 5)))
def test_more_experience_never_lowers_score(search: JobSearch, near: Near, years: int) -> None:
    older = replace(search, experience_years=max(years, search.experience_years))
    assert score_of(older, near) >= score_of(search, near) - TOLERANCE


@given(searches, jobs_near(), st.sampled_from((*SHIFTS, "very-flexible")))
def test_more_availability_never_lowers_score(search: JobSearch, near: Near, shift: str) -> None:
    freer = replace(search, availability=(*search.availability, shift))
    assert score_of(freer, near) >= score_of(search, near) - TOLERANCE


@given(searches, jobs_near(), st.sampled_from(STARTS))
def test_earlier_start_never_lowers_score(search: JobSearch, near: Near, start: str) -> None:
    sooner = min(STARTS.index(search.start), STARTS.index(start))
    assert score_of(replace(search, start=STARTS[sooner]), near) >= score_of(search, near) - TOLERANCE


@given(searches, jobs_near(), st.floats(0, 1), st.floats(1, 200))
def test_shorter_distance_never_lowers_score(search: JobSearch, near: Near, share: float, radius: float) -> None:
    search = replace(search, radius_miles=radius)
    far = Near(near.job, min(near.miles, radius))
    assert score_of(search, Near(near.job, far.miles * share)) >= score_of(search, far) - TOLERANCE


@given(searches, jobs_near(), st.sampled_from(OCCUPATIONS), st.sampled_from(OCCUPATIONS))
def test_better_role_never_lowers_score(search: JobSearch, near: Near, one: str | None, other: str | None) -> None:
    worse, better = sorted((one, other), key=lambda name: FITS.get(name or "", 0))
    lower, higher = (score_of(search, changed(near, occupation=name)) for name in (worse, better))
    assert higher >= lower - TOLERANCE


@given(searches, st.lists(jobs_near(), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_ranking_does_not_depend_on_row_order(search: JobSearch, near: list[Near], random: np.random.Generator) -> None:
    shuffled = near.copy()
    random.shuffle(shuffled)
    one, other = scores_of(search, near), scores_of(search, shuffled)
    assert list(one.jobs.ids(ranking(one))) == list(other.jobs.ids(ranking(other)))


@given(searches, jobs_near(), st.permutations(["c", "a", "b"]))
def test_equal_jobs_are_ordered_by_id(search: JobSearch, near: Near, ids: list[str]) -> None:
    near = Near(changed(near, occupation="server", remote=True).job, 0.0)
    twins = scores_of(search, [changed(near, id=name) for name in ids])
    ranked = list(twins.jobs.ids(ranking(twins)))
    assert ranked == (["a", "b", "c"] if ranked else [])


def test_capped_jobs_are_ordered_by_uncapped_score() -> None:
    hosts = [Near(changed(PERFECT, occupation="host", id=name).job, miles) for name, miles in (("a", 4), ("b", 1))]
    scores = scores_of(SEARCH, hosts)
    assert scores.exact[0] == scores.exact[1]
    assert list(scores.jobs.ids(ranking(scores))) == ["b", "a"]


def test_job_that_meets_everything_scores_100() -> None:
    assert scores_of(SEARCH, [PERFECT]).percent[0] == 100


def test_score_is_rounded_down() -> None:
    # Only distance costs points: 100 - 15 x 0.3 x 3.5 / 7 = 97.75.
    assert scores_of(SEARCH, [Near(PERFECT.job, 6.5)]).percent[0] == 97


@pytest.mark.parametrize(
    ("changes", "percent"),
    [
        ({"pay_low": None, "pay_high": None}, 92),
        ({"shifts": None}, 94),
        ({"employment_type": None}, 94),
        ({"experience_years": None}, 99),
        ({"experience_years": 5}, 94),
        ({"start": None}, 100),
        ({"occupation": "host"}, 91),
        ({"occupation": "welder"}, 40),
        ({"pay_low": 1500, "pay_high": 1500}, 75),
        ({"pay_low": 1600, "pay_high": 2000}, 95),
        ({"pay_low": 2000, "pay_high": 2000}, 100),
        ({"employment_type": "part-time"}, 90),
        ({"shifts": ("weekends", "night-shifts")}, 90),
    ],
)
def test_score_of_single_difference(changes: dict[str, object], percent: int) -> None:
    assert scores_of(SEARCH, [changed(PERFECT, **changes)]).percent[0] == percent


def test_small_radius_does_not_lower_score_inside_it() -> None:
    assert score_of(replace(SEARCH, radius_miles=5), Near(PERFECT.job, 5.0)) > 95


def test_score_ignores_personal_data() -> None:
    assert {field.name for field in fields(JobSearch)} == {
        "text",
        "employment_type",
        "experience_years",
        "availability",
        "hourly_rate",
        "start",
        "zip_code",
        "radius_miles",
    }
    assert scores_of(SEARCH, [PERFECT]).exact == scores_of(replace(SEARCH, zip_code="60607"), [PERFECT]).exact


def test_policy_constants() -> None:
    assert sum(policy.WEIGHTS.values()) == 100
    values = (policy.MATCH, policy.PERFECT, policy.WEAK_FACTOR, policy.CAP_OF_WEAK, policy.ENOUGH_PAY)
    assert values == (60, 95, 0.8, 94, 0.8)
    unknown = (policy.UNKNOWN_PAY, policy.UNKNOWN_SHIFTS, policy.UNKNOWN_HOURS, policy.UNKNOWN_EXPERIENCE)
    assert unknown == (0.7, 0.75, 0.75, 0.9)
    assert (policy.UNKNOWN_LICENCE, policy.NEAR_MILES) == (0.75, 10)


@pytest.mark.parametrize(
    ("miles", "value"),
    [(0, 1), (3, 1), (3.7, 0.97), (6.5, 0.85), (10, 0.7), (11.5, 0.63), (17.5, 0.35), (25, 0), (40, 0)],
)
def test_distance_factor(miles: float, value: float) -> None:
    assert scores_of(SEARCH, [Near(PERFECT.job, miles)]).factors["distance"][0] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    ("low", "high", "value"),
    [(1999, 1999, 0.8 * (1 - 1 / 500)), (1500, 1500, 0), (1499, 1499, 0), (1750, 1750, 0.4), (1900, 2000, 0.8),
     (1900, 2100, 0.9), (1000, 3000, 0.9), (2000, 2000, 1), (2001, 4000, 1), (1000, 1600, 0.16)],
)  # fmt: skip
def test_pay_factor(low: int, high: int, value: float) -> None:
    search = replace(SEARCH, hourly_rate=20)
    paid = changed(PERFECT, pay_low=low, pay_high=high)
    assert scores_of(search, [paid]).factors["pay"][0] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(("asked", "values"), [(0, (1, 1, 1)), (1, (0.5, 1, 1)), (3, (0.5, 1, 1)), (4, (0, 0.5, 1))])
def test_experience_factor(asked: int, values: tuple[float, ...]) -> None:
    for have, value in zip((0, 3, 5), values, strict=True):
        found = scores_of(replace(SEARCH, experience_years=have), [changed(PERFECT, experience_years=asked)])
        assert found.factors["experience"][0] == value
    assert [answer_of(years) for years in (0, 1, 3, 4, 5, 9)] == [0, 1, 1, 2, 2, 2]


def test_required_license_keeps_match_below_perfect() -> None:
    licensed = scores_of(SEARCH, [changed(PERFECT, licence="Food handler card")])
    assert (licensed.factors["experience"][0], licensed.percent[0]) == (0.75, 94)


def test_empty_job_list_has_no_scores() -> None:
    scores = scores_of(SEARCH, [])
    assert list(scores.factors) == list(policy.WEIGHTS)
    assert [len(each) for each in (scores.uncapped, scores.exact, scores.percent, ranking(scores))] == [0, 0, 0, 0]
    assert scores.percent.dtype == np.int64


@given(
    st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.5000001, 1.0]), st.sampled_from([1.0, 2.0])), max_size=12),
    st.integers(0, 14) | st.none(),
    st.randoms(use_true_random=False),
)
def test_ordering_agrees_with_sort(
    keys: list[tuple[float, float]], limit: int | None, random: np.random.Generator
) -> None:
    names = [f"{number:02}" for number in range(len(keys))]
    random.shuffle(names)
    ids = np.array(names, dtype="U36")
    columns = [np.array([key[at] for key in keys]) for at in (0, 1)]
    rows = np.arange(len(keys))
    expected = sorted(range(len(keys)), key=lambda row: (-round(keys[row][0], 6), -keys[row][1], names[row]))
    assert ordered(rows, columns, lambda at: ids[at], limit).tolist() == expected[:limit]
