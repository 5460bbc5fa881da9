"""How long a server takes from its start to its first yes at /readyz, and how much memory it holds then.

Warm: the database is migrated and the files were read before. Run it as `python -m bench.bench_start`.
"""

import os
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from tests.faults.processes import Installation, stop

ROUNDS = 7


def main() -> None:
    """Start the server some times over and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation.make(Path(folder) / "data")
        installation.data_dir.mkdir()
        start(installation)
        rounds = [start(installation) for _ in range(ROUNDS)]
    seconds, cpu, megabytes = zip(*rounds, strict=True)
    print(f"{ROUNDS} starts, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':<24}{'median':>8}{'least':>8}{'most':>8}")
    for name, values in {"ready after, s": seconds, "processor time, s": cpu, "idle memory, MB": megabytes}.items():
        print(f"{name:<24}{statistics.median(values):>8.2f}{min(values):>8.2f}{max(values):>8.2f}")


def start(installation: Installation) -> tuple[float, float, float]:
    """Seconds until ready, processor seconds spent on it, and MB held then (shared pages counted in part)."""
    started = perf_counter()
    with installation.server() as server:
        ready = perf_counter() - started
        fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
        cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        lines = Path(f"/proc/{server.pid}/smaps_rollup").read_text().splitlines()
        held = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
        assert stop(server) == 0
    return ready, cpu, held


if __name__ == "__main__":
    main()
