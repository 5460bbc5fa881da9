"""JavaScript that each page loads, in kB (1,000 bytes) as transferred: brotli where it is smaller.

A page's files are the transitive static imports of the entry and of the page's module. Dynamic imports, such as those
of a dialog, are not part of the first load.
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
"""Prerendered and interactive without the app: it loads only its inline script."""

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
    "/signup": 95.5,
    "/login": 96.6,
    "/job-search": 97.5,
    "/quick-questions": 98.0,
    "/matching": 105.0,
    "/video-interview-prep": 103.5,
    "/live-interview": 111.6,  # The part that it shares with other pages.
    "/dashboard": 111.4,
}
FIRST_LOAD_BUDGET = 111.0
"""Total kB for any other page."""
INTERVIEW_BUDGET = 30.7
"""kB that only the interview loads, including dynamic imports."""

Manifest = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Weight:
    """kB that a page loads: in total, and in addition to the shared entry."""

    total: float
    own: float


def read_manifest() -> Manifest:
    """Return the Vite manifest: built files by source."""
    manifest: Manifest = json.loads(MANIFEST.read_text("utf-8"))
    return manifest


def weights(manifest: Manifest) -> dict[str, Weight]:
    """Return the weight of every built page by path."""
    shared = _imported_files(manifest, ENTRY)
    pages = {
        path: _imported_files(manifest, _module(page)) for path, page in PAGES.items() if _module(page) in manifest
    }
    first = _inline_scripts(WEB / f"landing.{DEFAULT}.html")
    return {
        FIRST_PAGE: Weight(first, first),
        **{path: Weight(_kilobytes(shared | files), _kilobytes(files - shared)) for path, files in pages.items()},
    }


def interview_weight(manifest: Manifest) -> float:
    """Return kB of the files that only the interview loads, not even other pages' dynamic imports."""
    elsewhere = _imported_files(manifest, ENTRY, dynamic=True)
    for path, page in PAGES.items():
        if path != INTERVIEW:
            elsewhere |= _imported_files(manifest, _module(page), dynamic=True)
    return _kilobytes(_imported_files(manifest, _module(PAGES[INTERVIEW])) - elsewhere)


def _inline_scripts(page: Path) -> float:
    """Return kB of a page's inline scripts, gzipped."""
    return (
        sum(len(compress(script)) for script in re.findall(rb"<script>(.*?)</script>", page.read_bytes(), re.DOTALL))
        / 1000
    )


def _module(page: str) -> str:
    return f"src/pages/{page}.tsx"


_MODULES = {_module(page) for page in PAGES.values()}


def _imported_files(manifest: Manifest, source: str, *, dynamic: bool = False) -> set[str]:
    """Return the files that `source` imports statically; with `dynamic` also those that it imports dynamically."""
    found: set[str] = set()
    queue = [source]
    while queue:
        chunk = manifest[queue.pop()]
        if chunk["file"] not in found:
            found.add(chunk["file"])
            queue += chunk.get("imports", [])
            if dynamic:  # Other pages that a page links to or prefetches are not part of it.
                queue += set(chunk.get("dynamicImports", [])) - _MODULES
    return found


def _kilobytes(files: set[str]) -> float:
    return sum(_transferred(WEB / file) for file in files) / 1000


def _transferred(file: Path) -> int:
    compressed = file.with_name(file.name + ".br")
    return min(path.stat().st_size for path in (file, compressed) if path.exists())


def main() -> None:
    """Print the table."""
    manifest = read_manifest()
    print(f"{'page':<24}{'first load':>12}{'without shell':>20}   (kB of JavaScript, brotli)")
    for path, weight in weights(manifest).items():
        print(f"{path:<24}{weight.total:>12.1f}{weight.own:>20.1f}")
    print(f"first load budgets: {BUDGETS}, other pages {FIRST_LOAD_BUDGET:.0f}")
    print(f"only in the interview: {interview_weight(manifest):.1f} (budget {INTERVIEW_BUDGET:.0f})")


if __name__ == "__main__":
    main()
