"""How many job titles that workers report the occupation table knows, and how many it reads correctly.

`reported_titles.tsv` has 1,000 titles drawn at random from "Sample of Reported Titles" of O*NET 29.3 (hourly work
only), and all 248 that version 27.0, from which the table is built, does not have. A title counts as *known* if its
first occupation has a fit of at least `CONFIDENT`, and as *right* if the code of that occupation is one of the
title's codes, or in the same broad group (its first six characters).

Run as `python -m bench.matching.occupations`; with a folder of O*NET's text files it draws the titles again.
"""

import csv
import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dayshift.knowledge.occupations import soc_of, understand
from training.occupations.build import HOURLY_GROUPS

TITLES = Path(__file__).with_name("reported_titles.tsv")
CONFIDENT = 0.5
SAMPLE = 1000
BROAD = len("31-113")


class Share(NamedTuple):
    """Number of titles, and the shares that are known and right."""

    count: int
    known: float
    right: float


def main(folders: Sequence[str] = ()) -> None:
    """Print the table; before it, draw the titles if a folder is given."""
    for folder in folders:
        _draw(Path(folder))
    print(f"\n{'reported job titles':<50}{'count':>6}{'known':>8}{'right':>8}")
    for kind, share in shares().items():
        print(f"{kind:<50}{share.count:>6}{share.known:>8.3f}{share.right:>8.3f}")


def shares() -> dict[str, Share]:
    """Return the shares of the sample (`sample`) and of the titles that are newer than the table (`newer`)."""
    found: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for line in TITLES.read_text("utf-8").splitlines()[1:]:
        kind, title, codes = line.split("\t")
        found[kind].append(_read(title, codes.split("|")))
    return {
        kind: Share(len(all_), sum(known for known, _ in all_) / len(all_), sum(right for _, right in all_) / len(all_))
        for kind, all_ in found.items()
    }


def _read(title: str, codes: list[str]) -> tuple[bool, bool]:
    """Whether the title is known, and whether it is right."""
    fits = understand(title)
    code = soc_of(fits[0].occupation) if fits else None
    right = code is not None and code[:BROAD] in {one[:BROAD] for one in codes}
    return bool(fits) and fits[0].fit >= CONFIDENT, right


def _draw(folder: Path) -> None:
    """Write `reported_titles.tsv` from the files of versions 27.0 and 29.3, with a fixed seed."""
    codes: dict[str, list[str]] = defaultdict(list)
    for row in _rows(folder / "Sample of Reported Titles 29.3.txt"):
        codes[row["Reported Job Title"]].append(row["O*NET-SOC Code"])
    hourly = sorted(title for title, of in codes.items() if of[0][:2] in HOURLY_GROUPS)
    before = {row["Reported Job Title"].lower() for row in _rows(folder / "Sample of Reported Titles.txt")}
    drawn = {
        "sample": random.Random(1).sample(hourly, SAMPLE),
        "newer": [title for title in hourly if title.lower() not in before],
    }
    lines = [f"{kind}\t{title}\t{'|'.join(codes[title])}" for kind, titles in drawn.items() for title in titles]
    TITLES.write_text("\n".join(["kind\ttitle\tcodes", *lines, ""]), "utf-8")


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


if __name__ == "__main__":
    main(sys.argv[1:])
