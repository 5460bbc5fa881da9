import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.interviews.scoring.agreement import interval, weighted_kappa

levels = st.integers(0, 5)


def test_weighted_kappa() -> None:
    assert weighted_kappa([1, 3, 5], [1, 3, 5]) == 1
    assert weighted_kappa([1, 1, 5, 5], [1, 5, 1, 5]) == pytest.approx(0)
    assert weighted_kappa([1, 5], [5, 1]) < 0
    assert weighted_kappa([3, 3], [3, 3]) == 1


@given(st.lists(st.tuples(levels, levels), min_size=1, max_size=30))
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[int, int]]) -> None:
    first, second = map(list, zip(*pairs, strict=True))
    assert weighted_kappa(first, second) == pytest.approx(weighted_kappa(second, first))
    assert weighted_kappa(first, second) <= 1
    assert weighted_kappa(first, first) == 1


def test_an_interval_holds_the_statistic_and_narrows_with_more_cases() -> None:
    def mean_of(count: int) -> tuple[float, float]:
        return interval(lambda drawn: sum(i % 2 for i in drawn) / len(drawn), count)

    few, many = mean_of(20), mean_of(2000)
    assert few[0] < 0.5 < few[1]
    assert many[0] < 0.5 < many[1]
    assert many[1] - many[0] < few[1] - few[0]
    assert mean_of(20) == few
