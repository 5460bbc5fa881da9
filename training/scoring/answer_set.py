"""Reads the answer set: `load()` returns every answer with its question, split and levels."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FOLDER = Path(__file__).parent
Split = Literal[
    *(
        "train",
        "dev",
        "test",
        "newer",
        "train-3",
        "dev-3",
        "test-3",
        "triples",
        "train-4",
        "dev-4",
        "train-5",
        "train-6",
    )
]
TRAINING: tuple[Split, ...] = ("train", "train-3", "train-4", "train-5", "train-6")
DEVELOPMENT: tuple[Split, ...] = ("dev", "newer", "dev-3", "dev-4")
"""The parts on which limits are measured; nothing is trained on them."""


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """One answer. `question` is 'family/question' of the plans.

    `levels` are those of its raters, 0 to 5: two, or one for the added training answers.
    """

    id: str
    split: Split
    language: str
    question: str
    kind: str
    """What the writer was asked for, see `sheets.toml`."""
    group: str
    """How the speaker talks, see `sheets.toml`."""
    text: str
    levels: tuple[int, ...]
    harmful: bool
    """Every rater found a harmful or dishonest act."""
    told: frozenset[str] | None
    """Aspects of the question's follow-ups that the answer already tells; None where nobody rated that."""

    @property
    def writer(self) -> str:
        return self.id.partition("-")[0]


def load(*splits: Split) -> list[RatedAnswer]:
    """The answers of these splits (default: training and development), in the order of their ids."""
    wanted = splits or ("train", "dev")
    lines = [line for file in sorted(FOLDER.glob("answers/*.jsonl")) for line in file.read_text("utf-8").splitlines()]
    texts = {answer["id"]: answer["text"] for answer in map(json.loads, lines)}
    with (FOLDER / "items.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["split"] in wanted]
    return [_answer(row, texts[row["id"]]) for row in rows]


def _answer(row: dict[str, str], text: str) -> RatedAnswer:
    ratings = [rating for rating in (row["a"], row["b"]) if rating]
    return RatedAnswer(
        id=row["id"],
        split=row["split"],
        language=row["language"],
        question=row["question"],
        kind=row["kind"],
        group=row["group"],
        text=text,
        levels=tuple(int(rating[0]) for rating in ratings),
        harmful=all(rating.endswith("h") for rating in ratings),
        told=frozenset(row["told"].split()) if row["told"] != "?" else None,
    )
