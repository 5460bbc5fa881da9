"""Code, documents and messages use modern English and the standard names of CONTRIBUTING.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

ARCHAIC = re.compile(
    r"\b(?:whoever|whom|thereof|befell|anew|stands (?:in|at|beside|there)|is believed|nobody who)\b",
    re.IGNORECASE,
)
OLD_NAMES = re.compile(r"class (?:Means|Entrance|Silence|Whole|Over|Outside)\b|\b[a-z]+InWords\b")

FOLDERS = (
    *("dayshift", "web/src", "web/messages", "tests", "e2e", "bench"),
    *("docs", "migrations", "scripts", "deploy", "training"),
)
SUFFIXES = {".py", ".toml", ".md", ".ts", ".tsx", ".css", ".json", ".txt", ".html", ".mjs", ".yaml", ".yml", ".sh"}
GENERATED = (
    "dayshift/_web/",
    "dayshift/knowledge/occupations/english_words.txt",
    "web/src/messages.gen/",
    "web/src/api/schema.gen.d.ts",
)
SELF = "tests/house/test_plain_english.py"


def files() -> list[Path]:
    found = [path for path in ROOT.iterdir() if path.is_file() and path.suffix == ".md"]
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    names = [path.relative_to(ROOT).as_posix() for path in found]
    return [
        path
        for path, name in zip(found, names, strict=True)
        if name != SELF and not name.startswith(GENERATED) and "node_modules" not in name and "/." not in f"/{name}"
    ]


def faults(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in files()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        for match in [pattern.search(line)]
        if match
    ]


def test_scan_covers_all_folders() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in files()]
    assert {folder for folder in FOLDERS if not any(name.startswith(f"{folder}/") for name in names)} == set()


def test_no_archaic_words() -> None:
    assert faults(ARCHAIC) == []


def test_no_replaced_names() -> None:
    assert faults(OLD_NAMES) == []
