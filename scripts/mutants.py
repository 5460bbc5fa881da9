"""Sampled mutation testing: change one operator, constant or return value and check that a test fails.

    python scripts/mutants.py dayshift/matching/matches/score.py tests/matching/matches/test_score.py    # one module
    python scripts/mutants.py                                                            # every module of MODULES
    python scripts/mutants.py --sample 0 --module score                                  # all mutants of one module

Each mutant runs in a temporary copy of the package, so the working tree never changes. Prints every surviving mutant
and the kill rate of each module. Exits with 1 if a rate is below `--least` percent.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
if not (ROOT / "dayshift").is_dir():  # The script was copied elsewhere: use the current folder.
    ROOT = Path.cwd()

MODULES = {
    "dayshift/matching/matches/score.py": ["tests/matching/matches/test_score.py", "tests/matching/matches"],
    "dayshift/scheduling/availability.py": [
        "tests/scheduling/test_availability_examples.py",
        "tests/scheduling/test_availability.py",
    ],
    "dayshift/interviews/recordings/chunks.py": [
        "tests/interviews/recordings/test_chunks.py",
        "tests/interviews/recordings/test_quota.py",
        "tests/interviews/recordings/test_takes.py",
    ],
    "dayshift/interviews/recordings/actions.py": [
        "tests/interviews/recordings/test_takes.py",
        "tests/interviews/recordings/test_retention.py",
    ],
    "dayshift/interviews/recordings/tasks.py": [
        "tests/interviews/recordings/test_takes.py",
        "tests/interviews/recordings/test_retention.py",
    ],
    "dayshift/accounts/throttle.py": ["tests/accounts/test_throttle.py"],
    "dayshift/accounts/codes.py": ["tests/accounts/test_codes.py", "tests/accounts"],
    "dayshift/accounts/session.py": ["tests/accounts/test_sessions.py", "tests/accounts"],
}
"""Sampled modules and their tests, those that fail most often first: a run ends at the first failure."""

COMPARISONS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """The mutated source of a module, with the line and description of the change."""

    line: int
    change: str
    source: str


def mutants_of(source: str) -> list[Mutant]:
    """Return every mutant of a module, sorted by line."""
    tree = ast.parse(source)
    skipped = _not_executed(tree)
    found = []
    for number, node in enumerate(ast.walk(tree)):
        if number in skipped:
            continue
        for variant in range(len(list(_changes(node)))):
            mutated = copy.deepcopy(tree)
            target = next(candidate for position, candidate in enumerate(ast.walk(mutated)) if position == number)
            replacement = list(_changes(target))[variant]
            changed = _Replace(target, replacement).visit(mutated)
            text = ast.unparse(ast.fix_missing_locations(changed))
            found.append(Mutant(node.lineno, f"{ast.unparse(node)}  ->  {ast.unparse(replacement)}", text))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.change))


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, replacement: ast.AST) -> None:
        self._target = target
        self._replacement = replacement

    def visit(self, node: ast.AST) -> ast.AST:
        return self._replacement if node is self._target else self.generic_visit(node)


def _not_executed(tree: ast.Module) -> set[int]:
    """Return the `ast.walk` positions of nodes without effect: docstrings, types, logs, guards of data classes."""
    inert: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts = [node]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = [node.returns]
        elif isinstance(node, (ast.arg, ast.AnnAssign)):
            parts = [node.annotation]
        elif isinstance(node, ast.keyword) and node.arg in {"frozen", "slots"}:
            parts = [node.value]
        elif isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr)) or _is_literal_type(node) or _is_log(node):
            parts = [node]
        for part in parts:
            if part is not None:
                inert.update(id(inner) for inner in ast.walk(part))
    return {number for number, node in enumerate(ast.walk(tree)) if id(node) in inert}


def _is_literal_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal"


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the possible replacements of a node."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARISONS:
            yield ast.Compare(node.left, [COMPARISONS[type(op)](), *node.ops[1:]], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            yield ast.BinOp(node.left, ARITHMETIC[type(op)](), node.right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str(value)) if value:
            yield ast.Constant(value + "XX")
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.If(test=test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise():
            yield ast.Pass()


def _is_log(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and ast.unparse(call.func).startswith("log.")


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def survivors(module: str, tests: list[str], mutants: list[Mutant], jobs: int) -> list[Mutant]:
    """Return the mutants that pass all tests. Raises `SystemExit` if the unchanged module fails them."""
    folders: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as root:
        for number in range(jobs):
            folder = Path(root, str(number))
            _copy_package(folder)
            folders.put(folder)
        first = folders.get()
        began = time.monotonic()
        unchanged = _run(first, tests, timeout=600)
        if unchanged.returncode:
            sys.exit(f"{module}: its tests fail without a mutant:\n{unchanged.stdout[-3000:]}")
        folders.put(first)
        timeout = 10 + 5 * (time.monotonic() - began)
        original = (ROOT / module).read_text("utf-8")

        def survives(mutant: Mutant) -> bool:
            folder = folders.get()
            try:
                _write(folder / module, mutant.source)
                return _run(folder, tests, timeout).returncode == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                _write(folder / module, original)
                folders.put(folder)

        with ThreadPoolExecutor(jobs) as threads:
            alive = list(threads.map(survives, mutants))
    return [mutant for mutant, survived in zip(mutants, alive, strict=True) if survived]


def _write(path: Path, source: str) -> None:
    """Write a source file and delete its bytecode: it is validated by mtime and size, which two mutants may share."""
    path.write_text(source, "utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def _copy_package(folder: Path) -> None:
    """Copy the package and its tests; link everything else that tests read."""
    folder.mkdir()
    for entry in ROOT.iterdir():
        if entry.name in {"dayshift", "tests"}:
            ignored = shutil.ignore_patterns("__pycache__", "_web")
            shutil.copytree(entry, folder / entry.name, ignore=ignored)
        elif not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)
    if (ROOT / "dayshift/_web").exists():
        (folder / "dayshift/_web").symlink_to(ROOT / "dayshift/_web")


def _run(folder: Path, tests: list[str], timeout: float) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    command += ["-k", "not postgresql", *tests]
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "",
    }  # Bytecode halves the time of a run.
    return subprocess.run(  # noqa: S603  (our own tests)
        command, cwd=folder, env=environment, timeout=timeout, capture_output=True, text=True, check=False
    )


def main() -> None:
    """Run sampled mutants of the selected modules; print the survivors and kill rates."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("path", nargs="?", help="module to mutate; default: all of MODULES")
    parser.add_argument("tests", nargs="*", help="its tests")
    parser.add_argument("--module", default="", help="only modules of MODULES whose path contains this text")
    parser.add_argument("--sample", type=int, default=40, help="mutants per module; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="parallel test runs")
    parser.add_argument("--least", type=float, default=0, help="minimum kill rate of each module, in percent")
    args = parser.parse_args()
    chosen = {args.path: args.tests} if args.path else MODULES
    rates: dict[str, float] = {}
    for module, tests in chosen.items():
        if args.module not in module:
            continue
        mutants = mutants_of((ROOT / module).read_text("utf-8"))
        if args.sample and len(mutants) > args.sample:
            mutants = random.Random(args.seed).sample(mutants, args.sample)  # noqa: S311  (not security relevant)
        alive = survivors(module, tests, mutants, args.jobs)
        for mutant in sorted(alive, key=lambda mutant: mutant.line):
            print(f"  survived {module}:{mutant.line}  {mutant.change[:160]}")
        rates[module] = 100 * (1 - len(alive) / len(mutants)) if mutants else 100.0
        print(f"{module}: {len(mutants) - len(alive)} of {len(mutants)} killed, {rates[module]:.0f} %", flush=True)
    if rates and min(rates.values()) < args.least:
        sys.exit(1)


if __name__ == "__main__":
    main()
