"""Titles and tasks of the O*NET-SOC classification, from `onet.npz` (see `training/occupations/build.py`).

A title of O*NET names its occupations exactly. Any other text is ranked by words: by its cosine with the most similar
title, by how typical its words are for the titles of a code (BM25), and by the tasks of the code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dayshift.knowledge.occupations.words import stem

# Weights of the three parts of the rank, and the saturation of BM25, tuned on reported titles (bench/matching).
_TITLE, _TYPICAL, _TASKS = 1.0, 1.2, 0.3
_SATURATION, _LENGTH = 8.0, 0.02
_UNKNOWN_WORD = 0.5
_OTHER_WORK = 0.8
"""Cosine from which a title of other work decides, if no title of hourly work is as similar."""

OTHER = "00-0000.00"
"""Stands for all work that is not paid by the hour: its titles keep a text from being taken for similar hourly work."""

MAX_TITLE = 10
"""Maximum words of a title that is looked up."""


class Ranked(NamedTuple):
    """A code with its rank, and how much of the text its most similar title covers (cosine, 0 to 1)."""

    soc: str
    rank: float
    cosine: float


@dataclass(frozen=True, slots=True)
class _Postings:
    """For each word the documents that contain it."""

    numbers: dict[str, int]
    starts: NDArray[np.uint32]
    rows: NDArray[np.uint16]

    def of(self, number: int) -> slice:
        return slice(int(self.starts[number]), int(self.starts[number + 1]))


@dataclass(frozen=True, slots=True)
class _Data:
    codes: tuple[str, ...]
    exact: dict[str, int]
    same_starts: NDArray[np.uint32]
    same_title: NDArray[np.uint16]
    vocabulary: frozenset[str]
    title_codes: NDArray[np.uint16]
    titles_of_code: NDArray[np.int64]
    words: _Postings
    idf: NDArray[np.float64]
    rarest: float
    lengths: NDArray[np.float64]
    tasks: _Postings
    task_counts: NDArray[np.uint8]
    related: NDArray[np.int16]


def codes_named(words: Sequence[str]) -> tuple[str, ...]:
    """Return the codes that have exactly these folded words as a title, the most typical first."""
    title = " ".join(words)
    return _codes_named(title) if title in _data().exact else ()


@lru_cache(maxsize=4096)
def _codes_named(title: str) -> tuple[str, ...]:
    data = _data()
    number = data.exact[title]
    rows = data.same_title[data.same_starts[number] : data.same_starts[number + 1]]
    named = [data.codes[code] for code in data.title_codes[rows].tolist()]
    if named == [OTHER]:
        return ()
    if len(named) == 1:
        return tuple(named)
    ranks = _ranks(tuple(title.split()))[0]
    return tuple(sorted(named, key=lambda code: (-ranks[data.codes.index(code)], code)))


def names_other_work(words: Sequence[str]) -> bool:
    """Return whether these folded words are a title of work that is not paid by the hour."""
    data = _data()
    number = data.exact.get(" ".join(words))
    return number is not None and data.codes[data.title_codes[data.same_title[data.same_starts[number]]]] == OTHER


def vocabulary() -> frozenset[str]:
    """Return the folded words of all titles."""
    return _data().vocabulary


def rank(words: Sequence[str], most: int = 5) -> tuple[Ranked, ...]:
    """Return the codes that these folded words describe best, best first; none if they rather name other work."""
    ranks, cosines = _ranks(tuple(words))
    best = [int(ranks.argmax())] if most == 1 else np.argsort(-ranks, kind="stable")[:most].tolist()
    codes, other = _data().codes, float(cosines[-1])
    if not best or other > max(cosines[:-1].max(), _OTHER_WORK):
        return ()
    return tuple(Ranked(codes[at], float(ranks[at]), float(cosines[at])) for at in best if codes[at] != OTHER)


def codes() -> tuple[str, ...]:
    """Return every code of hourly work."""
    return tuple(code for code in _data().codes if code != OTHER)


def related(soc: str) -> tuple[str, ...]:
    """Return the codes that O*NET relates to a code, closest first."""
    data = _data()
    if soc not in data.codes:
        return ()
    return tuple(data.codes[other] for other in data.related[data.codes.index(soc)].tolist() if other >= 0)


@lru_cache(maxsize=2048)
def _ranks(words: tuple[str, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rank and the cosine of each code."""
    data = _data()
    dots, typical, by_task = np.zeros(len(data.lengths)), np.zeros(len(data.codes)), np.zeros(len(data.codes))
    titles: list[NDArray[np.uint16]] = []  # Most words are in few of all titles.
    length = known = task_weight = 0.0
    for word in dict.fromkeys(map(stem, words)):
        number = data.words.numbers.get(word)
        if number is None:
            length += _UNKNOWN_WORD * data.rarest**2
        else:
            rows, idf = data.words.rows[data.words.of(number)], float(data.idf[number])
            dots[rows] += idf**2
            titles.append(rows)
            typical += _typical(number)
            length, known = length + idf**2, known + idf
        task = data.tasks.numbers.get(word)
        if task is not None:
            rows, times = data.tasks.rows[data.tasks.of(task)], data.task_counts[data.tasks.of(task)]
            weight = float(np.log(1 + len(data.codes) / len(rows)))
            by_task[rows] += weight * times / (times + 1.0)
            task_weight += weight
        else:
            task_weight += 3.0
    if not length:
        return by_task, by_task
    cosines = np.zeros(len(data.codes))
    for rows in titles:
        np.maximum.at(cosines, data.title_codes[rows], dots[rows] / (data.lengths[rows] * np.sqrt(length)))
    typical[-1] = 0.0
    ranks = _TITLE * cosines + _TYPICAL * typical / (known or 1.0) + _TASKS * by_task / (task_weight or 1.0)
    return ranks, cosines


