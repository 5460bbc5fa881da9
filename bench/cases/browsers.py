"""Cases about browsers: a checker for each kind, which runs a journey of `e2e` with the case's own input."""

import os
import subprocess
from functools import cache
from pathlib import Path

from bench.cases.case import Case, Checker
from bench.cases.product import Product

_E2E = Path(__file__).parents[2] / "e2e"
_PLAYWRIGHT = _E2E.parent / "web/node_modules/.bin/playwright"
_ZONES = {
    "13-schedule": "pages with times",
    "13-book": "pages with times",
    "13-dashboard": "pages with times",
    "13-desk-calendar": "desk's calendar",
}
_SPEECH = {"23-accumulate": "repeat all results", "23-twice": "deliver results twice"}


@cache
def _journey(title: str, given: Path) -> str | None:
    """Run the tests of a journey whose titles contain this; return the end of its output if they fail."""
    done = subprocess.run(
        [_PLAYWRIGHT, "test", "odd-browsers", "silent-microphone", "--project=phone", "--workers=1", "-g", title],
        cwd=_E2E,
        env={**os.environ, "CASE_INPUT": str(given.resolve())},
        capture_output=True,
        text=True,
        check=False,
    )
    return None if done.returncode == 0 else done.stdout[-300:].replace("\n", " / ")


def unknown_zone(case: Case, _: Product) -> str | None:
    """Pages with times work where the browser cannot name its zone."""
    return _journey(_ZONES[case.id], case.path)


def phones(case: Case, _: Product) -> str | None:
    """A phrase that a recognizer repeats is written once."""
    return _journey(_SPEECH[case.id], case.path)


def silent_microphone(case: Case, _: Product) -> str | None:
    """A microphone that hears nothing is named."""
    return _journey("heard nothing is named after" if case.id == "24b" else "named before and during", case.path)


CHECKERS: dict[str, Checker] = {
    "unknown time zone": unknown_zone,
    "speech of phones": phones,
    "silent microphone": silent_microphone,
}
