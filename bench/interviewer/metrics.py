"""Correlation, and the baselines that the scorer is compared with."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from training.scoring.answer_set import RatedAnswer

Floats = NDArray[np.float64]


def pearson(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's r; 0 if one of the two is constant."""
    x, y = np.asarray(a, float), np.asarray(b, float)
    return float(np.corrcoef(x, y)[0, 1]) if x.std() and y.std() else 0.0


def predict_by_word_count(train: Sequence[RatedAnswer], test: Sequence[RatedAnswer]) -> list[int]:
    """Predict levels from the logarithm of the word count by least squares."""
    design = np.stack([np.ones(len(train)), np.log1p([_words(a) for a in train])], axis=1)
    weights, *_ = np.linalg.lstsq(design, _levels(train), rcond=None)
    return _rounded(weights[0] + weights[1] * np.log1p([_words(a) for a in test]))


def predict_by_tfidf(train: Sequence[RatedAnswer], test: Sequence[RatedAnswer], ridge: float = 1.0) -> list[int]:
    """Predict levels from TF-IDF of unigrams and bigrams with dual ridge regression."""
    grams = [_grams(a.text) for a in train]
    frequency = Counter(gram for counts in grams for gram in counts)
    idf = {gram: np.log(len(train) / n) + 1 for gram, n in frequency.items() if n > 2}
    position = {gram: i for i, gram in enumerate(idf)}

    def vectors(texts: Sequence[Counter[str]]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), len(position)), np.float32)
        for row, counts in zip(rows, texts, strict=True):
            for gram, n in counts.items():
                if gram in position:
                    row[position[gram]] = (1 + np.log(n)) * idf[gram]
        lengths: NDArray[np.float32] = np.maximum(np.sqrt((rows**2).sum(axis=1, keepdims=True)), 1e-9)
        return rows / lengths

    train_vectors = vectors(grams)
    expected = _levels(train)
    dual = np.linalg.solve(train_vectors @ train_vectors.T + ridge * np.eye(len(train)), expected - expected.mean())
    return _rounded(expected.mean() + vectors([_grams(a.text) for a in test]) @ (train_vectors.T @ dual))


def _levels(answers: Sequence[RatedAnswer]) -> Floats:
    return np.array([sum(answer.levels) / len(answer.levels) for answer in answers])


def _rounded(values: Floats) -> list[int]:
    return [int(value) for value in np.clip(np.floor(values + 0.5), 0, 5)]


def _words(answer: RatedAnswer) -> int:
    return len(answer.text.split())


def _grams(text: str) -> Counter[str]:
    words = re.findall(r"\w+", text.lower())
    return Counter([*words, *(f"{a} {b}" for a, b in pairwise(words))])
