"""Hook of the documentation site: pages link to files of the repository, and the site holds those files too.

A link is resolved where the page is in the repository. Files outside docs/ are in the site below `repository/`.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
OUTSIDE = "repository/"
_LINK = re.compile(r"(?<!\\)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)")
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "bench/RESULTS.md")
"""Pages outside docs/."""


def on_config(config: Any) -> Any:
    """Add the decisions to the navigation, by number."""
    found = sorted((ROOT / "docs/decisions").glob("*.md"))
    config["nav"].append({"Decisions": [f"decisions/{path.name}" for path in found]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages outside docs/, and every file that a page links to."""
    for path in sorted({*PAGES, *_linked()}):
        if not path.startswith("docs/"):
            files.append(File.generated(config, _in_site(path), abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001  (the hook's signature)
    """Let links lead to the same files in the site; those to folders, and to what cannot be shown, become text."""
    here = page.file.src_uri
    outside = "README.md" if here == "index.md" else here.removeprefix(OUTSIDE)
    source = f"docs/{here}" if outside == here else outside

    def moved(found: re.Match[str]) -> str:
        target = _resolved(source, found[1])
        if (ROOT / target).is_dir():
            return "]"
        return f"]({posixpath.relpath(_in_site(target), posixpath.dirname(here) or '.')}{found[2] or ''})"

    return _LINK.sub(moved, markdown)


def _in_site(path: str) -> str:
    """Where the site has a file of the repository."""
    if path == "README.md":
        return "index.md"
    return path.removeprefix("docs/") if path.startswith("docs/") else OUTSIDE + path


def _linked() -> set[str]:
    """The files that pages link to, each as its path in the repository."""
    sources = [*PAGES, *(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]
    targets = {
        _resolved(source, found[1])
        for source in sources
        for found in _LINK.finditer((ROOT / source).read_text("utf-8"))
    }
    return {target for target in targets if (ROOT / target).is_file()}


def _resolved(source: str, link: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
