"""The faults of a phone, walked through in a real browser: which journey shows what becomes of each."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FAULTS = ("bad-network", "cut-off", "device-trouble", "impatient-hands", "no-camera")
MOST_SECONDS = 400
"""For all of them; those that have not ended by then count as failed."""


@dataclass(frozen=True)
class Walked:
    """One fault: what the candidate saw, and whether everything said was found with the server afterwards."""

    fault: str
    seen: str
    passed: bool


def walk() -> list[Walked]:
    """Run the journeys of the faults; each names its faults and what is seen."""
    command = [str(ROOT / "web/node_modules/.bin/playwright"), "test", *FAULTS, "--reporter", "json"]
    command += ["--workers", "3", "--global-timeout", str(MOST_SECONDS * 1000)]
    longer = {**os.environ, "CUT_SECONDS": "60"}
    done = subprocess.run(
        command, cwd=ROOT / "e2e", env=longer, capture_output=True, text=True, check=False, timeout=MOST_SECONDS + 20
    )
    report = json.loads(done.stdout[done.stdout.index("{") :])
    return [walked for suite in report["suites"] for spec in suite["specs"] for walked in _faults(spec)]


def _faults(spec: dict) -> list[Walked]:
    notes = [note for test in spec["tests"] for note in test["annotations"]]
    named = [note["type"].removeprefix("fault: ") for note in notes if note["type"].startswith("fault: ")]
    seen = [note["description"] for note in notes if note["type"].startswith("fault: ")]
    return [Walked(fault, sight, bool(spec["ok"])) for fault, sight in zip(named, seen, strict=True)]


def table(walked: list[Walked]) -> str:
    """A line for each fault. A journey that passes has found every chunk and every answer with the server."""
    lines = [f"{'fault in the browser':<44}{'lost chunks':>12}{'lost answers':>13}  what the candidate saw"]
    for one in walked:
        lost = "0" if one.passed else "FAILED"
        lines.append(f"{one.fault:<44}{lost:>12}{lost:>13}  {one.seen}")
    return "\n".join(lines) + "\n"
