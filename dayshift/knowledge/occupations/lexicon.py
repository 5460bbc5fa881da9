"""The words of the occupation table, and a text read as runs of them.

A text is split into clauses, its spelling corrected, place names left out, and what it rules out marked. What the
runs name is decided in `titles`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dayshift.knowledge.occupations import onet
from dayshift.knowledge.occupations.exclusions import PhraseAt, ruled_out, without_places
from dayshift.knowledge.occupations.similarity import PhraseIndex
from dayshift.knowledge.occupations.taxonomy import (
    category_words,
    filler_words,
    job_words,
    occupations,
    occupations_of_employers,
)
from dayshift.knowledge.occupations.words import Spelling, fold, folded, one_typo_apart, plain_clauses, sound, stem

_MAX_WORDS = 80
_MIN_SOUND, _CLEAR_SOUND = 4, 6
"""Minimum consonants of a word that two others sound like, and from which it may be more than one typo away."""
_ALIKE_IN_LETTERS = 0.6
_WIDEST_COMPARED = 3
"""Maximum words of a part of a text that is compared with phrases."""

Phrase = tuple[str, ...]


class Run(NamedTuple):
    """Consecutive words, plain and folded, and the flag of each: see `exclusions.ruled_out`."""

    plain: Sequence[str]
    words: Phrase
    said: Sequence[int]

    def part(self, start: int, end: int | None = None) -> "Run":
        """Return the words from `start` to before `end`."""
        return Run(self.plain[start:end], self.words[start:end], self.said[start:end])


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Data derived from the occupation table. A phrase maps to the occupations that it may mean."""

    titles: Mapping[Phrase, tuple[str, ...]]
    fields: Mapping[Phrase, tuple[str, ...]]
    any_work: Mapping[Phrase, tuple[str, ...]]
    filler: frozenset[str]
    says_nothing: frozenset[str]
    spelling: Spelling
    compared: tuple[Phrase, ...]
    lengths: NDArray[np.int64]
    initials: NDArray[np.str_]
    longest: int
    job_stems: frozenset[str]


_SAYS_SOMETHING = "home house store stores parts part banking land green greens paper talking night"
"""Filler words that still tell kinds of work apart when a text is ranked."""


@cache
def load_lexicon() -> Lexicon:
    """Return the lexicon, built from the occupation table at the first call."""
    # "Receptionist" is an alias of other occupations too, but first of all the one with that title.
    titles = _phrases(
        (
            *((entry.id, (entry.title, entry.spanish)) for entry in occupations().values()),
            *((entry.id, entry.aliases) for entry in occupations().values()),
        )
    )
    fields = _phrases(
        (
            *((entry.id, category_words()[entry.category]) for entry in occupations().values()),
            *occupations_of_employers(),
        )
    )
    any_work = _phrases((entry.id, category_words()["any"]) for entry in occupations().values())
    filler = frozenset(fold(word) for word in filler_words())
    says_nothing = filler - {fold(word) for word in (*job_words(), *_SAYS_SOMETHING.split())}
    filler |= {word for phrase in any_work for word in phrase if len(phrase) == 1}
    vocabulary = {word for phrase in (*titles, *fields, *any_work) for word in phrase}
    # "linecook" means the same as "line cook".
    joined: dict[Phrase, tuple[str, ...]] = {("".join(phrase),): names for phrase, names in titles.items()}
    return Lexicon(
        titles={**joined, **titles},
        fields=fields,
        any_work=any_work,
        filler=filler,
        says_nothing=says_nothing,
        spelling=Spelling(vocabulary, known=filler | onet.vocabulary()),
        compared=tuple(titles),
        lengths=np.array([len(phrase) for phrase in titles]),
        initials=np.array([phrase[0][0] for phrase in titles]),
        longest=max(map(len, (*titles, *fields, *any_work))),
        job_stems=frozenset(stem(fold(word)) for word in job_words()),
    )


@cache
def english_words() -> frozenset[str]:
    """Return common English words, folded, which are never taken for typos at first."""
    return frozenset(files(__package__).joinpath("english_words.txt").read_text("utf-8").split("\n"))


# The parts of the lexicon that only texts without a known title need.


@cache
def phrase_index() -> PhraseIndex:
    """Return the phrases of `Lexicon.compared`, to be compared by letters."""
    return PhraseIndex([" ".join(phrase) for phrase in load_lexicon().compared])


@cache
def _sounds() -> dict[str, tuple[str, ...]]:
    """Return the words of titles by how they sound."""
    result: dict[str, tuple[str, ...]] = {}
    for word in dict.fromkeys(word for phrase in load_lexicon().compared for word in phrase):
        heard = sound(word)
        if len(heard) >= _MIN_SOUND and word not in load_lexicon().filler:
            result[heard] = (*result.get(heard, ()), word)
    return result


@cache
def _pairs() -> frozenset[Phrase]:
    """Return each two words that follow each other in a known phrase."""
    phrases = (*load_lexicon().compared, *load_lexicon().fields)
    return frozenset(pair for phrase in phrases for pair in pairwise(phrase))


