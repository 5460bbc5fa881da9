"""The version: the date of the commit that was built, such as 2026.11.28.35745 (the last number: seconds of the day).

It grows with each commit, so that installers replace an older build, and is the same for each build of a commit.
"""

import os
import re
import subprocess
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path

_ROOT = Path(__file__).parents[1]


@cache
def version() -> str:
    """Return the version of the running program: of its package, or of the checkout that it runs from."""
    if (_ROOT / "pyproject.toml").exists():
        return source_version()
    try:
        return installed_version("dayshift")
    except PackageNotFoundError:
        return "unknown"


def source_version(root: Path = _ROOT) -> str:
    """Return the version of a source tree: a clone, an archive of one, a source distribution, or a plain copy."""
    packaged = root / "PKG-INFO"
    if packaged.exists() and (found := re.search(r"^Version: (\S+)$", packaged.read_text("utf-8"), re.MULTILINE)):
        return found[1]
    at = datetime.fromtimestamp(_committed_at(root), UTC)
    return f"{at:%Y}.{at.month}.{at.day}.{at.hour * 3600 + at.minute * 60 + at.second}"


def _committed_at(root: Path) -> int:
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
        try:
            return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)  # noqa: S603
        except (OSError, subprocess.CalledProcessError, ValueError):
            pass  # Git is not installed, or refuses a clone that belongs to another user.
    archived = (root / "dayshift" / "commit-date.txt").read_text("utf-8").strip()
    if archived.isdecimal():  # Git fills it in archives of a commit.
        return int(archived)
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    return int(max(file.stat().st_mtime for file in (root / "dayshift").rglob("*.py")))
