"""Durability and cost of recording uploads: `python -m bench.room` prints three tables and a summary line.

Kills: phones that retry until they get an acknowledgement, and a server that is killed at random. Ingest: concurrent
clients at 1 Mbit/s each on one server, ours and a tus server, with and without flushing to disk. Finalizing: ten
minutes of video. With `--whole` it runs all loads and then the fault journeys in a real browser, in about ten
minutes; without, it takes less than two. Each part has a time limit and the summary line is always printed, with '?'
for missing values.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from bench.room import finalizing, ingest, journeys, kills
from bench.room.time_limit import time_limit

KILLS = 20
T = TypeVar("T")


def main() -> None:
    """Run all parts and print the results."""
    full = "--whole" in sys.argv[1:]
    clients, seconds = ((200, 600, 1000), 12) if full else ((50,), 8)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as named:
        folder = Path(named)
        killed = part("kills", 240, lambda: kills.run(folder / "kills", KILLS))
        if killed:
            print(killed.table(), flush=True)
        loads = part("ingest", 600, lambda: ingest.run(folder, clients, seconds)) or []
        finalized = part("finalizing", 120, lambda: finalizing.table(folder))
        print(f"\n{finalized or ''}", flush=True)
    faults = part("journeys", journeys.TIMEOUT_SECONDS + 30, journeys.run) if full else []
    if faults:
        print(journeys.table(faults))
    ours = next((load for load in loads if load.server == ingest.OURS), None)
    print(
        f"room: kills={killed.kills if killed else '?'} lost_chunks={killed.lost_chunks if killed else '?'} "
        f"lost_answers={killed.lost_answers if killed else '?'} "
        f"ingest_cpu_ms_per_mb={f'{ours.cpu_ms_per_mb:.1f}' if ours else '?'}"
    )
    lost = killed is None or killed.lost_chunks or killed.lost_answers
    sys.exit(1 if lost or ours is None or faults is None or any(not fault.passed for fault in faults) else 0)


def part(name: str, timeout: float, run: Callable[[], T]) -> T | None:
    """Return the result of `run`, or print the error and return None if it fails or exceeds `timeout` seconds."""
    started = perf_counter()
    try:
        with time_limit(timeout, name):
            return run()
    except Exception as error:  # noqa: BLE001  (the other parts still run)
        print(f"{name}: failed: {str(error)[:300] or type(error).__name__}", flush=True)
        return None
    finally:
        print(f"({name}: {perf_counter() - started:.0f} s)", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
