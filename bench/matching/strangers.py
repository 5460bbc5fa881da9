"""How many job searches by strangers find an acceptable occupation.

`strangers.tsv` has 320 searches by two writers who had not seen the occupation table, with every O*NET-SOC code that
two labelers, who had not seen it either, accepted for them. All four were language models, told to write as job seekers
and to judge as job counselors; no real job seeker's search is in it. Rules are tuned on the part `dev` only; people who
change rules do not read the part `sealed`, and the figure that counts is the sealed one.

Columns: part, language, search, codes. Run as `python -m bench.matching.strangers`.
"""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from dayshift.knowledge.occupations import soc_of, understand

SEARCHES = Path(__file__).with_name("strangers.tsv")
FIRST = 5
BROAD = len("31-113")


class Recall(NamedTuple):
    """Number of searches, and the shares with an acceptable code, or its broad group, in the first occupations."""

    count: int
    exact: float
    broad: float


def main() -> None:
    """Print the table."""
    print(f"\n{'job searches by strangers':<50}{'count':>6}{'R@5':>8}{'broad':>8}")
    for kind, recall in recalls().items():
        print(f"{kind:<50}{recall.count:>6}{recall.exact:>8.3f}{recall.broad:>8.3f}")


def recalls() -> dict[str, Recall]:
    """Return the recall by part, by part and language, and for all."""
    found: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for line in SEARCHES.read_text("utf-8").splitlines():
        part, language, search, codes = line.split("\t")
        read = _read(search, codes.split("|"))
        for kind in (part, f"{part} {language}", "all"):
            found[kind].append(read)
    return {kind: _recall(of_kind) for kind, of_kind in sorted(found.items())}


def _recall(reads: list[tuple[bool, bool]]) -> Recall:
    exact, broad = (sum(column) for column in zip(*reads, strict=True))
    return Recall(len(reads), exact / len(reads), broad / len(reads))


def _read(search: str, codes: list[str]) -> tuple[bool, bool]:
    """Whether one of the codes is among those of the first occupations, and whether one of their broad groups is."""
    first = [soc_of(fit.occupation) or "" for fit in understand(search)[:FIRST]]
    exact = any(code in codes for code in first)
    return exact, exact or any(code[:BROAD] in {one[:BROAD] for one in codes} for code in first)


if __name__ == "__main__":
    main()
