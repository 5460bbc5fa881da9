"""Fault journeys in a real browser, and the result of each fault."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FAULTS = ("bad-network", "interruptions", "device-faults", "double-taps", "no-camera")
TIMEOUT_SECONDS = 400
"""Time limit for all journeys; unfinished ones count as failed."""


@dataclass(frozen=True)
class FaultResult:
    """A fault, what the candidate sees, and whether the server has all the data afterwards."""

    fault: str
    seen: str
    passed: bool


def run() -> list[FaultResult]:
    """Run the fault journeys; their annotations name the faults and what the candidate sees."""
    command = [str(ROOT / "web/node_modules/.bin/playwright"), "test", *FAULTS, "--reporter", "json"]
    command += ["--workers", "3", "--global-timeout", str(TIMEOUT_SECONDS * 1000)]
    environment = {**os.environ, "CUT_SECONDS": "60"}
    process = subprocess.run(
        command,
        cwd=ROOT / "e2e",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_SECONDS + 20,
    )
    report = json.loads(process.stdout[process.stdout.index("{") :])
    return [fault for suite in report["suites"] for spec in suite["specs"] for fault in _faults(spec)]


def _faults(spec: dict) -> list[FaultResult]:
    annotations = [each for test in spec["tests"] for each in test["annotations"] if each["type"].startswith("fault: ")]
    return [
        FaultResult(each["type"].removeprefix("fault: "), each["description"], bool(spec["ok"])) for each in annotations
    ]


def table(results: list[FaultResult]) -> str:
    """Return a line per fault. A journey that passes has verified every chunk and answer on the server."""
    lines = [f"{'fault in the browser':<44}{'lost chunks':>12}{'lost answers':>13}  what the candidate sees"]
    for result in results:
        lost = "0" if result.passed else "FAILED"
        lines.append(f"{result.fault:<44}{lost:>12}{lost:>13}  {result.seen}")
    return "\n".join(lines) + "\n"
