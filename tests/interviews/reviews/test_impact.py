"""Impact ratios: equal to an independent implementation, and the rules of publication."""

import random
from fractions import Fraction

import pytest
from glassbox.audit.ll144 import build_bias_audit  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from dayshift.hiring.fairness.impact import SHOWN_FROM, above_median, hidden, impact_of

SEXES = ("female", "male")
RACES = ("asian", "black", "hispanic", "white", "two_or_more")

people = st.lists(st.tuples(st.sampled_from([*SEXES, None]), st.booleans()), max_size=60)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("by_score", [False, True])
def test_equals_an_independent_implementation(seed: int, by_score: bool) -> None:
    chance = random.Random(seed)
    count = chance.randint(40, 900)
    sexes = [chance.choice((*SEXES, None)) for _ in range(count)]
    races = [chance.choice((*RACES, None)) for _ in range(count)]
    if by_score:  # Its own median differs from the law's, so it gets the selected.
        selected = above_median([chance.randint(0, 100) for _ in range(count)])
    else:
        selected = [chance.random() < 0.2 + 0.1 * SEXES.index(sex or "male") for sex in sexes]
    both = [f"{sex} {race}" if sex and race else None for sex, race in zip(sexes, races, strict=True)]
    ours = {name: impact_of(zip(kind, selected, strict=True)) for name, kind in
            (("sex", sexes), ("race", races), ("both", both))}  # fmt: skip
    counts = {
        name: {group.name: (group.selected, group.total) for group in found.groups} for name, found in ours.items()
    }
    theirs = build_bias_audit(
        tool_name="t", tool_version="1", auditor="a", data_source="d", data_explanation="e",
        sex_outcomes=counts["sex"], race_outcomes=counts["race"], intersectional_outcomes=counts["both"],
        unknown_count=ours["sex"].unknown, apply_two_percent_exclusion=False,
    )  # fmt: skip
    for name, report in (("sex", theirs.sex), ("race", theirs.race), ("both", theirs.intersectional)):
        assert report is not None
        found = {group.name: group for group in ours[name].groups}
        assert len(report.groups) == len(found)
        for group in report.groups:
            mine = found[group.name]
            assert float(mine.rate) == pytest.approx(group.selection_rate)
            assert mine.small == (group.share_of_data < 0.02)
            if group.is_reference:
                assert mine.ratio in {1, None}
                continue
            assert mine.ratio == group.impact_ratio_exact
            assert mine.flagged == group.flagged
            assert group.significance is not None
            assert mine.p == pytest.approx(group.significance.p_value, abs=1e-9)
    assert counts["sex"] == {
        sex: (sum(s for s, of in zip(selected, sexes, strict=True) if of == sex), sexes.count(sex))
        for sex in SEXES
    }  # fmt: skip


@given(people)
def test_everybody_is_counted_once(outcomes: list[tuple[str | None, bool]]) -> None:
    found = impact_of(outcomes)
    assert sum(group.total for group in found.groups) + found.unknown == len(outcomes)
    ratios = [group.ratio for group in found.groups]
    if any(selected for name, selected in outcomes if name):
        assert max(ratio for ratio in ratios if ratio is not None) == 1
    else:
        assert set(ratios) <= {None}


@given(st.lists(st.integers(0, 100), max_size=40))
def test_at_most_half_of_the_sample_is_above_its_median(scores: list[int]) -> None:
    assert sum(above_median(scores)) * 2 <= len(scores)


def test_exactly_four_fifths_is_not_flagged() -> None:
    outcomes = [("a", n < 80) for n in range(100)] + [("b", n < 64) for n in range(100)]
    group = next(one for one in impact_of(outcomes).groups if one.name == "b")
    assert (group.ratio, group.flagged) == (Fraction(4, 5), False)


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 12), min_size=1))
def test_hidden_groups_cannot_be_computed_from_the_total(sizes: dict[str, int]) -> None:
    groups = impact_of([(name, False) for name, size in sizes.items() for _ in range(size)]).groups
    found = hidden(groups)
    assert {name for name, size in sizes.items() if size < SHOWN_FROM} <= found
    if found and found != set(sizes):
        assert sum(sizes[name] for name in found) >= SHOWN_FROM
