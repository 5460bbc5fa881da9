"""Runs `dayshift` with an adjustable clock: `python -m tests.faults.clocked serve`.

The file named by CLOCK_FILE contains the clock's offset in seconds. It is read on every call.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dayshift.core import clock

FILE = "CLOCK_FILE"


def set_ahead(path: Path, seconds: float) -> None:
    """Set the offset of all clocks that follow `path`, atomically."""
    temporary = path.with_suffix(".new")
    temporary.write_text(str(seconds))
    temporary.replace(path)


def _now() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=float(Path(os.environ[FILE]).read_text()))


if __name__ == "__main__":
    clock.now = _now  # Before another module imports it by name.
    from dayshift.cli import run

    run()
