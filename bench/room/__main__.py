"""How well the room keeps what it was given: `python -m bench.room` prints three tables and one line of them all.

Faults: phones that keep sending until they have a receipt, a server that is killed at random. Ingest: so many clients
at 1 Mbit/s each on one server, ours and one that speaks tus, with and without flushing to the disk. Finalising: ten
minutes of video made playable. With `--whole` all loads and, after them, the journeys in a real browser, in some ten
minutes; without it what takes less than two. Each part has a time limit and the last line always comes: '?' stands
there for what could not be seen.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from bench.room import finalising, ingest, journeys, kills
from bench.room.limits import within

KILLS = 20
T = TypeVar("T")


def main() -> None:
    """Run everything and print it."""
    whole = "--whole" in sys.argv[1:]
    clients, seconds = ((200, 600, 1000), 12) if whole else ((50,), 8)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as named:
        folder = Path(named)
        killed = part("kills", 240, lambda: kills.run(folder / "kills", KILLS))
        if killed:
            print(killed.table(), flush=True)
        loads = part("ingest", 600, lambda: ingest.run(folder, clients, seconds)) or []
        made = part("finalising", 120, lambda: finalising.table(folder))
        print(f"\n{made or ''}", flush=True)
    walked = part("the journeys", journeys.MOST_SECONDS + 30, journeys.walk) if whole else []
    if walked:
        print(journeys.table(walked))
    ours = next((load for load in loads if load.server == ingest.OURS), None)
    print(
        f"room: kills={killed.kills if killed else '?'} lost_chunks={killed.lost_chunks if killed else '?'} "
        f"lost_answers={killed.lost_answers if killed else '?'} "
        f"ingest_cpu_ms_per_mb={f'{ours.cpu_ms_per_mb:.1f}' if ours else '?'}"
    )
    lost = killed is None or killed.lost_chunks or killed.lost_answers
    sys.exit(1 if lost or ours is None or walked is None or any(not one.passed for one in walked) else 0)


def part(name: str, most: float, run: Callable[[], T]) -> T | None:
    """What `run` returns; None, and why, where it failed or took longer than `most` seconds."""
    started = perf_counter()
    try:
        with within(most, name):
            return run()
    except Exception as error:  # noqa: BLE001  (Whatever befell it: the rest is still to be seen.)
        print(f"{name}: failed: {str(error)[:300] or type(error).__name__}", flush=True)
        return None
    finally:
        print(f"({name}: {perf_counter() - started:.0f} s)", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
