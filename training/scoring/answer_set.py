"""Reads the answer set: `load()` returns every answer with its question, split and levels."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FOLDER = Path(__file__).parent
Split = Literal["train", "dev", "test"]


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """One answer. `levels` are those of the two raters, 0 to 5; `question` is 'family/question' of the plans."""

    id: str
    split: Split
    language: str
    question: str
    kind: str
    """What the writer was asked for, see `sheets.toml`."""
    group: str
    """How the speaker talks, see `sheets.toml`."""
    text: str
    levels: tuple[int, int]
    harmful: bool
    """Both raters found a harmful or dishonest act."""

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
    first, second = row["a"], row["b"]
    return RatedAnswer(
        id=row["id"],
        split=row["split"],
        language=row["language"],
        question=row["question"],
        kind=row["kind"],
        group=row["group"],
        text=text,
        levels=(int(first[0]), int(second[0])),
        harmful=first.endswith("h") and second.endswith("h"),
    )
