"""Letter similarity of short phrases: character n-gram TF-IDF with cosine, in numpy."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

_MIN_SIZE, _MAX_SIZE = 2, 5


class PhraseIndex:
    """An index of phrases, stored as postings by n-gram (the columns of a sparse matrix)."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._size = len(phrases)
        self._number: dict[str, int] = {}
        # Words recur in many phrases, so each is split once.
        split = {
            word: [self._number.setdefault(gram, len(self._number)) for gram in _split(word)]
            for word in dict.fromkeys(chain.from_iterable(map(str.split, phrases)))
        }
        grams = [list(chain.from_iterable(split[word] for word in phrase.split())) for phrase in phrases]
        rows = np.repeat(np.arange(self._size), list(map(len, grams)))
        pairs, frequency = np.unique(
            np.fromiter(chain.from_iterable(grams), np.int64) * self._size + rows, return_counts=True
        )
        numbers, self._documents = np.divmod(pairs, self._size)
        in_documents = np.bincount(numbers, minlength=len(self._number))
        self._idf = np.log((1 + self._size) / (1 + in_documents)) + 1
        weights = (1 + np.log(frequency)) * self._idf[numbers]
        norms = np.sqrt(np.bincount(self._documents, weights**2, minlength=self._size))
        self._weights = weights / norms[self._documents]
        self._starts = np.concatenate([[0], np.cumsum(in_documents)])

    def similarities(self, phrase: str) -> NDArray[np.float64]:
        """Return the cosine, 0 to 1, of the phrase with each indexed phrase, in order."""
        count = _ngrams(phrase)
        # Unknown n-grams still add to the query's length: a long text must not match on a small part of it.
        unseen = np.log(1 + self._size) + 1
        length = 0.0
        total = np.zeros(self._size)
        for gram, n in count.items():
            number = self._number.get(gram)
            weight = (1 + np.log(n)) * (unseen if number is None else self._idf[number])
            length += weight**2
            if number is not None:
                postings = slice(self._starts[number], self._starts[number + 1])
                total[self._documents[postings]] += weight * self._weights[postings]
        return total / np.sqrt(length) if length else total


def _ngrams(phrase: str) -> Counter[str]:
    """Count the runs of 2 to 5 letters within each word."""
    return Counter(chain.from_iterable(map(_ngrams_of_word, phrase.split())))


def _split(word: str) -> tuple[str, ...]:
    """Return the runs of 2 to 5 letters of a word, with spaces marking its edges."""
    padded = f" {word} "
    return tuple(
        [
            padded[start : start + size]
            for size in range(_MIN_SIZE, _MAX_SIZE + 1)
            for start in range(len(padded) - size + 1)
        ]
    )


_ngrams_of_word = lru_cache(maxsize=4096)(_split)
"""For words of searches. Those of the index are split once, and would fill the cache with 6 MB."""
