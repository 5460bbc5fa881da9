"""`dayshift` on a machine whose clock jumps: `python -m tests.faults.clocked serve`.

The file that CLOCK_FILE names holds how many seconds the clock is ahead, and is looked at each time somebody asks what
time it is.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dayshift.core import clock

FILE = "CLOCK_FILE"


def set_ahead(path: Path, seconds: float) -> None:
    """Put all clocks that follow `path` so many seconds ahead, at once."""
    fresh = path.with_suffix(".new")
    fresh.write_text(str(seconds))
    fresh.replace(path)


def _now() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=float(Path(os.environ[FILE]).read_text()))


if __name__ == "__main__":
    clock.now = _now  # Before any room has taken it by its name.
    from dayshift.cli import run

    run()
