"""Agreement between two ratings of the same answers."""

from collections.abc import Callable, Sequence

import numpy as np

RESAMPLES = 500
SEED = 3


def weighted_kappa(first: Sequence[int], second: Sequence[int]) -> float:
    """Cohen's kappa with quadratic weights (Cohen 1968): 1 is full agreement, 0 is chance; 1 without any variation."""
    a, b = np.asarray(first, float), np.asarray(second, float)
    by_chance = float(((a[:, None] - b[None, :]) ** 2).mean())
    return 1 - float(((a - b) ** 2).mean()) / by_chance if by_chance else 1.0


def interval(statistic: Callable[[list[int]], float], count: int) -> tuple[float, float]:
    """The 95 percent interval of a statistic of `count` cases, by the bootstrap over cases (Efron 1979).

    `statistic` gets the numbers of the drawn cases. The seed is fixed, so the same cases give the same interval.
    """
    rng = np.random.default_rng(SEED)
    values = [statistic(rng.integers(0, count, count).tolist()) for _ in range(RESAMPLES)]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)
