"""The written example answers of `examples.toml`, as records."""

import tomllib
from pathlib import Path
from typing import NamedTuple


class Example(NamedTuple):
    plan: str
    question: str
    text: str
    level: int | None = None


_DATA = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))

TUNING = [Example(**row) for row in _DATA["tuning"]]
HELD_OUT = [Example(**row) for row in _DATA["held_out"]]
