"""How much JavaScript each page loads, in kB (1,000 bytes) as sent: brotli where it is smaller.

A page's files are those that the entry and its own module import, directly or through others.
What is imported later, when a finger opens a drawer, is not part of a page's first load.
"""

import json
import re
from dataclasses import dataclass
from gzip import compress
from pathlib import Path
from typing import Any

from dayshift.core.language import DEFAULT

WEB = Path(__file__).parents[1] / "dayshift/_web"
MANIFEST = WEB / ".vite/manifest.en.json"
ENTRY = "index.html"

FIRST_PAGE = "/"
"""Drawn ahead, and alive without the app: what it loads is the script that stands in it."""

PAGES = {
    "/signup": "SignUp",
    "/login": "Login",
    "/job-search": "JobSearch",
    "/quick-questions": "QuickQuestions",
    "/matching": "Matching",
    "/video-interview-prep": "VideoInterviewPrep",
    "/live-interview": "LiveInterview",
    "/dashboard": "Dashboard",
}
INTERVIEW = "/live-interview"

BUDGETS = {
    "/": 1.0,
    "/signup": 92.5,
    "/login": 93.5,
    "/job-search": 94.0,
    "/quick-questions": 95.0,
    "/matching": 99.5,
    "/video-interview-prep": 100.0,
    "/dashboard": 102.5,
}
FIRST_LOAD_BUDGET = 110.0
"""kB that any other page may load in all; for the interview, what it shares with other pages."""
INTERVIEW_BUDGET = 30.0
"""kB of the interview that no other page loads, at once or later, on top of what it shares."""

Manifest = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Weight:
    """What a page loads: in all, and beyond the entry that every page shares; in kB."""

    total: float
    own: float


def read_manifest() -> Manifest:
    """The list of built files by their source."""
    manifest: Manifest = json.loads(MANIFEST.read_text("utf-8"))
    return manifest


def weights(manifest: Manifest) -> dict[str, Weight]:
    """The weight of every page that has been built, by its path."""
    shared = _imported(manifest, ENTRY)
    pages = {path: _imported(manifest, _module(page)) for path, page in PAGES.items() if _module(page) in manifest}
    first = _in_page(WEB / f"landing.{DEFAULT}.html")
    return {
        FIRST_PAGE: Weight(first, first),
        **{path: Weight(_kilobytes(shared | files), _kilobytes(files - shared)) for path, files in pages.items()},
    }


def interview_weight(manifest: Manifest) -> float:
    """kB of the files that the interview alone loads: no other page does, not even when a finger opens a dialog."""
    elsewhere = _imported(manifest, ENTRY, later=True)
    for path, page in PAGES.items():
        if path != INTERVIEW:
            elsewhere |= _imported(manifest, _module(page), later=True)
    return _kilobytes(_imported(manifest, _module(PAGES[INTERVIEW])) - elsewhere)


def _in_page(page: Path) -> float:
    """kB of the scripts that stand in a page, by gzip: they are sent with it."""
    return (
        sum(len(compress(script)) for script in re.findall(rb"<script>(.*?)</script>", page.read_bytes(), re.DOTALL))
        / 1000
    )


def _module(page: str) -> str:
    return f"src/pages/{page}.tsx"


_MODULES = {_module(page) for page in PAGES.values()}


def _imported(manifest: Manifest, source: str, *, later: bool = False) -> set[str]:
    """The files that must be there before `source` runs; with `later` also those that its parts load as they run."""
    found: set[str] = set()
    waiting = [source]
    while waiting:
        chunk = manifest[waiting.pop()]
        if chunk["file"] not in found:
            found.add(chunk["file"])
            waiting += chunk.get("imports", [])
            if later:  # A page that leads to another one, or fetches it in advance, does not share with it.
                waiting += set(chunk.get("dynamicImports", [])) - _MODULES
    return found


def _kilobytes(files: set[str]) -> float:
    return sum(_sent(WEB / file) for file in files) / 1000


def _sent(file: Path) -> int:
    packed = file.with_name(file.name + ".br")
    return min(path.stat().st_size for path in (file, packed) if path.exists())


def main() -> None:
    """Print the table."""
    manifest = read_manifest()
    print(f"{'page':<24}{'first load':>12}{'beyond the shell':>20}   (kB of JavaScript, brotli)")
    for path, weight in weights(manifest).items():
        print(f"{path:<24}{weight.total:>12.1f}{weight.own:>20.1f}")
    print(f"budgets of a first load: {BUDGETS}, any other {FIRST_LOAD_BUDGET:.0f}")
    print(f"in the interview alone: {interview_weight(manifest):.1f} (budget {INTERVIEW_BUDGET:.0f})")


if __name__ == "__main__":
    main()
