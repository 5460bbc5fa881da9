"""Write what an operator installs: `python scripts/write_package.py FOLDER`, which holds the wheel."""

import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = (
    *("deploy", "CHANGELOG.md", "LICENSE", "SECURITY.md", "requirements-server.lock"),
    *("bench/RESULTS.md", "docs/decisions", "training/scoring/README.md"),
    *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))),
)


def write(folder: Path) -> Path:
    """Write `dayshift-VERSION.tar.gz` beside the wheel in `folder`; return it."""
    [wheel] = folder.glob("dayshift-*.whl")
    name = "-".join(wheel.name.split("-")[:2])
    target = folder / f"{name}.tar.gz"
    with tarfile.open(target, "w:gz") as archive:
        archive.add(wheel, f"{name}/{wheel.name}")
        for part in PARTS:
            archive.add(ROOT / part, f"{name}/{part}")
    return target


if __name__ == "__main__":
    write(Path(sys.argv[1]))