def _phrases(entries: Iterable[tuple[str, tuple[str, ...]]]) -> dict[Phrase, tuple[str, ...]]:
    meanings: dict[Phrase, dict[str, None]] = {}
    for occupation, phrases in entries:
        for phrase in phrases:
            meanings.setdefault(folded(phrase), {})[occupation] = None
    return {phrase: tuple(names) for phrase, names in meanings.items()}


Correct = Callable[[str], str]
"""Corrects the spelling of a folded word."""


def correct_strictly(word: str) -> str:
    """Correct a word that is not English."""
    return word if word in english_words() else load_lexicon().spelling.correct(word)


def correct_loosely(word: str) -> str:
    """Correct a word that no title has."""
    return load_lexicon().spelling.correct(word)


def runs_of_search(text: str, correct: Correct) -> list[Run]:
    """Return the runs of a search, without place names."""
    clauses = _clauses(text)
    return [
        _run(run, correct)
        for clause in clauses
        for run in without_places(clause, _phrases_in(_corrected(clause, correct)))
    ]


def runs_of_title(text: str) -> list[Run]:
    """Return the runs of a job title, place names included."""
    return [_run(clause, correct_strictly) for clause in _clauses(text)]


def _clauses(text: str) -> list[list[str]]:
    """Return the clauses of a text as plain words, up to the first 80 words."""
    result, left = [], _MAX_WORDS
    for clause in plain_clauses(text):
        result.append(_joined(clause[:left]))
        left -= len(result[-1])
    return result


def _joined(plain: list[str]) -> list[str]:
    """Return the words with each two joined that sound like one word of a title: "fork left driver"."""
    words = [fold(word) for word in plain]
    result: list[str] = []
    at = 0
    while at < len(words):
        heard = _heard(words[at], words[at + 1]) if at + 1 < len(words) else None
        result.append(heard or plain[at])
        at += 2 if heard else 1
    return result


@lru_cache(maxsize=4096)
def _heard(first: str, second: str) -> str | None:
    """Return the word of a title that two words sound like together, if they are no part of a title themselves."""
    lexicon = load_lexicon()
    if {first, second} & lexicon.filler or (first, second) in _pairs():
        return None
    both = first + second
    said = sound(both)
    for word in _sounds().get(said, ()) if len(said) >= _MIN_SOUND else ():
        clear = len(said) >= _CLEAR_SOUND and SequenceMatcher(None, both, word).ratio() >= _ALIKE_IN_LETTERS
        if clear or (word[0] == first[0] and one_typo_apart(word, both)):
            return word
    return None


def _run(plain: Sequence[str], correct: Correct) -> Run:
    words = _corrected(plain, correct)
    return Run(plain, words, ruled_out(plain, _phrases_in(words)))


def _corrected(plain: Sequence[str], correct: Correct) -> Phrase:
    return tuple([correct(fold(word)) for word in plain])


def _phrases_in(words: Phrase) -> PhraseAt:
    """Return a function that finds the phrases of the table among these words."""
    lexicon = load_lexicon()

    def phrase_at(start: int) -> int:
        for size in range(min(lexicon.longest, len(words) - start), 0, -1):
            phrase = words[start : start + size]
            if phrase in lexicon.titles or phrase in lexicon.fields:
                return size
        return 0

    return phrase_at


_LINKS = frozenset(folded("a an the to of in at for and with my some how on or de del la el los las en y al"))
_SAME_ACTION = {stem(word): "repair" for word in folded("fix fixing repair mend mending arreglar reparar")}


def form_of(word: str) -> str | None:
    """Return a folded word without its endings, and one word for all that mean repairing; None for a link word."""
    if word in _LINKS:
        return None
    form = stem(word)
    return _SAME_ACTION.get(form, form)


@cache
def phrases_by_forms() -> dict[frozenset[str], tuple[str, ...]]:
    """Return the occupations of the phrases of several words, by the set of their words' forms."""
    lexicon = load_lexicon()
    result: dict[frozenset[str], tuple[str, ...]] = {}
    for phrase in lexicon.compared:
        forms = frozenset(form for word in phrase if (form := form_of(word)))
        if len(phrase) > 1 and len(forms) > 1:
            result.setdefault(forms, lexicon.titles[phrase])
    return result


def similarities_of(runs: list[Phrase], *, same_initial: bool = False) -> NDArray[np.float64]:
    """Return each phrase's highest similarity to any part of the text, 0 to 1.

    With `same_initial`, words must have the same first letter: an observer is not a server.
    """
    lexicon = load_lexicon()
    windows = {window for run in runs for window in _windows([w for w in run if w not in lexicon.filler])}
    likeness = np.zeros(len(lexicon.compared))
    for window in sorted(windows):
        # One word of two is less than half the meaning: "office" does not imply cleaning offices.
        share = np.minimum(lexicon.lengths, len(window)) / np.maximum(lexicon.lengths, len(window))
        alike = share * phrase_index().similarities(" ".join(window))
        if same_initial and len(window) == 1:
            alike[(lexicon.lengths == 1) & (lexicon.initials != window[0][0])] = 0
        likeness = np.maximum(likeness, alike)
    return likeness


def _windows(words: list[str]) -> Iterator[Phrase]:
    for size in range(1, _WIDEST_COMPARED + 1):
        for start in range(len(words) - size + 1):
            yield tuple(words[start : start + size])
