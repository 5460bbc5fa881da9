"""Understanding free text: which occupations does a wish, or the title of a job, speak of, and how well?

The surest first. Phrases of the occupation table found in the text name an occupation outright, and its
siblings a little less. Failing that, words for a whole field ("hotel", "gym") mean each of its occupations,
and the rest is compared by its letters with every phrase of the table, which never counts as much. Where a model
of meaning is set, a wish that names nothing is also compared by what it means.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dayshift.jobs.occupations import category_words, filler_words, occupations
from dayshift.jobs.similarity import PhraseIndex
from dayshift.jobs.words import Spelling, clauses, fold, folded
from dayshift.providers.meaning import Meaning, open_meaning

How = Literal["named", "sibling", "field", "similar"]
"""Why an occupation fits: named in the text, close to a named one, of a named field, or alike in letters."""

FIT_OF_SIBLING = 0.85
FIT_OF_SIMILAR = 0.8
"""The most that likeness alone can reach: less than a sibling, so that a guess is never a perfect match."""
FIT_OF_FIELD = 0.75
CLEAR_FIT = 0.5
"""From here on a likeness says what a job is."""

# Likenesses between which the fit rises from nothing to the most.
_UNLIKE, _ALIKE = 0.5, 0.9
_NOT_AT_ALL_ALIKE = 0.35
# Cosines of meaning between which it does. Those of another field hardly reach the first, many right ones the second.
_MEANS_OTHER, _MEANS_SAME = 0.35, 0.75
_WIDEST_COMPARED = 3
_MOST_WORDS = 80

_NEGATIONS = frozenset({"not", "no", "except", "without", "excepto", "menos", "sin"})
_AFTER_NEGATION = frozenset({"a", "an", "the", "any", "as", "be", "to", "do", "for", "like", "de", "un", "una"})

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TitleFit:
    """How well a text fits an occupation, above 0 up to 1, and why; `via` is the named one of a sibling."""

    occupation: str
    fit: float
    how: How
    via: str | None = None


@lru_cache(maxsize=4096)
def understand(text: str) -> tuple[TitleFit, ...]:
    """The occupations that a wish speaks of, best first; empty when it speaks of none. Deterministic."""
    return _read(text, _meanings)


def _read(text: str, meanings: "_Meanings | None") -> tuple[TitleFit, ...]:
    words = _words(text)
    named, ruled_out, rest = _names(words, _lexicon().titles)
    fits = [TitleFit(name, 1.0, "named") for name in named]
    for name in named:
        siblings = sorted(occupations()[name].siblings)
        fits += [TitleFit(other, FIT_OF_SIBLING, "sibling", via=name) for other in siblings]
    if not named:
        fields, _, rest = _names(rest, _lexicon().fields)
        fits += [TitleFit(name, FIT_OF_FIELD, "field") for name in fields]
        fits += _similar(rest)
        fits += _of_meaning(text, meanings) if meanings else ()
    best: dict[str, TitleFit] = {}
    for fit in sorted(fits, key=lambda fit: -fit.fit):
        best.setdefault(fit.occupation, fit)
    return tuple(fit for fit in best.values() if fit.occupation not in ruled_out)


def occupation_of(title: str) -> str | None:
    """The id of the occupation that the title of a job stands for; None when that is not clear.

    By its words and letters alone: what the catalogue says of a job does not depend on a model.
    """
    # The number of a store or a posting says nothing, and would make every title one of its own.
    return _occupation_of(_LONG_NUMBER.sub("000", title))


_LONG_NUMBER = re.compile(r"\d{3,}")


@lru_cache(maxsize=65536)
def _occupation_of(title: str) -> str | None:
    first = next(iter(_read(title, None)), None)
    if first is None or first.how == "field" or first.fit < CLEAR_FIT:
        return None
    return first.occupation


def nearest_titles(text: str, most: int = 3) -> tuple[str, ...]:
    """The titles whose letters are most alike to a text that speaks of no work we know; empty when none is at all."""
    likeness = _likeness([tuple(word for clause in _words(text) for word in clause)])
    nearest: dict[str, None] = {}
    for row in np.argsort(-likeness, kind="stable").tolist():
        if len(nearest) >= most or likeness[row] < _NOT_AT_ALL_ALIKE:
            break
        nearest |= dict.fromkeys(occupations()[name].title for name in _lexicon().titles[_lexicon().compared[row]])
    return tuple(nearest)[:most]


def use_meaning(folder: str) -> None:
    """Compare wishes by the model in this folder too; by none for "". Raises `ExtraMissing` where it cannot be."""
    global _meanings  # noqa: PLW0603  (one model for the process, set when it starts, as the table is)
    phrases = [(phrase, entry.id) for entry in occupations().values() for phrase in entry.phrases]
    model = open_meaning(folder)
    _meanings = _Meanings(model, tuple(phrases)) if model else None
    understand.cache_clear()


class _Meanings:
    """Every phrase of the occupation table as a model understands it."""

    def __init__(self, model: Meaning, phrases: Sequence[tuple[str, str]]) -> None:
        self._model = model
        self.occupations = [occupation for _, occupation in phrases]
        self._vectors = model.vectors([phrase for phrase, _ in phrases])

    def likeness(self, text: str) -> NDArray[np.float64]:
        """The cosine, -1 to 1, of a text with each phrase; 0 where the model knows nothing of it."""
        likeness: NDArray[np.float64] = (self._vectors @ self._model.vectors([text])[0]).astype(np.float64)
        return likeness


_meanings: _Meanings | None = None


def warm() -> None:
    """Build what the first call would build, better spent before anybody waits."""
    _lexicon()


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """Everything derived from the occupation table. A phrase points at the occupations that it may mean."""

    titles: Mapping[Phrase, tuple[str, ...]]
    fields: Mapping[Phrase, tuple[str, ...]]
    filler: frozenset[str]
    spelling: Spelling
    compared: tuple[Phrase, ...]
    lengths: NDArray[np.int64]
    index: PhraseIndex
    longest: int


@cache
def _lexicon() -> _Lexicon:
    titles = _phrases((entry.id, entry.phrases) for entry in occupations().values())
    fields = _phrases(
        (entry.id, (*category_words()[entry.category], *category_words()["any"])) for entry in occupations().values()
    )
    filler = frozenset(fold(word) for word in filler_words())
    vocabulary = {word for phrase in (*titles, *fields) for word in phrase}
    # "linecook" names what "line cook" does.
    joined: dict[Phrase, tuple[str, ...]] = {("".join(phrase),): names for phrase, names in titles.items()}
    return _Lexicon(
        titles={**joined, **titles},
        fields=fields,
        filler=filler,
        spelling=Spelling(vocabulary, known=filler),
        compared=tuple(titles),
        lengths=np.array([len(phrase) for phrase in titles]),
        index=PhraseIndex([" ".join(phrase) for phrase in titles]),
        longest=max(map(len, (*titles, *fields))),
    )


def _phrases(entries: Iterable[tuple[str, tuple[str, ...]]]) -> dict[Phrase, tuple[str, ...]]:
    meanings: dict[Phrase, dict[str, None]] = {}
    for occupation, phrases in entries:
        for phrase in phrases:
            meanings.setdefault(folded(phrase), {})[occupation] = None
    return {phrase: tuple(names) for phrase, names in meanings.items()}


def _words(text: str) -> list[Phrase]:
    """The clauses of a text as folded, corrected words; what follows the first 80 is left out."""
    correct = _lexicon().spelling.correct
    result, left = [], _MOST_WORDS
    for clause in clauses(text):
        result.append(tuple(correct(word) for word in clause[:left]))
        left -= len(result[-1])
    return result


def _names(words: list[Phrase], meanings: Mapping[Phrase, tuple[str, ...]]) -> tuple[list[str], set[str], list[Phrase]]:
    """What phrases name, in the order of the text; what they rule out ("not cleaning"); the words in between.

    The longest phrase wins, so that "kitchen manager" does not also name a manager.
    """
    longest = _lexicon().longest
    names: dict[str, None] = {}
    ruled_out: set[str] = set()
    between: list[Phrase] = []
    for clause in words:
        start = run = 0
        while start < len(clause):
            windows = (clause[start : start + size] for size in range(longest, 0, -1))
            phrase = next((window for window in windows if window in meanings), None)
            if phrase is None:
                start += 1
                continue
            if _is_ruled_out(clause[:start]):
                ruled_out.update(meanings[phrase])
            else:
                names |= dict.fromkeys(meanings[phrase])
            between.append(clause[run:start])
            start = run = start + len(phrase)
        between.append(clause[run:])
    return [name for name in names if name not in ruled_out], ruled_out, between


def _is_ruled_out(before: Phrase) -> bool:
    """Whether the words before a phrase say that just this is not wanted."""
    wanted = next((n for n, word in enumerate(reversed(before)) if word not in _AFTER_NEGATION), None)
    if wanted is None:
        return False
    end = len(before) - wanted
    return before[end - 1] in _NEGATIONS or before[max(0, end - 2) : end] == ("anything", "but")


def _similar(runs: list[Phrase]) -> Iterator[TitleFit]:
    """Occupations with a phrase whose letters are alike to some of the text."""
    lexicon = _lexicon()
    fits = FIT_OF_SIMILAR * np.clip((_likeness(runs) - _UNLIKE) / (_ALIKE - _UNLIKE), 0, 1)
    for row in np.flatnonzero(fits):
        for name in lexicon.titles[lexicon.compared[row]]:
            yield TitleFit(name, float(fits[row]), "similar")


def _of_meaning(text: str, meanings: _Meanings) -> Iterator[TitleFit]:
    """Occupations with a phrase that means much the same as the text."""
    above = (meanings.likeness(text) - _MEANS_OTHER) / (_MEANS_SAME - _MEANS_OTHER)
    fits = FIT_OF_SIMILAR * np.clip(above, 0, 1)
    for row in np.flatnonzero(fits).tolist():
        yield TitleFit(meanings.occupations[row], float(fits[row]), "similar")


def _likeness(runs: list[Phrase]) -> NDArray[np.float64]:
    """How alike each phrase of the table is to what is most like it in the text, 0 to 1."""
    lexicon = _lexicon()
    windows = {window for run in runs for window in _windows([w for w in run if w not in lexicon.filler])}
    likeness = np.zeros(len(lexicon.compared))
    for window in sorted(windows):
        # One word of two is less than half the meaning: "office" says nothing of cleaning offices.
        share = np.minimum(lexicon.lengths, len(window)) / np.maximum(lexicon.lengths, len(window))
        likeness = np.maximum(likeness, share * lexicon.index.similarities(" ".join(window)))
    return likeness


def _windows(words: list[str]) -> Iterator[Phrase]:
    for size in range(1, _WIDEST_COMPARED + 1):
        for start in range(len(words) - size + 1):
            yield tuple(words[start : start + size])
