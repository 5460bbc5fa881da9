"""Checks that every file and test named in docs/spec-coverage.md and docs/security.md exists."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/spec-coverage.md").read_text("utf-8")
KINDS = ("covered by a test", "covered by message texts only", "decided otherwise", "untested", "open")


def rows() -> Iterator[tuple[str, str, list[str]]]:
    """Returns (statement, built in, shown by) of every row of every section."""
    for line in TEXT.split("\n## ", 1)[1].splitlines():
        if line.startswith("|") and not line.startswith(("| statement", "|---")):
            statement, built, shown = (cell.strip() for cell in line.strip("|").split("|"))
            yield statement, built, [part.strip() for part in shown.split("<br>")]


def is_reference(part: str) -> bool:
    return part.startswith("`")


def kind(shown: list[str]) -> str:
    if shown[0] in {"open", "untested"}:
        return shown[0]
    if shown[0].startswith("decided otherwise: "):
        return "decided otherwise"
    return KINDS[1] if all(".json::" in part for part in shown) else KINDS[0]


def problem(reference: str) -> str | None:
    """Returns what is wrong with a reference `path::title` or `path::key` = 'text', or None."""
    target, _, expected_text = reference.partition(" = ")
    path, _, title = target.strip("`").partition("::")
    file = ROOT / path
    if not file.is_file():
        return "no such file"
    text = file.read_text("utf-8")
    if file.suffix == ".json":
        return None if json.loads(text).get(title) == expected_text else "other words"
    found = re.search(rf"^def {title}\(", text, re.MULTILINE) if file.suffix == ".py" else f'"{title}"' in text
    return None if found else "no such test"


def test_every_row_names_existing_files_and_tests() -> None:
    wrong = []
    for statement, built, shown in rows():
        if not (built == "-" and shown[0] == "open") and not (ROOT / built.strip("`")).is_file():
            wrong.append((statement, built, "no such file"))
        references = [part for part in shown if is_reference(part)]
        if kind(shown) not in {"open", "untested"} and not references:
            wrong.append((statement, built, "names no test"))
        wrong += [(statement, part, reason) for part in references if (reason := problem(part))]
        wrong += [(statement, part, "unknown") for part in shown[1:] if not is_reference(part)]
    assert wrong == []


def test_counts_match_the_rows() -> None:
    counted = Counter(kind(shown) for _, _, shown in rows())
    stated = {kind_name: re.findall(rf"\| {kind_name} \| (\d+) \|", TEXT) for kind_name in KINDS}
    assert stated == {kind_name: [str(counted[kind_name])] for kind_name in KINDS}


def test_security_measures_name_existing_tests() -> None:
    table = (ROOT / "docs/security.md").read_text("utf-8").split("## Measures", 1)[1].split("\n## ", 1)[0]
    shown = [line.strip("|").split("|")[2].strip() for line in table.splitlines() if "::" in line]
    assert len(shown) > 30
    assert [(part, reason) for part in shown if (reason := problem(part))] == []


def test_invalid_references_are_detected() -> None:
    assert problem("`tests/house/test_coverage.py::test_that_nobody_wrote`") == "no such test"
    assert problem("`tests/house/nowhere.py::test_x`") == "no such file"
    assert problem("`web/src/app/App.test.tsx::a title that nobody wrote`") == "no such test"
    assert problem("`web/messages/en/shell.json::shell_loading` = Wait") == "other words"
    assert problem("`web/messages/en/shell.json::shell_loading` = Loading...") is None
