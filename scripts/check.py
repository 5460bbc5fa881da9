"""Style, types and quick tests of what changed since the main branch. `make check` runs it; CI runs everything."""

import subprocess
import sys
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
WEB_CODE = (".ts", ".tsx", ".js", ".mjs")
DOCUMENT_TESTS = {"tests/house/test_coverage.py", "tests/house/test_documents.py"}
"""Run for every changed document, and for every changed test, as documents name tests."""


def _changed() -> list[Path]:
    """Files that differ from where this branch left main, and new ones. Deleted files are not among them."""
    base = _git("merge-base", "HEAD", "main")[0]
    names = _git("diff", "--name-only", base) + _git("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in sorted(set(names)) if (ROOT / name).is_file()]


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True, text=True).stdout.splitlines()


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _tests_of(files: list[Path]) -> set[str]:
    """The tests that changed, those in the folder like that of a changed module, and those that import one."""
    graph = grimp.build_graph("dayshift", "tests", cache_dir=str(ROOT / ".venv" / ".grimp"))
    found = {str(path) for path in files if path.parts[0] == "tests" and path.name.startswith("test_")}
    for path in files:
        if path.parts[0] != "dayshift" or _module(path) not in graph.modules:
            continue
        twin = Path("tests", *path.parent.parts[1:])
        if twin != Path("tests") and (ROOT / twin).is_dir():
            found.add(str(twin))
        importers = [name for name in graph.find_modules_that_directly_import(_module(path)) if ".test_" in name]
        found.update(f"{name.replace('.', '/')}.py" for name in importers)
    return {one for one in found if not any(str(folder) in found for folder in Path(one).parents)}


def _is_document_or_test(path: Path) -> bool:
    return path.suffix == ".md" or path.name.startswith("test_") or path.stem.endswith((".spec", ".test"))


def _server(files: list[Path]) -> list[list[str]]:
    python = [str(path) for path in files if path.suffix == ".py"]
    commands, tests = list[list[str]](), set[str]()
    if python:
        commands += [["ruff", "check", "-q", *python], ["ruff", "format", "--check", "-q", *python]]
        commands += [["mypy", "--no-error-summary"], ["lint-imports", "--no-logo"]]
        tests |= _tests_of(files)
    if any(_is_document_or_test(path) for path in files):
        tests |= DOCUMENT_TESTS
    if tests:
        commands.append(["pytest", "-n", "2", "--part", "quick", *sorted(tests)])
    return commands


def _web(files: list[Path]) -> list[list[str]]:
    web = [str(path.relative_to("web")) for path in files if path.parts[0] == "web"]
    code = [name for name in web if name.endswith(WEB_CODE)]
    styles = [name for name in web if name.endswith(".css")]
    if not web:
        return []
    commands = [["npm", "run", "--silent", "messages"], ["npm", "run", "--silent", "types"]]
    commands += [["npx", "prettier", "--log-level", "warn", "--check", *code, *styles]] if code or styles else []
    commands += [["npx", "eslint", *code]] if code else []
    commands += [["npx", "stylelint", *styles]] if styles else []
    return [*commands, ["npx", "vitest", "run", "--silent", "--changed", _git("merge-base", "HEAD", "main")[0]]]


def main() -> int:
    """Run all checks, and name those that failed."""
    files = _changed()
    runs = [(ROOT, command) for command in _server(files)] + [(ROOT / "web", command) for command in _web(files)]
    failed = [command for folder, command in runs if subprocess.run(command, cwd=folder, check=False).returncode]
    for command in failed:
        print("failed:", *command[:4])
    print(f"check: {len(files)} changed files, {len(runs)} checks, {len(failed)} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
