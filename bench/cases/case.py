"""A case: an input, and what is right for it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.cases.product import Product


@dataclass(frozen=True)
class Case:
    """One line of `cases.jsonl`. `folder` has the files that `input_file` names."""

    id: str
    kind: str
    right: Any
    input: Any
    input_file: str | None
    how: str
    folder: Path

    @classmethod
    def read(cls, folder: Path, line: str) -> "Case":
        """Build a case from a line of `cases.jsonl` in a folder."""
        found = json.loads(line)
        names = ("id", "kind", "right", "input", "input_file", "how")
        return cls(**{name: found.get(name) for name in names}, folder=folder)

    @property
    def path(self) -> Path:
        """The input file."""
        assert self.input_file, self.id
        return self.folder / self.input_file


Checker = Callable[[Case, Product], str | None]
"""Tries a case, and returns what is wrong; None if all is right."""
