"""Builds `dayshift/knowledge/occupations/onet.npz` from the text files of the O*NET database.

`python -m training.occupations.build FOLDER`, where FOLDER has the files of the database's text download: Occupation
Data, Alternate Titles, Task Statements and Related Occupations. O*NET is by the U.S. Department of Labor, Employment
and Training Administration, under CC BY 4.0; the artefact is a modified extract (see docs/licenses.md).

"Sample of Reported Titles" is not read: `bench.matching.occupations` measures with it.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from dayshift.knowledge.occupations.onet import OTHER
from dayshift.knowledge.occupations.words import folded, stem

HOURLY_GROUPS = frozenset({"31", "33", "35", "37", "39", "41", "43", "45", "47", "49", "51", "53"})
"""Major groups of the SOC that are paid by the hour. Managers are group 11; first-line supervisors are in these."""
RELATED = 6
MAX_OTHER = 2
"""Maximum words of the titles of other work that are kept, only to tell them from hourly work."""
ARTEFACT = Path(__file__).parents[2] / "dayshift" / "knowledge" / "occupations" / "onet.npz"

_IN_PARENTHESES = re.compile(r"\(([^)]*)\)")
_STOP_WORDS = """
a an and or of the to in for on with by as at from into using such other than all that is are be not including according
their its it any when which who these those except general
"""
_STOP = frozenset(_STOP_WORDS.split())


def main(folder: Path) -> None:
    """Write the artefact."""
    names = {row["O*NET-SOC Code"]: row["Title"] for row in _rows(folder / "Occupation Data.txt")}
    codes = [*sorted(code for code in names if code[:2] in HOURLY_GROUPS), OTHER]
    number = {code: position for position, code in enumerate(codes)}
    titles = _titles(folder, codes, names)
    rows_of: dict[str, list[int]] = defaultdict(list)
    for row, (title, _) in enumerate(titles):
        rows_of[title].append(row)
    words, word_starts, word_rows = _postings([stemmed(title.split()) for title, _ in titles])
    tasks: dict[int, Counter[str]] = defaultdict(Counter)
    for row in _rows(folder / "Task Statements.txt"):
        if row["O*NET-SOC Code"] in number:
            tasks[number[row["O*NET-SOC Code"]]].update(set(stemmed(folded(row["Task"]))))
    task_words, task_starts, task_rows = _postings([list(tasks[at]) for at in range(len(codes))])
    task_counts = [tasks[at][word] for word, at in _pairs(task_words, task_starts, task_rows)]
    np.savez_compressed(
        ARTEFACT,
        codes=_text(codes),
        titles=_text(rows_of),
        title_starts=np.cumsum([0, *map(len, rows_of.values())]).astype(np.uint32),
        title_rows=np.array([row for rows in rows_of.values() for row in rows], np.uint16),
        vocabulary=_text(sorted({word for title in rows_of for word in title.split()})),
        title_codes=np.array([number[code] for _, code in titles], np.uint16),
        words=_text(words),
        word_starts=np.array(word_starts, np.uint32),
        word_rows=np.array(word_rows, np.uint16),
        task_words=_text(task_words),
        task_starts=np.array(task_starts, np.uint32),
        task_rows=np.array(task_rows, np.uint16),
        task_counts=np.minimum(task_counts, 255).astype(np.uint8),
        related=_related(folder, number),
    )
    print(f"{len(codes)} occupations, {len(titles)} titles, {ARTEFACT.stat().st_size / 1e6:.2f} MB")


def stemmed(words: Iterable[str]) -> list[str]:
    """Return the stems of folded words that carry meaning."""
    return [stem(word) for word in words if word not in _STOP]


def forms(title: str) -> Iterator[str]:
    """Yield a title without its abbreviation in parentheses, and the abbreviation: "Nurse Aide (CNA)"."""
    yield _IN_PARENTHESES.sub(" ", title)
    yield from (inside for inside in _IN_PARENTHESES.findall(title) if inside.isupper())


def _titles(folder: Path, codes: list[str], names: dict[str, str]) -> list[tuple[str, str]]:
    """Return (folded title, code) in the order of the codes, each pair once."""
    found = {(title, code) for code, name in names.items() for title in _folded_forms(name)}
    for row in _rows(folder / "Alternate Titles.txt"):
        short = [row["Short Title"]] if row["Short Title"] not in {"", "n/a"} else []
        for text in (row["Alternate Title"], *short):
            found |= {(title, row["O*NET-SOC Code"]) for title in _folded_forms(text)}
    hourly = {(title, code) for title, code in found if code[:2] in HOURLY_GROUPS}
    known = {title for title, _ in hourly}
    others = {(title, OTHER) for title, _ in found if title not in known and len(title.split()) <= MAX_OTHER}
    place = {code: position for position, code in enumerate(codes)}
    return sorted(hourly | others, key=lambda pair: (place[pair[1]], pair[0]))


def _folded_forms(title: str) -> set[str]:
    return {folded_form for form in forms(title) if (folded_form := " ".join(folded(form)))}


def _related(folder: Path, number: dict[str, int]) -> np.ndarray:
    related = np.full((len(number), RELATED), -1, np.int16)
    filled = Counter[int]()
    for row in sorted(_rows(folder / "Related Occupations.txt"), key=lambda row: int(row["Index"])):
        at, other = number.get(row["O*NET-SOC Code"]), number.get(row["Related O*NET-SOC Code"])
        if at is not None and other is not None and filled[at] < RELATED:
            related[at, filled[at]] = other
            filled[at] += 1
    return related


def _postings(documents: list[list[str]]) -> tuple[list[str], list[int], list[int]]:
    """Return the words in order, where the postings of each begin (and the end), and the documents of each."""
    places: dict[str, list[int]] = defaultdict(list)
    for position, words in enumerate(documents):
        for word in dict.fromkeys(words):
            places[word].append(position)
    vocabulary = sorted(places)
    starts = np.cumsum([0, *(len(places[word]) for word in vocabulary)]).tolist()
    return vocabulary, starts, [position for word in vocabulary for position in places[word]]


def _pairs(words: list[str], starts: list[int], rows: list[int]) -> Iterator[tuple[str, int]]:
    for position, word in enumerate(words):
        yield from ((word, row) for row in rows[starts[position] : starts[position + 1]])


def _text(lines: Iterable[str]) -> np.ndarray:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
