"""Letter similarity of short phrases: character n-gram TF-IDF with cosine, in numpy."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_SHORTEST, _LONGEST = 2, 5


class PhraseIndex:
    """An index of phrases, stored as postings by n-gram (the columns of a sparse matrix)."""

    def __init__(self, phrases: Sequence[str]) -> None:
        counts = [_ngrams(phrase) for phrase in phrases]
        grams = sorted({gram for count in counts for gram in count})
        self._size = len(phrases)
        self._number = {gram: number for number, gram in enumerate(grams)}
        documents = np.repeat(np.arange(self._size), [len(count) for count in counts])
        numbers = np.array([self._number[gram] for count in counts for gram in count], dtype=np.int64)
        frequency = np.array([n for count in counts for n in count.values()], dtype=np.float64)
        in_documents = np.bincount(numbers, minlength=len(grams))
        self._idf = np.log((1 + self._size) / (1 + in_documents)) + 1
        weights = (1 + np.log(frequency)) * self._idf[numbers]
        weights /= np.sqrt(np.bincount(documents, weights**2, minlength=self._size))[documents]
        order = np.argsort(numbers, kind="stable")
        self._documents, self._weights = documents[order], weights[order]
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
    """Count the runs of 2 to 5 letters within each word, with spaces marking its edges."""
    return Counter(
        padded[start : start + size]
        for word in phrase.split()
        for padded in (f" {word} ",)
        for size in range(_SHORTEST, _LONGEST + 1)
        for start in range(len(padded) - size + 1)
    )
