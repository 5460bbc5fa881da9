"""The shipped thresholds are those that the development answers give, and every class keeps its promise there."""

import numpy as np
import pytest

from dayshift.interviews.scoring.network import network
from dayshift.interviews.scoring.score import Reading, result_of
from training.scoring.answer_set import DEVELOPMENT, RatedAnswer, load
from training.scoring.calibrate import (
    FAIRLY_WITHIN,
    LANGUAGES,
    MIN_ANSWERS,
    NEVER,
    SURE_EXACT,
    SURE_WITHIN,
    VERSION,
    Outcomes,
    fairly_sure_from,
    sure_from,
    thresholds,
)
from training.scoring.reading import read

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def readings() -> list[tuple[RatedAnswer, Reading]]:
    return [(answer, read(answer)) for answer in load(*DEVELOPMENT)]


def shares(members: list[tuple[RatedAnswer, Reading]]) -> tuple[float, float]:
    within = [max(abs(reading.level - rater) for rater in answer.levels) <= 1 for answer, reading in members]
    exact = [reading.level in answer.levels for answer, reading in members]
    return sum(within) / len(within), sum(exact) / len(exact)


def test_the_artifact_has_the_measured_thresholds(readings: list[tuple[RatedAnswer, Reading]]) -> None:
    limits = network().thresholds
    assert network().version == VERSION
    found = thresholds(*zip(*readings, strict=True))
    for name in ("harmful", "doubtful", "sure", "fairly_sure"):
        assert getattr(limits, name) == pytest.approx(found[name], abs=0.011), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_sure_and_fairly_sure_keep_their_promises_each_on_its_own(
    language: str, readings: list[tuple[RatedAnswer, Reading]]
) -> None:
    shown = [one for one in readings if one[0].language == language and result_of(one[1]).level is not None]
    sure = [one for one in shown if one[1].confidence == "high"]
    fairly = [one for one in shown if one[1].confidence == "medium"]
    assert len(sure) + len(fairly) == len(shown)
    within, exact = shares(sure)
    assert within >= SURE_WITHIN - 0.005
    assert exact >= SURE_EXACT
    if network().thresholds.fairly_sure[language] >= NEVER:
        assert not fairly
        return
    assert len(fairly) >= MIN_ANSWERS
    assert shares(fairly)[0] >= FAIRLY_WITHIN
    assert not any(answer.harmful and reading.level >= 4 for answer, reading in fairly)


def outcomes(chance: list[float], *, within: list[bool], harmful: bool = False) -> Outcomes:
    column = np.array(chance)
    right = np.array(within)
    return Outcomes(column, right, right, np.full(len(chance), harmful) & (column > 0.9), np.full(len(chance), "dev"))


def test_the_lowest_limit_that_holds_is_taken() -> None:
    chance = [step / 1000 for step in range(1000)]
    found = outcomes(chance, within=[value >= 0.4 for value in chance])
    everyone = np.ones(1000, bool)
    assert 0.3 < fairly_sure_from(found, everyone) == sure_from(found, everyone) <= 0.4


def test_no_limit_is_taken_when_none_keeps_the_promise() -> None:
    chance = [step / 1000 for step in range(1000)]
    everyone = np.ones(1000, bool)
    often_wrong = outcomes(chance, within=[number % 5 > 0 for number in range(1000)])
    assert fairly_sure_from(often_wrong, everyone) == sure_from(often_wrong, everyone) == NEVER
    harmful = outcomes(chance, within=[True] * 1000, harmful=True)
    assert fairly_sure_from(harmful, everyone) == NEVER
    assert fairly_sure_from(outcomes(chance, within=[True] * 1000), np.arange(1000) < MIN_ANSWERS - 1) == NEVER
