"""`make docs` builds the documentation site: every link leads somewhere, and nothing comes from another host."""

import json
import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_site_is_complete_and_needs_no_internet() -> None:
    done = subprocess.run(["make", "docs"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    site = ROOT / "site"
    names = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {name for name in names if not (site / name).exists()} == set()
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"(?:https?:)?//[^\"]*")
    assert [path.name for path in site.rglob("*.html") if loaded.search(path.read_text("utf-8"))] == []
    found = json.loads((site / "search/search_index.json").read_text("utf-8"))
    assert any("dayshift move" in entry["text"] for entry in found["docs"])