@lru_cache(maxsize=256)
def _typical(word: int) -> NDArray[np.float64]:
    """Return how typical a word is for the titles of each code."""
    data = _data()
    counts = np.bincount(data.title_codes[data.words.rows[data.words.of(word)]], minlength=len(data.codes))
    typical: NDArray[np.float64] = (
        float(data.idf[word]) * counts / (counts + _SATURATION + _LENGTH * data.titles_of_code)
    )
    return typical


def warm() -> None:
    """Load the data."""
    _data()


@cache
def _data() -> _Data:
    with files(__package__).joinpath("onet.npz").open("rb") as file, np.load(file) as stored:
        arrays = {name: stored[name] for name in stored.files}
    lines = {
        name: arrays[name].tobytes().decode().split("\n")
        for name in ("codes", "titles", "vocabulary", "words", "task_words")
    }
    words = _Postings(_numbered(lines["words"]), arrays["word_starts"], arrays["word_rows"])
    in_titles: NDArray[np.int64] = np.diff(words.starts.astype(np.int64)).astype(np.int64)
    rows = len(arrays["title_codes"])
    idf = np.log(1 + rows / in_titles)
    lengths = np.sqrt(np.bincount(words.rows, np.repeat(idf**2, in_titles), minlength=rows))
    return _Data(
        codes=tuple(lines["codes"]),
        exact=_numbered(lines["titles"]),
        same_starts=arrays["title_starts"],
        same_title=arrays["title_rows"],
        vocabulary=frozenset(lines["vocabulary"]),
        title_codes=arrays["title_codes"],
        titles_of_code=np.bincount(arrays["title_codes"], minlength=len(lines["codes"])),
        words=words,
        idf=idf,
        rarest=float(idf.max()),
        lengths=np.maximum(lengths, 1e-9),
        tasks=_Postings(_numbered(lines["task_words"]), arrays["task_starts"], arrays["task_rows"]),
        task_counts=arrays["task_counts"],
        related=arrays["related"],
    )


def _numbered(words: list[str]) -> dict[str, int]:
    return dict(zip(words, range(len(words)), strict=True))
