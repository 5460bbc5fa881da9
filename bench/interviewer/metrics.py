"""Agreement and correlation metrics, and two baseline scorers."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bench.interviewer.answers import LabeledAnswer

Floats = NDArray[np.float64]


def weighted_kappa(predicted: Sequence[int], expected: Sequence[int]) -> float:
    """Cohen's kappa with quadratic weights (Cohen 1968): 1 is full agreement, 0 is chance."""
    a, b = np.asarray(predicted, float), np.asarray(expected, float)
    by_chance = float(((a[:, None] - b[None, :]) ** 2).mean())
    return 1 - float(((a - b) ** 2).mean()) / by_chance if by_chance else 1.0


def pearson(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's r; 0 if one of the two is constant."""
    x, y = np.asarray(a, float), np.asarray(b, float)
    return float(np.corrcoef(x, y)[0, 1]) if x.std() and y.std() else 0.0


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's rho: Pearson's r of the ranks, with ties at their mean rank."""
    return pearson(_ranks(a), _ranks(b))


def predict_by_word_count(train: Sequence[LabeledAnswer], test: Sequence[LabeledAnswer]) -> list[int]:
    """Predict levels from the logarithm of the word count by least squares."""
    design = np.stack([np.ones(len(train)), np.log1p([_words(a) for a in train])], axis=1)
    weights, *_ = np.linalg.lstsq(design, np.array([a.level for a in train], float), rcond=None)
    return _levels(weights[0] + weights[1] * np.log1p([_words(a) for a in test]))


def predict_by_tfidf(train: Sequence[LabeledAnswer], test: Sequence[LabeledAnswer], ridge: float = 1.0) -> list[int]:
    """Predict levels from TF-IDF of unigrams and bigrams with dual ridge regression."""
    grams = [_grams(a.text) for a in train]
    frequency = Counter(gram for counts in grams for gram in counts)
    idf = {gram: np.log(len(train) / n) + 1 for gram, n in frequency.items() if n > 1}
    position = {gram: i for i, gram in enumerate(idf)}

    def vectors(texts: Sequence[Counter[str]]) -> Floats:
        rows = np.zeros((len(texts), len(position)))
        for row, counts in zip(rows, texts, strict=True):
            for gram, n in counts.items():
                if gram in position:
                    row[position[gram]] = n * idf[gram]
        lengths: Floats = np.maximum(np.sqrt((rows**2).sum(axis=1, keepdims=True)), 1e-9)
        return rows / lengths

    train_vectors = vectors(grams)
    expected = np.array([a.level for a in train], float)
    dual = np.linalg.solve(train_vectors @ train_vectors.T + ridge * np.eye(len(train)), expected - expected.mean())
    return _levels(expected.mean() + vectors([_grams(a.text) for a in test]) @ train_vectors.T @ dual)


def _levels(values: Floats) -> list[int]:
    return [int(value) for value in np.clip(np.floor(values + 0.5), 0, 5)]


def _words(answer: LabeledAnswer) -> int:
    return len(answer.text.split())


def _grams(text: str) -> Counter[str]:
    words = re.findall(r"\a+", text.lower())
    return Counter([*words, *(f"{a} {b}" for a, b in pairwise(words))])


def _ranks(values: Sequence[float]) -> list[float]:
    array = np.asarray(values, float)
    return [float((array < value).sum() + (array == value).sum() / 2) for value in array]
