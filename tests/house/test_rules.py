"""Project rules that the linter does not check."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = sorted((ROOT / "dayshift").rglob("*.py"))
MODULES = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in SERVER]


def test_modules_import_with_an_empty_environment(tmp_path: Path) -> None:
    program = f"import importlib, sys; [importlib.import_module(name) for name in {MODULES!r}]"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert list(tmp_path.iterdir()) == [], "importing wrote something"


def test_only_core_db_commits_and_rolls_back() -> None:
    violations = [
        str(path.relative_to(ROOT))
        for path in SERVER
        if "core/db" not in str(path) and re.search(r"\.(commit|rollback|begin)\(", path.read_text())
    ]
    assert violations == []


def test_routes_access_rows_only_through_queries() -> None:
    with_routes = [path for path in SERVER if "core" not in path.parts and "Router(" in path.read_text()]
    row_access = re.compile(r"(?<!router\.)\b(select|insert|update|delete|execute)\(")
    violations = [str(path.relative_to(ROOT)) for path in with_routes if row_access.search(path.read_text())]
    assert len(with_routes) > 4
    assert violations == []


def test_no_statement_grows_with_the_data() -> None:
    """Engines limit parameters and the depth of expressions. Lists of rows are `expanding` parameters (`core/db`)."""
    constant = re.compile(
        r"""bindparam\(|[(\["']|select\(|sorted\((\[\*)?_?[A-Z]|_?[A-Z_]+\)|_[a-z_]+\)|open_keys\)|due\.limit"""
    )
    chains = re.compile(r"\b(or_|and_|union_all)\(\*\(")
    bounded = {
        ("hiring/desk/listing.py", "ids)"),  # At most MAX_SORTED.
        ("hiring/desk/listing.py", "sorted(member.location_ids)))"),
        ("hiring/applications/queries.py", "sorted(member.location_ids)))"),
        ("hiring/applications/queries.py", "location_ids))"),
    }
    violations = []
    for path in SERVER:
        name, text = path.relative_to(ROOT / "dayshift").as_posix(), path.read_text()
        grown = [rest for rest in re.findall(r"\.(?:in_|not_in)\((.*)", text) if not constant.match(rest)]
        grown += chains.findall(text)
        violations += [(name, rest) for rest in grown if (name, rest.split(",")[0]) not in bounded]
    assert violations == []


@pytest.mark.parametrize(
    "lock",
    [
        *("requirements-install.lock", "requirements.lock", "requirements-dev.lock", "requirements-training.lock"),
        *("requirements-server.lock", "requirements-docs.lock"),
        "web/package-lock.json",
    ],
)
def test_lock_files_have_hashes_and_no_urls(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert ("--hash=sha256:" if lock.startswith("requirements") else '"integrity"') in text
