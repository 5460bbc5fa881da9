"""Writes `dayshift/knowledge/occupations/english_words.txt` from a list of English words.

`python -m training.occupations.english_words FILE`, where FILE has a word a line: SCOWL's American English of size 35
(see docs/licenses.md). The words are folded; those with fewer than four letters are never corrected anyway.
"""

import sys
from pathlib import Path

from dayshift.knowledge.occupations.words import fold

WORDS = Path(__file__).parents[2] / "dayshift" / "occupations" / "english_words.txt"
MIN_LENGTH = 4


def main(source: Path) -> None:
    """Write the list."""
    lines = source.read_text("utf-8").split("\n")
    folded = {fold(word) for word in lines if word.isascii() and word.isalpha() and word.islower()}
    WORDS.write_text("".join(f"{word}\n" for word in sorted(folded) if len(word) >= MIN_LENGTH), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
