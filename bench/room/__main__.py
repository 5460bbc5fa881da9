"""How well the room keeps what it was given: `python -m bench.room` prints three tables and one line of them all.

Faults: phones that keep sending until they have a receipt, a server that is killed at random. Ingest: so many clients
at 1 Mbit/s each on one server, ours and one that speaks tus. Finalising: ten minutes of video made playable. With
`--whole` all loads and, after them, the journeys in a real browser; without it what takes less than two minutes.
"""

import sys
import tempfile
from pathlib import Path

from bench.room import finalising, ingest, journeys, kills

KILLS = 20


def main() -> None:
    """Run everything and print it."""
    whole = "--whole" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        killed = kills.run(Path(folder) / "kills", KILLS)
        print(killed.table(), flush=True)
        loads = ingest.run(Path(folder), (200, 600, 1000) if whole else (50,), 30 if whole else 8)
        print(ingest.table(loads), flush=True)
        print(finalising.table(Path(folder)))
    walked = journeys.walk() if whole else []
    if walked:
        print(journeys.table(walked))
    ours = [load for load in loads if load.server == ingest.OURS]
    cost = ours[0].cpu_ms_per_mb
    print(
        f"room: kills={killed.kills} lost_chunks={killed.lost_chunks} lost_answers={killed.lost_answers} "
        f"ingest_cpu_ms_per_mb={cost:.1f}"
    )
    sys.exit(1 if killed.lost_chunks or killed.lost_answers or any(not one.passed for one in walked) else 0)


if __name__ == "__main__":
    main()
