"""The oldest supported browsers run the built app."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from dayshift.site import OLDEST

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"

pytestmark = pytest.mark.skipif(not (ROOT / "dayshift/_web").exists(), reason="the web app is not built")


def check(folder: Path = ROOT / "dayshift/_web") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}"}
    command = ["node", "scripts/check-browsers.mjs", str(folder)]
    return subprocess.run(command, check=False, cwd=WEB, env=env, capture_output=True, text=True)


def test_built_files_need_no_newer_browser() -> None:
    """Syntax, built-in functions and styles, compared with the browser data of MDN."""
    result = check()
    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("name", "text", "lacking"),
    [
        ("too-new.js", "class A { static { [2, 1].toReversed(); } }", ["static block", "toReversed"]),
        ("too-new.js", "const a = /(?<=b)c/; URL.canParse('x');", ["regular expression", "canParse"]),
        ("too-new.css", ".a { height: 100dvh; } .b, .c:has(.d) { color: red; }", ["dvh, svh, lvh", ":has() in a list"]),
    ],
)
def test_newer_features_are_reported(tmp_path: Path, name: str, text: str, lacking: list[str]) -> None:
    (tmp_path / name).write_text(text)
    result = check(tmp_path)
    assert result.returncode == 1
    assert [what for what in lacking if what not in result.stdout] == []


def test_build_targets_are_the_declared_browsers() -> None:
    """Vite lowers for what package.json declares; the server and the page for older browsers say the same."""
    declared = dict(re.findall(r"^(\w+) >= ([\d.]+)$", "\n".join(_browserslist()), re.MULTILINE))
    config = (WEB / "vite.config.ts").read_text()
    targets = re.search(r"const BROWSERS = (\[.*?\])", config)
    assert targets is not None
    assert json.loads(targets[1]) == [
        f"safari{declared['safari']}",
        f"ios{declared['ios_saf']}",
        f"chrome{declared['chrome']}",
        f"firefox{declared['firefox']}",
    ]
    assert {name: tuple(map(int, f"{version}.0".split(".")[:2])) for name, version in declared.items()} == {
        **OLDEST,
        "and_chr": OLDEST["chrome"],
    }
    for language in ("en", "es"):
        text = (WEB / f"messages/{language}/shell.json").read_text("utf-8")
        assert [version for version in declared.values() if version not in text] == []


def _browserslist() -> list[str]:
    lines: list[str] = json.loads((WEB / "package.json").read_text())["browserslist"]
    return lines
