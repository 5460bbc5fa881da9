"""`make docs` builds the documentation site: every link leads somewhere, and nothing comes from another host."""

import json
import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def make_docs(*more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["make", "docs", *more], cwd=ROOT, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("link", ["missing.md", "index.md#missing"])
def test_link_that_leads_nowhere_fails(tmp_path: Path, link: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(f"# Tour\n\n[nowhere]({link})\n")
    checks = (ROOT / "mkdocs.yml").read_text("utf-8").split("validation:\n", 1)[1].split("nav:", 1)[0]
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Test\nvalidation:\n{checks}")
    done = make_docs(f"CONFIG={tmp_path}/mkdocs.yml")
    assert done.returncode != 0
    assert "missing" in done.stdout


def test_site_is_complete_and_needs_no_internet() -> None:
    done = make_docs()
    assert done.returncode == 0, done.stdout + done.stderr
    site = ROOT / "site"
    names = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {name for name in names if not (site / name).exists()} == set()
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"(?:https?:)?//[^\"]*")
    assert [path.name for path in site.rglob("*.html") if loaded.search(path.read_text("utf-8"))] == []
    found = json.loads((site / "search/search_index.json").read_text("utf-8"))
    assert any("dayshift move" in entry["text"] for entry in found["docs"])
