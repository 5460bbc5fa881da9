"""Agreement and correlation, and the two simple scorers that anything better has to beat."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bench.interviewer.answers import Written

Floats = NDArray[np.float64]


def weighted_kappa(given: Sequence[int], wanted: Sequence[int]) -> float:
    """Cohen's kappa with quadratic weights (Cohen 1968): 1 is full agreement, 0 is chance."""
    a, b = np.asarray(given, float), np.asarray(wanted, float)
    expected = float(((a[:, None] - b[None, :]) ** 2).mean())
    return 1 - float(((a - b) ** 2).mean()) / expected if expected else 1.0


def pearson(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's r; 0 when one of the two never changes."""
    x, y = np.asarray(a, float), np.asarray(b, float)
    return float(np.corrcoef(x, y)[0, 1]) if x.std() and y.std() else 0.0


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's rho: Pearson's r of the ranks, ties at their mean rank."""
    return pearson(_ranks(a), _ranks(b))


def by_word_count(tuning: Sequence[Written], measured: Sequence[Written]) -> list[int]:
    """Levels from the number of words alone: least squares on its logarithm."""
    design = np.stack([np.ones(len(tuning)), np.log1p([_words(w) for w in tuning])], axis=1)
    weights, *_ = np.linalg.lstsq(design, np.array([w.level for w in tuning], float), rcond=None)
    return _levels(weights[0] + weights[1] * np.log1p([_words(w) for w in measured]))


def by_tfidf(tuning: Sequence[Written], measured: Sequence[Written], ridge: float = 1.0) -> list[int]:
    """Levels from TF-IDF of words and pairs of words, learnt by ridge regression in its dual form."""
    grams = [_grams(w.text) for w in tuning]
    seen = Counter(gram for counts in grams for gram in counts)
    idf = {gram: np.log(len(tuning) / n) + 1 for gram, n in seen.items() if n > 1}
    place = {gram: i for i, gram in enumerate(idf)}

    def vectors(texts: Sequence[Counter[str]]) -> Floats:
        rows = np.zeros((len(texts), len(place)))
        for row, counts in zip(rows, texts, strict=True):
            for gram, n in counts.items():
                if gram in place:
                    row[place[gram]] = n * idf[gram]
        lengths: Floats = np.maximum(np.sqrt((rows**2).sum(axis=1, keepdims=True)), 1e-9)
        return rows / lengths

    known = vectors(grams)
    wanted = np.array([w.level for w in tuning], float)
    dual = np.linalg.solve(known @ known.T + ridge * np.eye(len(tuning)), wanted - wanted.mean())
    return _levels(wanted.mean() + vectors([_grams(w.text) for w in measured]) @ known.T @ dual)


def _levels(values: Floats) -> list[int]:
    return [int(value) for value in np.clip(np.floor(values + 0.5), 0, 5)]


def _words(written: Written) -> int:
    return len(written.text.split())


def _grams(text: str) -> Counter[str]:
    words = re.findall(r"\w+", text.lower())
    return Counter([*words, *(f"{a} {b}" for a, b in pairwise(words))])


def _ranks(values: Sequence[float]) -> list[float]:
    array = np.asarray(values, float)
    return [float((array < value).sum() + (array == value).sum() / 2) for value in array]
